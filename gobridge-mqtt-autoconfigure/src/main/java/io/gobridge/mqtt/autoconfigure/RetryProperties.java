package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

/**
 * Retry of a failed handler, in place.
 */
final class RetryProperties {

	/**
	 * How often a failed handler is tried again; 0 for never.
	 */
	private int maxRetries = 3;

	/**
	 * Delay before the first retry.
	 */
	private Duration initialInterval = Duration.ofMillis(500);

	/**
	 * By what the delay grows from one retry to the next.
	 */
	private double multiplier = 2;

	/**
	 * Longest delay between two retries.
	 */
	private Duration maxInterval = Duration.ofSeconds(10);

	public int getMaxRetries() {
		return this.maxRetries;
	}

	public void setMaxRetries(int maxRetries) {
		this.maxRetries = maxRetries;
	}

	public Duration getInitialInterval() {
		return this.initialInterval;
	}

	public void setInitialInterval(Duration initialInterval) {
		this.initialInterval = initialInterval;
	}

	public double getMultiplier() {
		return this.multiplier;
	}

	public void setMultiplier(double multiplier) {
		this.multiplier = multiplier;
	}

	public Duration getMaxInterval() {
		return this.maxInterval;
	}

	public void setMaxInterval(Duration maxInterval) {
		this.maxInterval = maxInterval;
	}

}
