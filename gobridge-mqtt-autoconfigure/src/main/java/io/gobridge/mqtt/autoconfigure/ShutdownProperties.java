package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

/**
 * How a session stops.
 */
final class ShutdownProperties {

	/**
	 * How long stopping waits for handlers that run. What did not finish is left to the
	 * broker.
	 */
	private Duration drainTimeout = Duration.ofSeconds(25);

	public Duration getDrainTimeout() {
		return this.drainTimeout;
	}

	public void setDrainTimeout(Duration drainTimeout) {
		this.drainTimeout = drainTimeout;
	}

}
