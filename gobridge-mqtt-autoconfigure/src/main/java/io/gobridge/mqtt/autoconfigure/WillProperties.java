package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * The last will.
 */
final class WillProperties {

	/**
	 * Topic of the last will. Without one there is no will.
	 */
	private @Nullable String topic;

	/**
	 * Payload of the last will, sent as UTF-8.
	 */
	private @Nullable String payload;

	/**
	 * Quality of service of the last will.
	 */
	private int qos = 0;

	/**
	 * Whether the broker keeps the last will as the retained message of its topic.
	 */
	private boolean retain;

	/**
	 * How long the broker waits after the end of the connection before it publishes the
	 * last will.
	 */
	private @Nullable Duration delay;

	public @Nullable String getTopic() {
		return this.topic;
	}

	public void setTopic(@Nullable String topic) {
		this.topic = topic;
	}

	public @Nullable String getPayload() {
		return this.payload;
	}

	public void setPayload(@Nullable String payload) {
		this.payload = payload;
	}

	public int getQos() {
		return this.qos;
	}

	public void setQos(int qos) {
		this.qos = qos;
	}

	public boolean isRetain() {
		return this.retain;
	}

	public void setRetain(boolean retain) {
		this.retain = retain;
	}

	public @Nullable Duration getDelay() {
		return this.delay;
	}

	public void setDelay(@Nullable Duration delay) {
		this.delay = delay;
	}

}
