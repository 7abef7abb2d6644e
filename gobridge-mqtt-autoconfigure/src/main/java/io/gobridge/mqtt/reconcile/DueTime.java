package io.gobridge.mqtt.reconcile;

import java.time.Duration;

import io.gobridge.mqtt.session.SessionClock;
import org.jspecify.annotations.Nullable;

/**
 * Moments on the monotonic clock, of which {@code null} never comes.
 */
final class DueTime {

	private DueTime() {
	}

	static long in(Duration delay, SessionClock clock) {
		return clock.nanoTime() + delay.toNanos();
	}

	static boolean hasCome(@Nullable Long due, SessionClock clock) {
		return due != null && due - clock.nanoTime() <= 0;
	}

	static @Nullable Long earlier(@Nullable Long one, @Nullable Long other) {
		if (one == null) {
			return other;
		}
		return (other == null || one - other <= 0) ? one : other;
	}

}
