package io.gobridge.mqtt.transport;

import java.util.Arrays;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.ConnectionListener.Poison;

/**
 * Decodes PUBLISH packets (MQTT 5, section 3.3) and hands them on at once. Everything is
 * checked here, so that nothing malformed is found later by a handler: a packet is
 * delivered, or is over a cap of ours, or ends the connection. A packet without
 * properties costs two objects, one of them the payload. One per connection.
 */
@RunsOn(RunsOn.Kind.WIRE)
final class PublishDecoder {

	private static final int MAXIMUM_USER_PROPERTIES = 128;

	private static final int CACHED_IDENTIFIERS = 64;

	private final String session;

	private final int maxPayloadSize;

	private final ConnectionListener listener;

	private final TopicCache topics = new TopicCache();

	private final PropertyCursor cursor = new PropertyCursor();

	/** Arrays of one identifier, shared by the deliveries of a subscription. */
	private final int[][] identifiers = new int[CACHED_IDENTIFIERS][];

	private int identifierCount;

	private int userPropertyCount;

	private boolean otherProperties;

	/**
	 * Decodes the packets of one connection.
	 * @param session the name of the session
	 * @param maxPayloadSize the largest payload in bytes that is handed on
	 * @param listener told of every packet
	 */
	PublishDecoder(String session, int maxPayloadSize, ConnectionListener listener) {
		this.session = session;
		this.maxPayloadSize = maxPayloadSize;
		this.listener = listener;
		Arrays.fill(this.identifiers, ReceivedPublish.NO_IDENTIFIERS);
	}

	/**
	 * Decodes one packet and calls the listener with it. Keeps nothing of the buffer.
	 * @param header the first byte of the packet, accepted by {@link PacketFrames}
	 * @param buffer the bytes
	 * @param start the index of the first byte of the body
	 * @param end the index behind the packet
	 * @param receivedAt when it came, in milliseconds since the epoch
	 * @throws MalformedPacketException if the packet must not come; the listener was not
	 * called then
	 */
	void decode(int header, byte[] buffer, int start, int end, long receivedAt) throws MalformedPacketException {
		if (end - start < 2) {
			throw truncated(end - start);
		}
		int topicStart = start + 2;
		int topicLength = unsigned16(buffer, start);
		int topicEnd = topicStart + topicLength;
		int qos = (header >> 1) & 0x3;
		int propertyStart = (qos == 0) ? topicEnd : topicEnd + 2;
		if (propertyStart >= end) {
			throw truncated(end - start);
		}
		int packetId = 0;
		if (qos != 0) {
			packetId = unsigned16(buffer, topicEnd);
			if (packetId == 0) {
				throw MalformedPacketException.malformed("PUBLISH with packet identifier 0 at QoS " + qos);
			}
		}
		int payloadStart = propertyStart + 1;
		boolean bare = buffer[propertyStart] == 0;
		if (!bare) {
			payloadStart = checkProperties(buffer, propertyStart, end);
		}
		if (topicLength == 0) {
			throw MalformedPacketException.protocolError("PUBLISH with an empty topic name and without Topic Alias");
		}
		String topic = this.topics.get(buffer, topicStart, topicEnd);
		int payloadLength = end - payloadStart;
		if (payloadLength > this.maxPayloadSize) {
			this.listener.poison(Poison.PAYLOAD, qos, packetId);
			return;
		}
		int[] subscriptionIdentifiers = ReceivedPublish.NO_IDENTIFIERS;
		byte[] propertyBytes = ReceivedPublish.NO_BYTES;
		if (!bare) {
			int first = propertyStart + sizeOfNumber(buffer, propertyStart);
			if (this.userPropertyCount > MAXIMUM_USER_PROPERTIES) {
				this.listener.poison(Poison.USER_PROPERTIES, qos, packetId);
				return;
			}
			if (topicLength + (payloadStart - first) > PacketFrames.MAXIMUM_METADATA) {
				this.listener.poison(Poison.METADATA, qos, packetId);
				return;
			}
			subscriptionIdentifiers = subscriptionIdentifiers(first, payloadStart);
			if (this.otherProperties) {
				propertyBytes = Arrays.copyOfRange(buffer, first, payloadStart);
			}
		}
		byte[] payload = (payloadLength == 0) ? ReceivedPublish.NO_BYTES
				: Arrays.copyOfRange(buffer, payloadStart, end);
		this.listener.publish(new ReceivedPublish(this.session, topic, payload, header, receivedAt,
				subscriptionIdentifiers, propertyBytes), packetId, subscriptionIdentifiers);
	}

	private int checkProperties(byte[] buffer, int start, int end) throws MalformedPacketException {
		this.identifierCount = 0;
		this.userPropertyCount = 0;
		this.otherProperties = false;
		PropertyCursor properties = this.cursor;
		int propertyEnd = properties.open(buffer, start, end, PublishProperties.ALLOWED);
		while (properties.next()) {
			switch (properties.identifier()) {
				case PropertyCursor.SUBSCRIPTION_IDENTIFIER -> this.identifierCount++;
				case PropertyCursor.USER_PROPERTY -> {
					this.userPropertyCount++;
					this.otherProperties = true;
				}
				// Our CONNECT announces a Topic Alias Maximum of 0 (section 3.3.2.3.4).
				case PropertyCursor.TOPIC_ALIAS ->
					throw new MalformedPacketException(MalformedPacketException.TOPIC_ALIAS_INVALID,
							"PUBLISH with a Topic Alias of " + properties.number() + ", none is allowed");
				default -> this.otherProperties = true;
			}
		}
		return propertyEnd;
	}

	/**
	 * Collects the identifiers in a second walk: the packet is within the caps now, and
	 * the array is no longer than it has to be.
	 */
	private int[] subscriptionIdentifiers(int start, int end) throws MalformedPacketException {
		if (this.identifierCount == 0) {
			return ReceivedPublish.NO_IDENTIFIERS;
		}
		PropertyCursor properties = this.cursor;
		properties.restart(start, end, PublishProperties.ALLOWED);
		int[] found = (this.identifierCount > 1) ? new int[this.identifierCount] : ReceivedPublish.NO_IDENTIFIERS;
		int count = 0;
		while (count < this.identifierCount && properties.next()) {
			if (properties.identifier() == PropertyCursor.SUBSCRIPTION_IDENTIFIER) {
				int identifier = (int) properties.number();
				if (this.identifierCount == 1) {
					return shared(identifier);
				}
				found[count++] = identifier;
			}
		}
		return found;
	}

	private int[] shared(int identifier) {
		int slot = (identifier ^ (identifier >>> 6) ^ (identifier >>> 12)) & (CACHED_IDENTIFIERS - 1);
		int[] array = this.identifiers[slot];
		if (array.length == 0 || array[0] != identifier) {
			array = new int[] { identifier };
			this.identifiers[slot] = array;
		}
		return array;
	}

	private static int unsigned16(byte[] buffer, int index) {
		return ((buffer[index] & 0xFF) << 8) | (buffer[index + 1] & 0xFF);
	}

	private static int sizeOfNumber(byte[] buffer, int index) {
		int size = 1;
		while (buffer[index + size - 1] < 0) {
			size++;
		}
		return size;
	}

	private static MalformedPacketException truncated(int length) {
		return MalformedPacketException.malformed("PUBLISH of " + length + " bytes ends before its payload");
	}

}
