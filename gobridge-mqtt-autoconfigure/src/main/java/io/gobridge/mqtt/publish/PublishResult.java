package io.gobridge.mqtt.publish;

import org.jspecify.annotations.Nullable;

/**
 * What came of a publish that did not fail.
 *
 * @param topic the topic name
 * @param qos the quality of service it was sent with
 * @param reasonCode the reason code of the PUBACK or, at QoS 2, of the PUBREC; always 0
 * at QoS 0, where the broker does not answer
 * @param reasonString the reason string of the broker, or {@code null}
 */
public record PublishResult(String topic, int qos, int reasonCode, @Nullable String reasonString) {

	/** Reason code 0x10: accepted, but nobody is subscribed. */
	static final int NO_MATCHING_SUBSCRIBERS = 0x10;

	/**
	 * Whether the broker did not say that nobody is subscribed (reason code 0x10). A
	 * broker need not say so, hence {@code true} does not prove that there is a
	 * subscriber, and at QoS 0 it is always {@code true}.
	 * @return whether the message may have found a subscriber
	 */
	public boolean matchedSubscribers() {
		return this.reasonCode != NO_MATCHING_SUBSCRIBERS;
	}

}
