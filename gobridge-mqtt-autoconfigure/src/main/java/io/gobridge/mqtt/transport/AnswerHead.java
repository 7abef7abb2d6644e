package io.gobridge.mqtt.transport;

/**
 * What every answer of the broker begins with (MQTT 5, section 2.2.1).
 */
final class AnswerHead {

	private AnswerHead() {
	}

	/**
	 * Reads the packet identifier.
	 * @param type the type of the packet, for a message
	 * @param buffer the bytes
	 * @param start the index of the first byte of the body
	 * @param end the index behind the packet
	 * @param shortest how many bytes a body has at least
	 * @return the packet identifier
	 * @throws MalformedPacketException if the body is shorter or the identifier is 0
	 */
	static int packetId(int type, byte[] buffer, int start, int end, int shortest) throws MalformedPacketException {
		int length = end - start;
		if (length < shortest) {
			throw MalformedPacketException.malformed("Packet of type " + type + " with a body of " + length + " bytes");
		}
		int packetId = ((buffer[start] & 0xFF) << 8) | (buffer[start + 1] & 0xFF);
		if (packetId == 0) {
			throw MalformedPacketException.malformed("Packet of type " + type + " with packet identifier 0");
		}
		return packetId;
	}

}
