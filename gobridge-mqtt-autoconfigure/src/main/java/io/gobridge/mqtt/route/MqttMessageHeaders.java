package io.gobridge.mqtt.route;

import org.springframework.messaging.MessageHeaders;

/**
 * Names of the headers of a {@link org.springframework.messaging.Message} that was made
 * from a delivery. The user properties of the delivery are headers too, under their own
 * names: a String, or a list of Strings where a name occurs more than once. A user
 * property whose name is {@link #isReserved(String) reserved} is left out.
 */
public final class MqttMessageHeaders {

	/** What all names below begin with, the content type excepted. */
	public static final String PREFIX = "mqtt_";

	/** The topic as published, a String. */
	public static final String TOPIC = PREFIX + "receivedTopic";

	/** The quality of service, an Integer. */
	public static final String QOS = PREFIX + "receivedQos";

	/** The RETAIN flag, a Boolean. */
	public static final String RETAINED = PREFIX + "receivedRetained";

	/** The DUP flag, a Boolean. */
	public static final String DUPLICATE = PREFIX + "duplicate";

	/** The content type property, a String, if there is one. */
	public static final String CONTENT_TYPE = MessageHeaders.CONTENT_TYPE;

	/** The response topic, a String, if there is one. */
	public static final String RESPONSE_TOPIC = PREFIX + "responseTopic";

	/** The correlation data, a byte array, if there are any. */
	public static final String CORRELATION_DATA = PREFIX + "correlationData";

	/** What is left of the message expiry interval, a Duration, if there is one. */
	public static final String MESSAGE_EXPIRY = PREFIX + "messageExpiry";

	/** Whether the payload is declared to be UTF-8, a Boolean. */
	public static final String PAYLOAD_IS_UTF8 = PREFIX + "payloadIsUtf8";

	/** The subscription identifiers, a list of Integers. */
	public static final String SUBSCRIPTION_IDENTIFIERS = PREFIX + "subscriptionIdentifiers";

	/** All user properties, {@link io.gobridge.mqtt.message.UserProperties}. */
	public static final String USER_PROPERTIES = PREFIX + "userProperties";

	/** The name of the session, a String. */
	public static final String SESSION = PREFIX + "session";

	/** When the packet was read, an Instant. */
	public static final String RECEIVED_AT = PREFIX + "receivedAt";

	private MqttMessageHeaders() {
	}

	/**
	 * Whether a name has a meaning of its own, so that no user property may take it.
	 * @param name the name of a header
	 * @return whether the name is reserved
	 */
	public static boolean isReserved(String name) {
		return name.startsWith(PREFIX) || name.equals(CONTENT_TYPE) || name.equals(MessageHeaders.ID)
				|| name.equals(MessageHeaders.TIMESTAMP) || name.equals(MessageHeaders.REPLY_CHANNEL)
				|| name.equals(MessageHeaders.ERROR_CHANNEL);
	}

}
