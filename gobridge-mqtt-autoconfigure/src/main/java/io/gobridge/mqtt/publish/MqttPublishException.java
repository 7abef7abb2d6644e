package io.gobridge.mqtt.publish;

import org.jspecify.annotations.Nullable;

/**
 * A publish failed. Names topic, reason code and limits, never the payload.
 */
public final class MqttPublishException extends RuntimeException {

	/** The reason code of a failure that the broker had no part in. */
	public static final int NO_REASON_CODE = -1;

	private final Kind kind;

	private final String topic;

	private final int reasonCode;

	private final @Nullable String reasonString;

	private final boolean outcomeUnknown;

	MqttPublishException(Kind kind, String topic, String message, boolean outcomeUnknown, @Nullable Throwable cause) {
		super(message, cause);
		this.kind = kind;
		this.topic = topic;
		this.reasonCode = NO_REASON_CODE;
		this.reasonString = null;
		this.outcomeUnknown = outcomeUnknown;
	}

	private MqttPublishException(String topic, int reasonCode, @Nullable String reasonString) {
		super("The broker refused the publish to '" + topic + "' with reason code 0x%02X".formatted(reasonCode)
				+ ((reasonString != null) ? ": " + reasonString : ""));
		this.kind = Kind.REFUSED;
		this.topic = topic;
		this.reasonCode = reasonCode;
		this.reasonString = reasonString;
		this.outcomeUnknown = false;
	}

	static MqttPublishException refused(String topic, int reasonCode, @Nullable String reasonString) {
		return new MqttPublishException(topic, reasonCode, reasonString);
	}

	/**
	 * Returns why it failed.
	 * @return the kind of failure
	 */
	public Kind getKind() {
		return this.kind;
	}

	/**
	 * Returns the topic that was published to.
	 * @return the topic name
	 */
	public String getTopic() {
		return this.topic;
	}

	/**
	 * Returns the reason code of the broker.
	 * @return the reason code, 0x80 or above, or {@link #NO_REASON_CODE} where the broker
	 * said nothing
	 */
	public int getReasonCode() {
		return this.reasonCode;
	}

	/**
	 * Returns the reason string of the broker.
	 * @return the reason string, or {@code null}
	 */
	public @Nullable String getReasonString() {
		return this.reasonString;
	}

	/**
	 * Whether the broker may have the message nevertheless: it was handed to a connection
	 * and not answered. Where this is {@code false} the broker has not accepted it and
	 * publishing it again can not make a duplicate.
	 * @return whether the broker may have accepted the message
	 */
	public boolean isOutcomeUnknown() {
		return this.outcomeUnknown;
	}

	/**
	 * The kinds of failure.
	 */
	public enum Kind {

		/** The broker answered with a reason code of 0x80 or above. */
		REFUSED,

		/** The message is over a limit of the broker or of MQTT. Nothing was sent. */
		LIMIT,

		/** The topic, a property or the payload can not be sent. Nothing was sent. */
		INVALID,

		/** The timeout passed before the broker answered. */
		TIMEOUT,

		/** There was no room in the publish buffer. Nothing was sent. */
		BUFFER_FULL,

		/**
		 * Connection after connection ended before the broker answered, so the message
		 * was given up. Whether the broker has it is unknown.
		 */
		UNCERTAIN,

		/** The session was stopped. */
		STOPPED

	}

}
