package io.gobridge.mqtt.transport;

import java.util.concurrent.TimeUnit;

import io.gobridge.mqtt.session.SessionClock;

/**
 * Keeps one connection alive and notices when it is not (MQTT 5, section 3.1.2.10).
 * Replaces Paho's, which counts only what passes through Paho and does not notice a dead
 * peer while it goes on sending.
 * <p>
 * A PINGREQ is due when either direction was silent for the interval: for the broker when
 * nothing was sent, for us when nothing came. The connection is lost when nothing at all
 * came for one and a half intervals although a PINGREQ was sent. The reader and the
 * writer report what they do; a timer asks.
 */
final class KeepAlive {

	private final SessionClock clock;

	private volatile long received;

	private volatile long sent;

	private volatile boolean pingOutstanding;

	private long interval;

	private long period;

	private long lastCheck;

	KeepAlive(SessionClock clock) {
		this.clock = clock;
	}

	/**
	 * Begins to measure.
	 * @param seconds the interval that holds: the broker's where it orders one, else ours
	 */
	void start(int seconds) {
		long now = this.clock.nanoTime();
		this.received = now;
		this.sent = now;
		this.interval = TimeUnit.SECONDS.toNanos(seconds);
		this.period = Math.min(this.interval / 8, TimeUnit.SECONDS.toNanos(1));
		this.lastCheck = now;
	}

	/**
	 * Returns how often {@link #check()} has to be called.
	 * @return the time in nanoseconds
	 */
	long period() {
		return this.period;
	}

	void received() {
		this.received = this.clock.nanoTime();
	}

	void sent() {
		this.sent = this.clock.nanoTime();
	}

	void pingAnswered() {
		this.pingOutstanding = false;
	}

	/**
	 * Looks at the clock. Called by one timer thread.
	 * @return what is to be done
	 */
	Verdict check() {
		long now = this.clock.nanoTime();
		// Where the check itself came late the whole process was held up, and what came
		// in
		// the meantime may not have been read yet: that silence is ours.
		boolean late = now - this.lastCheck > this.interval / 4 + 2 * this.period;
		this.lastCheck = now;
		long silence = now - this.received;
		if (this.pingOutstanding && silence >= this.interval + this.interval / 2 && !late) {
			return Verdict.LOST;
		}
		// One period early, because the next check may already be too late.
		long due = this.interval - this.period;
		if (now - this.sent >= due || (silence >= due && !this.pingOutstanding)) {
			this.pingOutstanding = true;
			// Not again at the next check, also where the writer is stuck.
			this.sent = now;
			return Verdict.PING;
		}
		return Verdict.ALIVE;
	}

	/**
	 * What the connection needs.
	 */
	enum Verdict {

		/** Nothing. */
		ALIVE,

		/** A PINGREQ. */
		PING,

		/** Its end. */
		LOST

	}

}
