package io.gobridge.mqtt.autoconfigure;

import org.jspecify.annotations.Nullable;

/**
 * A filter that is wanted without a handler.
 */
final class SubscriptionProperties {

	/**
	 * Topic filter to subscribe to.
	 */
	private @Nullable String filter;

	/**
	 * Quality of service to subscribe with.
	 */
	private int qos = 1;

	public @Nullable String getFilter() {
		return this.filter;
	}

	public void setFilter(@Nullable String filter) {
		this.filter = filter;
	}

	public int getQos() {
		return this.qos;
	}

	public void setQos(int qos) {
		this.qos = qos;
	}

}
