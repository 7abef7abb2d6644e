package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

/**
 * How the broker is asked for subscriptions.
 */
final class ReconcileProperties {

	/**
	 * How long the broker may take for all answers to one reconciliation.
	 */
	private Duration timeout = Duration.ofSeconds(30);

	/**
	 * How many filters go into one SUBSCRIBE packet where the broker has no subscription
	 * identifiers.
	 */
	private int maxFiltersPerPacket = 8;

	public Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(Duration timeout) {
		this.timeout = timeout;
	}

	public int getMaxFiltersPerPacket() {
		return this.maxFiltersPerPacket;
	}

	public void setMaxFiltersPerPacket(int maxFiltersPerPacket) {
		this.maxFiltersPerPacket = maxFiltersPerPacket;
	}

}
