package io.gobridge.mqtt.transport;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.gobridge.mqtt.session.SubscriptionAck;

/**
 * A SUBACK or UNSUBACK packet (MQTT 5, sections 3.9 and 3.11).
 *
 * @param packetId the packet identifier of the request
 * @param ack what the broker answered
 */
record SubscriptionAnswer(int packetId, SubscriptionAck ack) {

	private static final long ALLOWED = PropertyCursor.setOf(PropertyCursor.REASON_STRING,
			PropertyCursor.USER_PROPERTY);

	/**
	 * Decodes a packet.
	 * @param type SUBACK or UNSUBACK
	 * @param buffer the bytes
	 * @param start the index of the first byte of the body
	 * @param end the index behind the packet
	 * @return the answer
	 * @throws MalformedPacketException if the packet must not come
	 */
	static SubscriptionAnswer decode(int type, byte[] buffer, int start, int end) throws MalformedPacketException {
		int length = end - start;
		if (length < 3) {
			throw MalformedPacketException.malformed("Packet of type " + type + " with a body of " + length + " bytes");
		}
		int packetId = ((buffer[start] & 0xFF) << 8) | (buffer[start + 1] & 0xFF);
		if (packetId == 0) {
			throw MalformedPacketException.malformed("Packet of type " + type + " with packet identifier 0");
		}
		PropertyCursor cursor = new PropertyCursor();
		int position = cursor.open(buffer, start + 2, end, ALLOWED);
		String reasonString = null;
		while (cursor.next()) {
			if (cursor.identifier() == PropertyCursor.REASON_STRING) {
				reasonString = cursor.text();
			}
		}
		ReasonCodes allowed = (type == PacketType.SUBACK) ? ReasonCodes.SUBACK : ReasonCodes.UNSUBACK;
		List<Integer> reasonCodes = new ArrayList<>();
		while (position < end) {
			reasonCodes.add(allowed.check(buffer[position++] & 0xFF));
		}
		return new SubscriptionAnswer(packetId,
				new SubscriptionAck(Collections.unmodifiableList(reasonCodes), reasonString));
	}

}
