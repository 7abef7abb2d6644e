package io.gobridge.mqtt.transport;

/**
 * The control packet types, the upper four bits of the first byte (MQTT 5, section
 * 2.1.2). Numbers, not an enum: the reader switches on them for every packet.
 */
final class PacketType {

	static final int CONNECT = 1;

	static final int CONNACK = 2;

	static final int PUBLISH = 3;

	static final int PUBACK = 4;

	static final int PUBREC = 5;

	static final int PUBREL = 6;

	static final int PUBCOMP = 7;

	static final int SUBSCRIBE = 8;

	static final int SUBACK = 9;

	static final int UNSUBSCRIBE = 10;

	static final int UNSUBACK = 11;

	static final int PINGREQ = 12;

	static final int PINGRESP = 13;

	static final int DISCONNECT = 14;

	static final int AUTH = 15;

	private PacketType() {
	}

	/**
	 * Returns the type that the first byte of a packet names.
	 * @param header the first byte, 0 to 255
	 * @return the type, 0 to 15
	 */
	static int of(int header) {
		return header >> 4;
	}

}
