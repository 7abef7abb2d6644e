package io.gobridge.mqtt.actuate;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.router.RedriveException;
import io.gobridge.mqtt.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Redrives dead letters, each one at a time, and deletes those that were handled.
 */
final class DeadLetterRedriver {

	private static final Logger logger = LoggerFactory.getLogger(DeadLetterRedriver.class);

	private final Map<String, Redrive> redrives;

	private final Duration patience;

	/** Two operators at a time would have it handled twice. */
	private final Set<String> running = ConcurrentHashMap.newKeySet();

	DeadLetterRedriver(Map<String, Redrive> redrives, Duration patience) {
		this.redrives = Map.copyOf(redrives);
		this.patience = patience;
	}

	Outcome redrive(DeadLetterCatalog.Found found) {
		DeadLetter deadLetter = found.deadLetter();
		Redrive redrive = this.redrives.get(deadLetter.metadata().session());
		if (redrive == null) {
			return new Outcome(Result.FAILED,
					"There is no session '" + deadLetter.metadata().session() + "' in this application");
		}
		if (!this.running.add(deadLetter.id())) {
			return new Outcome(Result.FAILED, "It is being redriven");
		}
		CompletableFuture<Outcome> ended = begin(redrive, deadLetter).handleAsync((handled, failure) -> {
			try {
				return (failure != null) ? failed(deadLetter, failure) : delete(found);
			}
			finally {
				this.running.remove(deadLetter.id());
			}
		});
		return await(ended);
	}

	private static CompletableFuture<Void> begin(Redrive redrive, DeadLetter deadLetter) {
		try {
			return redrive.redrive(deadLetter);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private static Outcome failed(DeadLetter deadLetter, Throwable failure) {
		@Nullable Throwable cause = failure.getCause();
		Throwable thrown = (failure instanceof CompletionException && cause != null) ? cause : failure;
		logger.warn("{} was redriven and not handled: {}", deadLetter, thrown.toString());
		// What the engine says needs no class name.
		return new Outcome(Result.FAILED,
				(thrown instanceof RedriveException) ? thrown.getMessage() : thrown.toString());
	}

	private static Outcome delete(DeadLetterCatalog.Found found) {
		try {
			found.store().delete(found.deadLetter().id());
			logger.info("{} was redriven and handled", found.deadLetter());
			return new Outcome(Result.HANDLED, null);
		}
		catch (StoreException ex) {
			logger.error("{} was redriven and handled, but can not be deleted", found.deadLetter(), ex);
			return new Outcome(Result.NOT_DELETED, "It was handled, but can not be deleted: " + ex.getMessage());
		}
	}

	private Outcome await(CompletableFuture<Outcome> ended) {
		try {
			return ended.get(this.patience.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (TimeoutException ex) {
			return new Outcome(Result.RUNNING, "The handler has not ended within " + this.patience
					+ "; the dead letter is deleted if it ends well");
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return new Outcome(Result.RUNNING, "Interrupted; the dead letter is deleted if the handler ends well");
		}
	}

	enum Result {

		/** Handled and deleted. */
		HANDLED,

		/** The handler has not ended yet. */
		RUNNING,

		/** Not handled; the record stays. */
		FAILED,

		/** Handled, but the record is still there. */
		NOT_DELETED

	}

	record Outcome(Result result, @Nullable String message) {
	}

}
