package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.route.OnFailure;

import org.springframework.boot.context.properties.NestedConfigurationProperty;

/**
 * What routes do where they do not say otherwise.
 */
final class RouteProperties {

	/**
	 * Lanes of a route. One topic always stays on one lane.
	 */
	private int concurrency = 1;

	/**
	 * What becomes of a message that a handler has failed for good.
	 */
	private OnFailure onFailure = OnFailure.DEAD_LETTER;

	@NestedConfigurationProperty
	private final RetryProperties retry = new RetryProperties();

	public int getConcurrency() {
		return this.concurrency;
	}

	public void setConcurrency(int concurrency) {
		this.concurrency = concurrency;
	}

	public OnFailure getOnFailure() {
		return this.onFailure;
	}

	public void setOnFailure(OnFailure onFailure) {
		this.onFailure = onFailure;
	}

	public RetryProperties getRetry() {
		return this.retry;
	}

}
