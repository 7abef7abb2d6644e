package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * The properties of one inbound PUBLISH (MQTT 5, section 3.3.2.3), decoded. Immutable.
 */
final class PublishProperties {

	/**
	 * What a PUBLISH may have. A Topic Alias is refused with a reason code of its own.
	 */
	static final long ALLOWED = PropertyCursor.setOf(PropertyCursor.PAYLOAD_FORMAT_INDICATOR,
			PropertyCursor.MESSAGE_EXPIRY_INTERVAL, PropertyCursor.CONTENT_TYPE, PropertyCursor.RESPONSE_TOPIC,
			PropertyCursor.CORRELATION_DATA, PropertyCursor.SUBSCRIPTION_IDENTIFIER, PropertyCursor.TOPIC_ALIAS,
			PropertyCursor.USER_PROPERTY);

	static final PublishProperties NONE = new PublishProperties(null, null, null, null, false, UserProperties.empty());

	final @Nullable String contentType;

	final @Nullable String responseTopic;

	final byte @Nullable [] correlationData;

	final @Nullable Duration messageExpiry;

	final boolean payloadIsUtf8;

	final UserProperties userProperties;

	private PublishProperties(@Nullable String contentType, @Nullable String responseTopic,
			byte @Nullable [] correlationData, @Nullable Duration messageExpiry, boolean payloadIsUtf8,
			UserProperties userProperties) {
		this.contentType = contentType;
		this.responseTopic = responseTopic;
		this.correlationData = correlationData;
		this.messageExpiry = messageExpiry;
		this.payloadIsUtf8 = payloadIsUtf8;
		this.userProperties = userProperties;
	}

	/**
	 * Decodes properties that the reader has checked.
	 * @param bytes the properties without their length
	 * @return the properties
	 */
	static PublishProperties decode(byte[] bytes) {
		PropertyCursor cursor = new PropertyCursor();
		cursor.openAll(bytes, ALLOWED);
		try {
			return decode(cursor);
		}
		catch (MalformedPacketException ex) {
			throw new IllegalStateException("The properties were checked when the packet was read", ex);
		}
	}

	private static PublishProperties decode(PropertyCursor cursor) throws MalformedPacketException {
		String contentType = null;
		String responseTopic = null;
		byte[] correlationData = null;
		Duration messageExpiry = null;
		boolean payloadIsUtf8 = false;
		List<UserProperties.Entry> userProperties = null;
		while (cursor.next()) {
			switch (cursor.identifier()) {
				case PropertyCursor.PAYLOAD_FORMAT_INDICATOR -> payloadIsUtf8 = cursor.number() == 1;
				case PropertyCursor.MESSAGE_EXPIRY_INTERVAL -> messageExpiry = Duration.ofSeconds(cursor.number());
				case PropertyCursor.CONTENT_TYPE -> contentType = cursor.text();
				case PropertyCursor.RESPONSE_TOPIC -> responseTopic = cursor.text();
				case PropertyCursor.CORRELATION_DATA -> correlationData = cursor.binary();
				case PropertyCursor.USER_PROPERTY -> {
					if (userProperties == null) {
						userProperties = new ArrayList<>();
					}
					userProperties.add(new UserProperties.Entry(cursor.name(), cursor.text()));
				}
				default -> {
					// Subscription Identifiers are in the delivery itself.
				}
			}
		}
		return new PublishProperties(contentType, responseTopic, correlationData, messageExpiry, payloadIsUtf8,
				(userProperties != null) ? UserProperties.of(userProperties) : UserProperties.empty());
	}

}
