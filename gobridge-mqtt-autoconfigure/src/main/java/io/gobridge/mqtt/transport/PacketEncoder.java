package io.gobridge.mqtt.transport;

import java.util.List;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the packets that we send. What can not be sent is refused with an
 * {@link IllegalArgumentException} before the first byte is written, so the buffer always
 * holds whole packets.
 */
final class PacketEncoder {

	/** The largest number that a variable byte integer can hold. */
	private static final int MAXIMUM_NUMBER = 268_435_455;

	private static final long MAXIMUM_FOUR_BYTES = 0xFFFF_FFFFL;

	private PacketEncoder() {
	}

	/**
	 * Encodes a PUBACK.
	 * @param out where to
	 * @param packetId the packet identifier
	 * @param reasonCode the reason code, 0 for success
	 */
	static void pubAck(OutboundBuffer out, int packetId, int reasonCode) {
		answer(out, PacketType.PUBACK << 4, packetId, reasonCode);
	}

	/**
	 * Encodes a PUBREC.
	 * @param out where to
	 * @param packetId the packet identifier
	 * @param reasonCode the reason code, 0 for success
	 */
	static void pubRec(OutboundBuffer out, int packetId, int reasonCode) {
		answer(out, PacketType.PUBREC << 4, packetId, reasonCode);
	}

	/**
	 * Encodes a PUBREL.
	 * @param out where to
	 * @param packetId the packet identifier
	 */
	static void pubRel(OutboundBuffer out, int packetId) {
		answer(out, PacketType.PUBREL << 4 | 2, packetId, ReasonCodes.SUCCESS);
	}

	/**
	 * Encodes a PUBCOMP.
	 * @param out where to
	 * @param packetId the packet identifier
	 * @param reasonCode the reason code, 0 for success, 0x92 for an unknown identifier
	 */
	static void pubComp(OutboundBuffer out, int packetId, int reasonCode) {
		answer(out, PacketType.PUBCOMP << 4, packetId, reasonCode);
	}

	private static void answer(OutboundBuffer out, int header, int packetId, int reasonCode) {
		checkPacketId(packetId);
		out.ensureCapacity(5);
		out.put(header);
		// Success goes without saying (MQTT 5, section 3.4.2.1).
		boolean bare = reasonCode == ReasonCodes.SUCCESS;
		out.put(bare ? 2 : 3);
		out.putTwo(packetId);
		if (!bare) {
			out.put(reasonCode);
		}
	}

	/**
	 * Encodes a PINGREQ.
	 * @param out where to
	 */
	static void pingReq(OutboundBuffer out) {
		out.ensureCapacity(2);
		out.put(PacketType.PINGREQ << 4);
		out.put(0);
	}

	/**
	 * Encodes a DISCONNECT.
	 * @param out where to
	 * @param reasonCode the reason code, 0 for a normal one
	 */
	static void disconnect(OutboundBuffer out, int reasonCode) {
		out.ensureCapacity(3);
		out.put(PacketType.DISCONNECT << 4);
		if (reasonCode == ReasonCodes.SUCCESS) {
			out.put(0);
		}
		else {
			out.put(1);
			out.put(reasonCode);
		}
	}

	/**
	 * Encodes the CONNACK that Paho gets to see: no limit of the broker, no topic alias,
	 * and a Server Keep Alive of 0, because limits, aliases and pings are ours.
	 * @param out where to
	 * @param sessionPresent whether the broker resumed a session
	 * @param reasonCode the reason code of the broker
	 */
	static void connAck(OutboundBuffer out, boolean sessionPresent, int reasonCode) {
		out.ensureCapacity(8);
		out.put(PacketType.CONNACK << 4);
		out.put(6);
		out.put(sessionPresent ? 1 : 0);
		out.put(reasonCode);
		out.put(3);
		out.put(PropertyCursor.SERVER_KEEP_ALIVE);
		out.putTwo(0);
	}

