package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

/**
 * How long a session waits before it dials again.
 */
final class ReconnectProperties {

	/**
	 * Delay before the first reconnect. A random part of up to one half is taken off
	 * every delay.
	 */
	private Duration initialDelay = Duration.ofSeconds(1);

	/**
	 * Longest delay between two attempts.
	 */
	private Duration maxDelay = Duration.ofMinutes(2);

	/**
	 * By what the delay grows from one attempt to the next.
	 */
	private double multiplier = 2;

	public Duration getInitialDelay() {
		return this.initialDelay;
	}

	public void setInitialDelay(Duration initialDelay) {
		this.initialDelay = initialDelay;
	}

	public Duration getMaxDelay() {
		return this.maxDelay;
	}

	public void setMaxDelay(Duration maxDelay) {
		this.maxDelay = maxDelay;
	}

	public double getMultiplier() {
		return this.multiplier;
	}

	public void setMultiplier(double multiplier) {
		this.multiplier = multiplier;
	}

}
