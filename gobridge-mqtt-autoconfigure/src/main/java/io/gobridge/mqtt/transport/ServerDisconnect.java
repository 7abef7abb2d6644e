package io.gobridge.mqtt.transport;

import org.jspecify.annotations.Nullable;

/**
 * A DISCONNECT packet from the broker (MQTT 5, section 3.14).
 *
 * @param reasonCode the reason code, 0 where the packet had none
 * @param reasonString the reason string, or {@code null}
 * @param serverReference the server to use instead, or {@code null}
 */
record ServerDisconnect(int reasonCode, @Nullable String reasonString, @Nullable String serverReference) {

	private static final long ALLOWED = PropertyCursor.setOf(PropertyCursor.REASON_STRING, PropertyCursor.USER_PROPERTY,
			PropertyCursor.SERVER_REFERENCE);

	/**
	 * Decodes a packet.
	 * @param buffer the bytes
	 * @param start the index of the first byte of the body
	 * @param end the index behind the packet
	 * @return the packet
	 * @throws MalformedPacketException if the packet must not come
	 */
	static ServerDisconnect decode(byte[] buffer, int start, int end) throws MalformedPacketException {
		if (start == end) {
			return new ServerDisconnect(ReasonCodes.SUCCESS, null, null);
		}
		int reasonCode = ReasonCodes.SERVER_DISCONNECT.check(buffer[start] & 0xFF);
		String reasonString = null;
		String serverReference = null;
		if (end - start > 1) {
			PropertyCursor cursor = new PropertyCursor();
			cursor.openLast(buffer, start + 1, end, ALLOWED);
			while (cursor.next()) {
				if (cursor.identifier() == PropertyCursor.REASON_STRING) {
					reasonString = cursor.text();
				}
				else if (cursor.identifier() == PropertyCursor.SERVER_REFERENCE) {
					serverReference = cursor.text();
				}
			}
		}
		return new ServerDisconnect(reasonCode, reasonString, serverReference);
	}

}
