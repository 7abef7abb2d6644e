package io.gobridge.mqtt.transport;

/**
 * The broker sent something that MQTT 5 or our CONNECT does not allow. Carries the reason
 * code of the DISCONNECT that has to be answered (MQTT 5, section 4.13.1). The message
 * has sizes and numbers only, never a topic name, a property value or payload.
 */
final class MalformedPacketException extends Exception {

	/** The packet can not be parsed. */
	static final int MALFORMED_PACKET = 0x81;

	/** The packet can be parsed and must not be sent like this. */
	static final int PROTOCOL_ERROR = 0x82;

	/** A topic alias above the Topic Alias Maximum, which is 0. */
	static final int TOPIC_ALIAS_INVALID = 0x94;

	/** The packet is above the Maximum Packet Size that our CONNECT announced. */
	static final int PACKET_TOO_LARGE = 0x95;

	private final int reasonCode;

	MalformedPacketException(int reasonCode, String message) {
		super(message);
		this.reasonCode = reasonCode;
	}

	static MalformedPacketException malformed(String message) {
		return new MalformedPacketException(MALFORMED_PACKET, message);
	}

	static MalformedPacketException protocolError(String message) {
		return new MalformedPacketException(PROTOCOL_ERROR, message);
	}

	/**
	 * Returns the reason code for our DISCONNECT.
	 * @return 0x81, 0x82, 0x94 or 0x95
	 */
	int reasonCode() {
		return this.reasonCode;
	}

}
