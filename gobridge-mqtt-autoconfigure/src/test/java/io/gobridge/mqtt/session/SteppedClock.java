package io.gobridge.mqtt.session;

import java.time.Duration;
import java.time.Instant;

/**
 * A clock that stands still until a test moves it.
 */
public final class SteppedClock implements SessionClock {

	private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

	private volatile long nanos = 1_000;

	@Override
	public long nanoTime() {
		return this.nanos;
	}

	@Override
	public Instant now() {
		return START.plusNanos(this.nanos);
	}

	/**
	 * Moves on. Timers of a {@link SteppedLoop} do not run by it; see
	 * {@link SteppedLoop#advance(Duration)}.
	 * @param duration how far
	 */
	public void advance(Duration duration) {
		set(this.nanos + duration.toNanos());
	}

	void set(long nanos) {
		this.nanos = nanos;
	}

}
