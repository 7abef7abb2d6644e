package io.gobridge.mqtt.session;

import java.time.Instant;

/**
 * The only source of time of the engine, so that tests can step it.
 */
public interface SessionClock {

	/** The clock of the machine. */
	SessionClock SYSTEM = new SystemSessionClock();

	/**
	 * A monotonic reading for intervals.
	 * @return nanoseconds since an arbitrary origin
	 */
	long nanoTime();

	/**
	 * The time of day, only for what is stored or shown.
	 * @return now
	 */
	Instant now();

}