	/**
	 * Encodes a SUBSCRIBE. Whether No Local is allowed for a filter is for the caller to
	 * know.
	 * @param out where to
	 * @param packetId the packet identifier
	 * @param filters the filters, at least one
	 * @param subscriptionIdentifier the identifier for all of them, 0 for none
	 */
	static void subscribe(OutboundBuffer out, int packetId, List<SubscriptionRequest> filters,
			int subscriptionIdentifier) {
		checkPacketId(packetId);
		checkSome(filters);
		if (subscriptionIdentifier < 0 || subscriptionIdentifier > MAXIMUM_NUMBER) {
			throw new IllegalArgumentException("Subscription identifier " + subscriptionIdentifier
					+ " is not between 1 and " + MAXIMUM_NUMBER + ", or 0 for none");
		}
		int properties = (subscriptionIdentifier != 0) ? 1 + sizeOfNumber(subscriptionIdentifier) : 0;
		long length = 2L + 1 + properties;
		for (SubscriptionRequest filter : filters) {
			checkOptions(filter);
			length += 2L + filterLength(filter.filter()) + 1;
		}
		begin(out, PacketType.SUBSCRIBE << 4 | 2, length);
		out.putTwo(packetId);
		out.put(properties);
		if (subscriptionIdentifier != 0) {
			out.put(PropertyCursor.SUBSCRIPTION_IDENTIFIER);
			out.putNumber(subscriptionIdentifier);
		}
		for (SubscriptionRequest filter : filters) {
			out.putText(filter.filter());
			out.put(filter.qos() | (filter.noLocal() ? 0x04 : 0) | (filter.retainAsPublished() ? 0x08 : 0)
					| (filter.retainHandling() << 4));
		}
	}

	/**
	 * Encodes an UNSUBSCRIBE.
	 * @param out where to
	 * @param packetId the packet identifier
	 * @param filters the filters, at least one
	 */
	static void unsubscribe(OutboundBuffer out, int packetId, List<String> filters) {
		checkPacketId(packetId);
		checkSome(filters);
		long length = 2L + 1;
		for (String filter : filters) {
			length += 2L + filterLength(filter);
		}
		begin(out, PacketType.UNSUBSCRIBE << 4 | 2, length);
		out.putTwo(packetId);
		out.put(0);
		for (String filter : filters) {
			out.putText(filter);
		}
	}

	/**
	 * Returns the size of the PUBLISH packet of a message.
	 * @param publish the message
	 * @return the size of the whole packet in bytes
	 */
	static int sizeOf(OutboundPublish publish) {
		int length = checkLength(publishLength(publish, propertyLength(publish)));
		return 1 + sizeOfNumber(length) + length;
	}

	/**
	 * Encodes a PUBLISH.
	 * @param out where to
	 * @param publish the message
	 * @param packetId the packet identifier, 0 at QoS 0
	 * @param duplicate whether this identifier was sent before
	 */
	static void publish(OutboundBuffer out, OutboundPublish publish, int packetId, boolean duplicate) {
		int qos = publish.qos();
		if (qos != 0) {
			checkPacketId(packetId);
		}
		else if (packetId != 0 || duplicate) {
			throw new IllegalArgumentException("A PUBLISH at QoS 0 has neither a packet identifier nor DUP");
		}
		int properties = propertyLength(publish);
		begin(out, PacketType.PUBLISH << 4 | (duplicate ? 0x08 : 0) | (qos << 1) | (publish.retain() ? 0x01 : 0),
				publishLength(publish, properties));
		out.putText(publish.topic());
		if (qos != 0) {
			out.putTwo(packetId);
		}
		out.putNumber(properties);
		putProperties(out, publish);
		out.putBytes(publish.payload());
	}

	private static long publishLength(OutboundPublish publish, int properties) {
		int qos = publish.qos();
		if (qos < 0 || qos > 2) {
			throw new IllegalArgumentException("QoS " + qos + " is not 0, 1 or 2");
		}
		return 2L + topicLength("topic", publish.topic()) + ((qos != 0) ? 2 : 0) + sizeOfNumber(properties) + properties
				+ publish.payload().length;
	}

