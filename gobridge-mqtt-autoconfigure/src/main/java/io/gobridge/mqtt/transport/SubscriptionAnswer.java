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
		int packetId = AnswerHead.packetId(type, buffer, start, end, 3);
		PropertyCursor cursor = new PropertyCursor();
		int position = cursor.open(buffer, start + 2, end, ALLOWED);
		String reasonString = cursor.reasonString();
		ReasonCodes allowed = (type == PacketType.SUBACK) ? ReasonCodes.SUBACK : ReasonCodes.UNSUBACK;
		List<Integer> reasonCodes = new ArrayList<>();
		while (position < end) {
			reasonCodes.add(allowed.check(buffer[position++] & 0xFF));
		}
		return new SubscriptionAnswer(packetId,
				new SubscriptionAck(Collections.unmodifiableList(reasonCodes), reasonString));
	}

}
