package io.gobridge.mqtt.router;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.session.Backoff;
import io.gobridge.mqtt.session.SessionLoop;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the dead letters of a session. A write that fails is tried again, later and
 * later, as long as the broker waits for the acknowledgement: the disk may get room and
 * the database may come back, and nothing but the end of the connection would bring the
 * message again.
 */
final class DeadLetterWrites {

	private static final Logger logger = LoggerFactory.getLogger(DeadLetterWrites.class);

	private static final Duration FIRST_DELAY = Duration.ofSeconds(1);

	private static final Duration LAST_DELAY = Duration.ofSeconds(30);

	/** QoS 0 has no window that would bound it. */
	private static final int QOS0_AT_A_TIME = 256;

	private final String session;

	private final DeadLetterStore store;

	private final SessionLoop loop;

	private final RouterStatistics statistics;

	private final DeadLetterListener listener;

	private final Semaphore qos0 = new Semaphore(QOS0_AT_A_TIME);

	/** Whether the last write failed, so that a store that is away is reported once. */
	private final AtomicBoolean failing = new AtomicBoolean();

	DeadLetterWrites(String session, DeadLetterStore store, SessionLoop loop, RouterStatistics statistics,
			DeadLetterListener listener) {
		this.session = session;
		this.store = store;
		this.loop = loop;
		this.statistics = statistics;
		this.listener = listener;
	}

	/**
	 * Writes a record until it is written.
	 * @param letter makes the record, once
	 * @param owed whether it is worth while to go on trying
	 * @return completes when the record is durable, on any thread; fails when it was
	 * given up
	 */
	CompletableFuture<DeadLetterMetadata> write(Supplier<DeadLetter> letter, BooleanSupplier owed) {
		CompletableFuture<DeadLetterMetadata> written = new CompletableFuture<>();
		DeadLetter record;
		try {
			record = letter.get();
		}
		catch (RuntimeException ex) {
			written.completeExceptionally(ex);
			return written;
		}
		attempt(record, owed, new Backoff(FIRST_DELAY, LAST_DELAY), written);
		return written;
	}

	/**
	 * Writes a record of a QoS 0 message: once, and not too many at a time.
	 */
	CompletableFuture<DeadLetterMetadata> writeOnce(Supplier<DeadLetter> letter) {
		if (!this.qos0.tryAcquire()) {
			return CompletableFuture
				.failedFuture(new IllegalStateException("Too many dead letters of QoS 0 messages at a time"));
		}
		CompletableFuture<DeadLetterMetadata> written = write(letter, () -> false);
		written.whenComplete((metadata, failure) -> this.qos0.release());
		return written;
	}

	private void attempt(DeadLetter record, BooleanSupplier owed, Backoff backoff,
			CompletableFuture<DeadLetterMetadata> written) {
		store(record).whenComplete((done, failure) -> {
			DeadLetterMetadata metadata = record.metadata();
			if (failure == null) {
				succeeded(metadata);
				written.complete(metadata);
				return;
			}
			failed(metadata, failure);
			if (!owed.getAsBoolean()) {
				written.completeExceptionally(failure);
				return;
			}
			this.loop.schedule(() -> again(record, owed, backoff, written), backoff.next());
		});
	}

	private void again(DeadLetter record, BooleanSupplier owed, Backoff backoff,
			CompletableFuture<DeadLetterMetadata> written) {
		if (owed.getAsBoolean()) {
			attempt(record, owed, backoff, written);
		}
		else {
			written.completeExceptionally(new IllegalStateException("The connection has ended: the broker keeps it"));
		}
	}

	private CompletableFuture<Void> store(DeadLetter record) {
		try {
			return this.store.write(record);
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private void succeeded(DeadLetterMetadata metadata) {
		if (this.failing.compareAndSet(true, false)) {
			logger.info("Session '{}': dead letters can be written again", this.session);
		}
		this.statistics.deadLetter(metadata.route(), RouterStatistics.DeadLetterOutcome.WRITTEN);
		this.listener.deadLettered(metadata);
	}

	private void failed(DeadLetterMetadata metadata, Throwable failure) {
		this.statistics.deadLetter(metadata.route(), RouterStatistics.DeadLetterOutcome.FAILED);
		if (this.failing.compareAndSet(false, true)) {
			logger.error(
					"Session '{}': a dead letter of topic '{}' can not be written; at QoS 1 and QoS 2 the message "
							+ "stays unacknowledged and the write is tried again: {}",
					this.session, metadata.topic(), RouteDispatch.unwrap(failure).getMessage());
		}
	}

}
