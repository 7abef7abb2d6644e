package io.gobridge.mqtt.session;

import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.gobridge.mqtt.RunsOn;
import org.jspecify.annotations.Nullable;

/**
 * Reads the history of a session before each CONNECT, one reading at a time, and can be
 * taken back by a stop.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class HistoryReading {

	private final SessionHistory history;

	private final SessionLoop loop;

	/** Known by identity, so that the late end of one that was taken back is ignored. */
	private @Nullable CompletableFuture<Void> current;

	HistoryReading(SessionHistory history, SessionLoop loop) {
		this.history = history;
		this.loop = loop;
	}

	/**
	 * Reads.
	 * @param then gets the failure or {@code null}, on the session's thread; before this
	 * method returns where there is nothing to wait for
	 */
	void begin(Consumer<@Nullable Throwable> then) {
		CompletableFuture<Void> reading = read();
		this.current = reading;
		reading.whenComplete((done, failure) -> {
			if (this.loop.inLoop()) {
				ended(reading, failure, then);
			}
			else {
				this.loop.execute(() -> ended(reading, failure, then));
			}
		});
	}

	private CompletableFuture<Void> read() {
		try {
			// A copy, since the history may answer with one and the same future.
			return this.history.load().copy();
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private void ended(CompletableFuture<Void> reading, @Nullable Throwable failure,
			Consumer<@Nullable Throwable> then) {
		if (reading == this.current) {
			this.current = null;
			@Nullable Throwable cause = (failure != null) ? failure.getCause() : null;
			then.accept((cause != null) ? cause : failure);
		}
	}

	SessionHistory history() {
		return this.history;
	}

	boolean isRunning() {
		return this.current != null;
	}

	void cancel() {
		this.current = null;
	}

}
