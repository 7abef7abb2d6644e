package io.gobridge.mqtt.broker;

/**
 * The properties of MQTT 5 (2.2.2.2).
 */
public enum Property {

	PAYLOAD_FORMAT_INDICATOR(0x01, Encoding.BYTE),

	MESSAGE_EXPIRY_INTERVAL(0x02, Encoding.FOUR_BYTES),

	CONTENT_TYPE(0x03, Encoding.STRING),

	RESPONSE_TOPIC(0x08, Encoding.STRING),

	CORRELATION_DATA(0x09, Encoding.BINARY),

	SUBSCRIPTION_IDENTIFIER(0x0B, Encoding.VARIABLE),

	SESSION_EXPIRY_INTERVAL(0x11, Encoding.FOUR_BYTES),

	ASSIGNED_CLIENT_IDENTIFIER(0x12, Encoding.STRING),

	SERVER_KEEP_ALIVE(0x13, Encoding.TWO_BYTES),

	AUTHENTICATION_METHOD(0x15, Encoding.STRING),

	AUTHENTICATION_DATA(0x16, Encoding.BINARY),

	REQUEST_PROBLEM_INFORMATION(0x17, Encoding.BYTE),

	WILL_DELAY_INTERVAL(0x18, Encoding.FOUR_BYTES),

	REQUEST_RESPONSE_INFORMATION(0x19, Encoding.BYTE),

	RESPONSE_INFORMATION(0x1A, Encoding.STRING),

	SERVER_REFERENCE(0x1C, Encoding.STRING),

	REASON_STRING(0x1F, Encoding.STRING),

	RECEIVE_MAXIMUM(0x21, Encoding.TWO_BYTES),

	TOPIC_ALIAS_MAXIMUM(0x22, Encoding.TWO_BYTES),

	TOPIC_ALIAS(0x23, Encoding.TWO_BYTES),

	MAXIMUM_QOS(0x24, Encoding.BYTE),

	RETAIN_AVAILABLE(0x25, Encoding.BYTE),

	USER_PROPERTY(0x26, Encoding.PAIR),

	MAXIMUM_PACKET_SIZE(0x27, Encoding.FOUR_BYTES),

	WILDCARD_SUBSCRIPTION_AVAILABLE(0x28, Encoding.BYTE),

	SUBSCRIPTION_IDENTIFIERS_AVAILABLE(0x29, Encoding.BYTE),

	SHARED_SUBSCRIPTION_AVAILABLE(0x2A, Encoding.BYTE);

	private final int id;

	private final Encoding encoding;

	Property(int id, Encoding encoding) {
		this.id = id;
		this.encoding = encoding;
	}

	int id() {
		return this.id;
	}

	Encoding encoding() {
		return this.encoding;
	}

	static Property of(int id) {
		for (Property property : values()) {
			if (property.id == id) {
				return property;
			}
		}
		throw new IllegalArgumentException("No property 0x" + Integer.toHexString(id));
	}

	/**
	 * How the value of a property is written.
	 */
	enum Encoding {

		BYTE, TWO_BYTES, FOUR_BYTES, VARIABLE, STRING, BINARY, PAIR

	}

}
