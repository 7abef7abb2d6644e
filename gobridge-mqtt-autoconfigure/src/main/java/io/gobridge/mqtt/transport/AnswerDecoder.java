package io.gobridge.mqtt.transport;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import org.jspecify.annotations.Nullable;

/**
 * Decodes the four packets of a publish that are not PUBLISH (MQTT 5, sections 3.4 to
 * 3.7) and hands them on at once. One per connection.
 */
@RunsOn(RunsOn.Kind.WIRE)
final class AnswerDecoder {

	private static final long ALLOWED = PropertyCursor.setOf(PropertyCursor.REASON_STRING,
			PropertyCursor.USER_PROPERTY);

	private final ConnectionListener listener;

	private final PropertyCursor cursor = new PropertyCursor();

	/**
	 * Decodes the packets of one connection.
	 * @param listener told of every packet
	 */
	AnswerDecoder(ConnectionListener listener) {
		this.listener = listener;
	}

	/**
	 * Decodes one packet and calls the listener with it.
	 * @param type PUBACK, PUBREC, PUBREL or PUBCOMP
	 * @param buffer the bytes
	 * @param start the index of the first byte of the body
	 * @param end the index behind the packet
	 * @throws MalformedPacketException if the packet must not come; the listener was not
	 * called then
	 */
	void decode(int type, byte[] buffer, int start, int end) throws MalformedPacketException {
		int packetId = AnswerHead.packetId(type, buffer, start, end, 2);
		int length = end - start;
		int reasonCode = ReasonCodes.SUCCESS;
		if (length > 2) {
			ReasonCodes allowed = (type == PacketType.PUBACK || type == PacketType.PUBREC)
					? ReasonCodes.PUBLISH_RECEIVED : ReasonCodes.PUBLISH_RELEASED;
			reasonCode = allowed.check(buffer[start + 2] & 0xFF);
		}
		String reasonString = (length > 3) ? reasonString(buffer, start + 3, end) : null;
		switch (type) {
			case PacketType.PUBACK -> this.listener.answered(PublishAnswer.PUBACK, packetId, reasonCode, reasonString);
			case PacketType.PUBREC -> this.listener.answered(PublishAnswer.PUBREC, packetId, reasonCode, reasonString);
			case PacketType.PUBCOMP ->
				this.listener.answered(PublishAnswer.PUBCOMP, packetId, reasonCode, reasonString);
			case PacketType.PUBREL -> this.listener.released(packetId);
			default -> throw new IllegalArgumentException("Packet type " + type);
		}
	}

	private @Nullable String reasonString(byte[] buffer, int start, int end) throws MalformedPacketException {
		this.cursor.openLast(buffer, start, end, ALLOWED);
		return this.cursor.reasonString();
	}

}
