package io.gobridge.mqtt.session;

import java.time.Instant;

/**
 * Reads the clock of the machine.
 */
final class SystemSessionClock implements SessionClock {

	@Override
	public long nanoTime() {
		return System.nanoTime();
	}

	@Override
	public Instant now() {
		return Instant.now();
	}

}
