package io.gobridge.mqtt.publish;

import java.time.Duration;
import java.util.stream.Stream;

import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import org.jspecify.annotations.Nullable;

/**
 * Keeps one sweep scheduled for the earliest deadline, instead of a timer for each
 * message. Guarded by the lock of {@link OutboundMessages}.
 */
final class TimeoutSweep {

	/** The least time between two sweeps. */
	private static final long PAUSE = Duration.ofMillis(10).toNanos();

	private final SessionLoop loop;

	private final SessionClock clock;

	private final Runnable sweep;

	private SessionLoop.@Nullable Cancellable scheduled;

	private long scheduledFor;

	TimeoutSweep(SessionLoop loop, SessionClock clock, Runnable sweep) {
		this.loop = loop;
		this.clock = clock;
		this.sweep = sweep;
	}

	/**
	 * Sees to it that a sweep runs when a deadline has passed.
	 */
	void cover(long deadline) {
		if (this.scheduled == null || deadline - this.scheduledFor < 0) {
			cancel();
			schedule(deadline, Math.max(deadline - this.clock.nanoTime(), 0));
		}
	}

	/**
	 * Called at the end of a sweep with what is left.
	 */
	void next(Stream<PendingPublish> left) {
		cancel();
		long now = this.clock.nanoTime();
		left.filter((pending) -> !pending.ended)
			.mapToLong((pending) -> pending.deadline - now)
			.min()
			.ifPresent((earliest) -> {
				long delay = Math.max(earliest, PAUSE);
				schedule(now + delay, delay);
			});
	}

	private void schedule(long time, long delay) {
		this.scheduledFor = time;
		this.scheduled = this.loop.schedule(this.sweep, Duration.ofNanos(delay));
	}

	void cancel() {
		if (this.scheduled != null) {
			this.scheduled.cancel();
			this.scheduled = null;
		}
	}

}
