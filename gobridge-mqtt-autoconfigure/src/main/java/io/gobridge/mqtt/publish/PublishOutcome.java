package io.gobridge.mqtt.publish;

/**
 * How a publish ended, for counting.
 */
public enum PublishOutcome {

	/** Sent at QoS 0, or accepted by the broker. */
	SUCCESS,

	/** Accepted by the broker, which said that nobody is subscribed (0x10). */
	NO_MATCHING_SUBSCRIBERS,

	/** See {@link MqttPublishException.Kind#REFUSED}. */
	REFUSED,

	/** See {@link MqttPublishException.Kind#LIMIT}. */
	LIMIT,

	/** See {@link MqttPublishException.Kind#INVALID}. */
	INVALID,

	/** See {@link MqttPublishException.Kind#TIMEOUT}. */
	TIMEOUT,

	/** See {@link MqttPublishException.Kind#BUFFER_FULL}. */
	BUFFER_FULL,

	/** See {@link MqttPublishException.Kind#UNCERTAIN}. */
	UNCERTAIN,

	/** See {@link MqttPublishException.Kind#STOPPED}. */
	STOPPED,

	/** The application ended the future itself before the message had been sent. */
	CANCELLED;

	static PublishOutcome of(MqttPublishException.Kind kind) {
		return switch (kind) {
			case REFUSED -> REFUSED;
			case LIMIT -> LIMIT;
			case INVALID -> INVALID;
			case TIMEOUT -> TIMEOUT;
			case BUFFER_FULL -> BUFFER_FULL;
			case UNCERTAIN -> UNCERTAIN;
			case STOPPED -> STOPPED;
		};
	}

	static PublishOutcome of(PublishResult result) {
		return result.matchedSubscribers() ? SUCCESS : NO_MATCHING_SUBSCRIBERS;
	}

}
