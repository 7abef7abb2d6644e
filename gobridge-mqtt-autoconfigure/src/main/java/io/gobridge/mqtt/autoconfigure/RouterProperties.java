package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

/**
 * What becomes of messages that no route takes.
 */
final class RouterProperties {

	/**
	 * How long a message that no route takes waits before it is decided what becomes of
	 * it, after each connection and each unregistration of a route.
	 */
	private Duration unmatchedGrace = Duration.ofSeconds(30);

	public Duration getUnmatchedGrace() {
		return this.unmatchedGrace;
	}

	public void setUnmatchedGrace(Duration unmatchedGrace) {
		this.unmatchedGrace = unmatchedGrace;
	}

}