	private static int propertyLength(OutboundPublish publish) {
		long length = 0;
		if (publish.payloadIsUtf8()) {
			length += 2;
		}
		Long expiry = publish.messageExpiry();
		if (expiry != null) {
			if (expiry < 0 || expiry > MAXIMUM_FOUR_BYTES) {
				throw new IllegalArgumentException(
						"Message expiry of " + expiry + " s is not between 0 and " + MAXIMUM_FOUR_BYTES);
			}
			length += 5;
		}
		if (publish.contentType() != null) {
			length += 3L + Utf8.length("content type", publish.contentType());
		}
		if (publish.responseTopic() != null) {
			length += 3L + topicLength("response topic", publish.responseTopic());
		}
		byte[] correlationData = publish.correlationData();
		if (correlationData != null) {
			if (correlationData.length > Utf8.MAXIMUM_LENGTH) {
				throw new IllegalArgumentException("The correlation data is " + correlationData.length
						+ " bytes long, more than the " + Utf8.MAXIMUM_LENGTH + " that MQTT allows");
			}
			length += 3L + correlationData.length;
		}
		for (UserProperties.Entry entry : publish.userProperties()) {
			length += 5L + Utf8.length("name of a user property", entry.name())
					+ Utf8.length("value of a user property", entry.value());
		}
		return checkLength(length);
	}

	private static void putProperties(OutboundBuffer out, OutboundPublish publish) {
		if (publish.payloadIsUtf8()) {
			out.put(PropertyCursor.PAYLOAD_FORMAT_INDICATOR);
			out.put(1);
		}
		Long expiry = publish.messageExpiry();
		if (expiry != null) {
			out.put(PropertyCursor.MESSAGE_EXPIRY_INTERVAL);
			out.putFour(expiry);
		}
		putText(out, PropertyCursor.CONTENT_TYPE, publish.contentType());
		putText(out, PropertyCursor.RESPONSE_TOPIC, publish.responseTopic());
		byte[] correlationData = publish.correlationData();
		if (correlationData != null) {
			out.put(PropertyCursor.CORRELATION_DATA);
			out.putTwo(correlationData.length);
			out.putBytes(correlationData);
		}
		for (UserProperties.Entry entry : publish.userProperties()) {
			out.put(PropertyCursor.USER_PROPERTY);
			out.putText(entry.name());
			out.putText(entry.value());
		}
	}

	private static void putText(OutboundBuffer out, int property, @Nullable String value) {
		if (value != null) {
			out.put(property);
			out.putText(value);
		}
	}

	private static void begin(OutboundBuffer out, int header, long length) {
		int checked = checkLength(length);
		out.ensureCapacity(5 + checked);
		out.put(header);
		out.putNumber(checked);
	}

	private static int sizeOfNumber(int value) {
		if (value < 128) {
			return 1;
		}
		if (value < 16_384) {
			return 2;
		}
		return (value < 2_097_152) ? 3 : 4;
	}

	private static int topicLength(String field, String topic) {
		int length = Utf8.length(field, topic);
		if (length == 0) {
			throw new IllegalArgumentException("The " + field + " is empty");
		}
		if (topic.indexOf('#') >= 0 || topic.indexOf('+') >= 0) {
			throw new IllegalArgumentException("The " + field + " has a wildcard in it");
		}
		return length;
	}

	private static int filterLength(String filter) {
		int length = Utf8.length("topic filter", filter);
		if (length == 0) {
			throw new IllegalArgumentException("The topic filter is empty");
		}
		return length;
	}

	private static void checkOptions(SubscriptionRequest filter) {
		if (filter.qos() < 0 || filter.qos() > 2) {
			throw new IllegalArgumentException("QoS " + filter.qos() + " is not 0, 1 or 2");
		}
		if (filter.retainHandling() < 0 || filter.retainHandling() > 2) {
			throw new IllegalArgumentException("Retain handling " + filter.retainHandling() + " is not 0, 1 or 2");
		}
	}

	private static void checkSome(List<?> filters) {
		if (filters.isEmpty()) {
			throw new IllegalArgumentException("There is no topic filter");
		}
	}

	private static void checkPacketId(int packetId) {
		if (packetId < 1 || packetId > 65_535) {
			throw new IllegalArgumentException("Packet identifier " + packetId + " is not between 1 and 65535");
		}
	}

	private static int checkLength(long length) {
		if (length > MAXIMUM_NUMBER) {
			throw new IllegalArgumentException("The packet would have " + length
					+ " bytes behind its header, more than the " + MAXIMUM_NUMBER + " that MQTT allows");
		}
		return (int) length;
	}

}
