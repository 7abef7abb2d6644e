package io.gobridge.mqtt.router;

import java.time.Duration;

import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;

/**
 * The time in which routes may still appear. One timer at most is set, whatever restarts
 * the window: a tick that finds time left was set for a window that has been restarted
 * since, and sets itself again for the rest. Guarded by the lock of the router, which the
 * tick takes too.
 */
final class GraceWindow {

	private final Duration length;

	private final SessionClock clock;

	private final SessionLoop loop;

	private long end;

	/** Before the first start nothing has an end. */
	private boolean open;

	private boolean armed;

	GraceWindow(Duration length, SessionClock clock, SessionLoop loop) {
		this.length = length;
		this.clock = clock;
		this.loop = loop;
	}

	/**
	 * Forgets the window and its timer, which a loop that was closed has dropped.
	 */
	void reset() {
		this.open = false;
		this.armed = false;
	}

	/**
	 * Begins the window, or begins it again.
	 * @param tick called on the session's thread when the window may be over; takes the
	 * lock and asks {@link #isOver(Runnable)}
	 */
	void restart(Runnable tick) {
		this.end = this.clock.nanoTime() + this.length.toNanos();
		this.open = true;
		arm(this.length, tick);
	}

	private void arm(Duration delay, Runnable tick) {
		if (!this.armed) {
			this.armed = true;
			this.loop.schedule(tick, delay);
		}
	}

	/**
	 * For the tick: whether the window has ended by it. Otherwise the tick comes again.
	 */
	boolean isOver(Runnable tick) {
		this.armed = false;
		Duration remaining = remaining();
		if (!remaining.isZero()) {
			arm(remaining, tick);
			return false;
		}
		boolean over = this.open;
		this.open = false;
		return over;
	}

	/**
	 * Whether the window is open. By the clock, not by the tick, which may be late.
	 */
	boolean isOpen() {
		return this.open && this.end - this.clock.nanoTime() > 0;
	}

	Duration remaining() {
		return isOpen() ? Duration.ofNanos(this.end - this.clock.nanoTime()) : Duration.ZERO;
	}

}
