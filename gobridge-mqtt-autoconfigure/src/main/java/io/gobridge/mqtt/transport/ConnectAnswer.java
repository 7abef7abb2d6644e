package io.gobridge.mqtt.transport;

import io.gobridge.mqtt.session.ConnAck;
import org.jspecify.annotations.Nullable;

/**
 * A CONNACK packet (MQTT 5, section 3.2), of success or of refusal.
 *
 * @param reasonCode the reason code, 0 for success
 * @param ack what else the broker said
 * @param serverReference the server to use instead, or {@code null}
 */
record ConnectAnswer(int reasonCode, ConnAck ack, @Nullable String serverReference) {

	/**
	 * Authentication Method and Authentication Data are not there: we send no
	 * Authentication Method, so the server must not either (section 4.12).
	 */
	private static final long ALLOWED = PropertyCursor.setOf(PropertyCursor.SESSION_EXPIRY_INTERVAL,
			PropertyCursor.ASSIGNED_CLIENT_IDENTIFIER, PropertyCursor.SERVER_KEEP_ALIVE,
			PropertyCursor.RESPONSE_INFORMATION, PropertyCursor.SERVER_REFERENCE, PropertyCursor.REASON_STRING,
			PropertyCursor.RECEIVE_MAXIMUM, PropertyCursor.TOPIC_ALIAS_MAXIMUM, PropertyCursor.MAXIMUM_QOS,
			PropertyCursor.RETAIN_AVAILABLE, PropertyCursor.USER_PROPERTY, PropertyCursor.MAXIMUM_PACKET_SIZE,
			PropertyCursor.WILDCARD_SUBSCRIPTION_AVAILABLE, PropertyCursor.SUBSCRIPTION_IDENTIFIER_AVAILABLE,
			PropertyCursor.SHARED_SUBSCRIPTION_AVAILABLE);

	/**
	 * Whether the connection is up.
	 * @return whether the broker accepted it
	 */
	boolean accepted() {
		return this.reasonCode == ReasonCodes.SUCCESS;
	}

	/**
	 * Decodes a packet.
	 * @param buffer the bytes
	 * @param start the index of the first byte of the body
	 * @param end the index behind the packet
	 * @return the answer
	 * @throws MalformedPacketException if the packet must not come
	 */
	static ConnectAnswer decode(byte[] buffer, int start, int end) throws MalformedPacketException {
		int length = end - start;
		if (length < 2) {
			throw MalformedPacketException.malformed("CONNACK with a body of " + length + " bytes");
		}
		int flags = buffer[start] & 0xFF;
		int reasonCode = buffer[start + 1] & 0xFF;
		if (flags > 1) {
			throw MalformedPacketException.malformed("CONNACK with the acknowledge flags " + flags);
		}
		if (length == 2 && flags == 0 && reasonCode == 1) {
			// A server that only speaks MQTT 3.1.1 answers in its own format.
			return new ConnectAnswer(ReasonCodes.UNSUPPORTED_PROTOCOL_VERSION, new Fields().toConnAck(false), null);
		}
		ReasonCodes.CONNACK.check(reasonCode);
		if (flags == 1 && reasonCode != ReasonCodes.SUCCESS) {
			throw MalformedPacketException.protocolError("CONNACK with Session Present and an error code");
		}
		PropertyCursor cursor = new PropertyCursor();
		cursor.openLast(buffer, start + 2, end, ALLOWED);
		Fields fields = new Fields();
		while (cursor.next()) {
			fields.take(cursor);
		}
		return new ConnectAnswer(reasonCode, fields.toConnAck(flags == 1), fields.serverReference);
	}

	/**
	 * What was found so far, with the defaults of the specification.
	 */
	private static final class Fields {

		private int receiveMaximum = 65_535;

		private int maximumQos = 2;

		private boolean retainAvailable = true;

		private @Nullable Long maximumPacketSize;

		private int topicAliasMaximum;

		private boolean wildcardSubscriptionAvailable = true;

		private boolean subscriptionIdentifiersAvailable = true;

		private boolean sharedSubscriptionAvailable = true;

		private @Nullable Integer serverKeepAlive;

		private @Nullable Long sessionExpiry;

		private @Nullable String assignedClientId;

		private @Nullable String reasonString;

		private @Nullable String serverReference;

		void take(PropertyCursor cursor) throws MalformedPacketException {
			switch (cursor.identifier()) {
				case PropertyCursor.RECEIVE_MAXIMUM -> this.receiveMaximum = (int) cursor.number();
				case PropertyCursor.MAXIMUM_QOS -> this.maximumQos = (int) cursor.number();
				case PropertyCursor.RETAIN_AVAILABLE -> this.retainAvailable = cursor.number() == 1;
				case PropertyCursor.MAXIMUM_PACKET_SIZE -> this.maximumPacketSize = cursor.number();
				case PropertyCursor.TOPIC_ALIAS_MAXIMUM -> this.topicAliasMaximum = (int) cursor.number();
				case PropertyCursor.WILDCARD_SUBSCRIPTION_AVAILABLE ->
					this.wildcardSubscriptionAvailable = cursor.number() == 1;
				case PropertyCursor.SUBSCRIPTION_IDENTIFIER_AVAILABLE ->
					this.subscriptionIdentifiersAvailable = cursor.number() == 1;
				case PropertyCursor.SHARED_SUBSCRIPTION_AVAILABLE ->
					this.sharedSubscriptionAvailable = cursor.number() == 1;
				case PropertyCursor.SERVER_KEEP_ALIVE -> this.serverKeepAlive = (int) cursor.number();
				case PropertyCursor.SESSION_EXPIRY_INTERVAL -> this.sessionExpiry = cursor.number();
				case PropertyCursor.ASSIGNED_CLIENT_IDENTIFIER -> this.assignedClientId = cursor.text();
				case PropertyCursor.REASON_STRING -> this.reasonString = cursor.text();
				case PropertyCursor.SERVER_REFERENCE -> this.serverReference = cursor.text();
				default -> {
					// User properties and Response Information have no use here.
				}
			}
		}

		ConnAck toConnAck(boolean sessionPresent) {
			return new ConnAck(sessionPresent, this.receiveMaximum, this.maximumQos, this.retainAvailable,
					this.maximumPacketSize, this.topicAliasMaximum, this.wildcardSubscriptionAvailable,
					this.subscriptionIdentifiersAvailable, this.sharedSubscriptionAvailable, this.serverKeepAlive,
					this.sessionExpiry, this.assignedClientId, this.reasonString);
		}

	}

}
