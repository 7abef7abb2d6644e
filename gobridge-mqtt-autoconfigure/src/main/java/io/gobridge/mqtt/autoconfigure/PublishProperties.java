package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

import io.gobridge.mqtt.publish.OverflowPolicy;

/**
 * How a session publishes.
 */
final class PublishProperties {

	/**
	 * How long a publish may take where its options do not say.
	 */
	private Duration timeout = Duration.ofSeconds(30);

	/**
	 * How many messages may wait to be sent.
	 */
	private int bufferSize = 1000;

	/**
	 * What a caller meets when the buffer is full: it waits, or it is refused.
	 */
	private OverflowPolicy onOverflow = OverflowPolicy.WAIT;

	public Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(Duration timeout) {
		this.timeout = timeout;
	}

	public int getBufferSize() {
		return this.bufferSize;
	}

	public void setBufferSize(int bufferSize) {
		this.bufferSize = bufferSize;
	}

	public OverflowPolicy getOnOverflow() {
		return this.onOverflow;
	}

	public void setOnOverflow(OverflowPolicy onOverflow) {
		this.onOverflow = onOverflow;
	}

}
