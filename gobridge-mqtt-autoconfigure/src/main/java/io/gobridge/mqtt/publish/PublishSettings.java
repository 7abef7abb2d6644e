package io.gobridge.mqtt.publish;

import java.time.Duration;

/**
 * How a session publishes.
 *
 * @param timeout how long a publish may take where its options do not say otherwise
 * @param bufferSize how many messages may wait to be sent
 * @param onOverflow what a caller meets when that many wait
 */
public record PublishSettings(Duration timeout, int bufferSize, OverflowPolicy onOverflow) {

	/** The defaults: 30 s, 1000 messages, wait. */
	public static final PublishSettings DEFAULT = new PublishSettings(Duration.ofSeconds(30), 1000,
			OverflowPolicy.WAIT);

	public PublishSettings {
		if (timeout.isNegative() || timeout.isZero()) {
			throw new IllegalArgumentException("publish.timeout is " + timeout + ": it must be more than 0");
		}
		if (bufferSize < 1) {
			throw new IllegalArgumentException("publish.buffer-size is " + bufferSize + ": it must be at least 1");
		}
	}

}
