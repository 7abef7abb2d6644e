package io.gobridge.mqtt.publish;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.topic.InvalidTopicNameException;
import io.gobridge.mqtt.topic.TopicNames;

/**
 * The rules of MQTT that hold for a PUBLISH on every connection (MQTT 5, sections 1.5.4,
 * 3.3.2 and 4.7), checked before anything is written, because a packet that breaks them
 * would cost the connection or be cut short without a word.
 */
final class PublishSyntax {

	private static final int MAX_FIELD = 65535;

	private static final long MAX_REMAINING_LENGTH = 268_435_455;

	private static final int MAX_QUOTED = 64;

	private PublishSyntax() {
	}

	/**
	 * Checks the topic, so that it can be named in what is said of the rest.
	 * @param topic the topic name
	 * @return its length in bytes
	 */
	static int checkTopic(String topic) {
		return topicLength(topic, "topic", topic);
	}

	static void check(OutboundPublish publish) {
		String topic = publish.topic();
		long length = (long) checkTopic(topic) + publish.payload().length;
		if (publish.responseTopic() != null) {
			length += topicLength(topic, "response topic", publish.responseTopic());
		}
		if (publish.contentType() != null) {
			length += textLength(topic, "content type", publish.contentType());
		}
		if (publish.correlationData() != null) {
			length += binaryLength(topic, "correlation data", publish.correlationData().length);
		}
		for (UserProperties.Entry entry : publish.userProperties()) {
			length += textLength(topic, "name of a user property", entry.name());
			length += textLength(topic, "value of user property '" + quoted(entry.name()) + "'", entry.value());
		}
		if (length > MAX_REMAINING_LENGTH) {
			throw new MqttPublishException(Kind.LIMIT, topic, "A message of " + length
					+ " bytes is above the limit of MQTT of " + MAX_REMAINING_LENGTH + " bytes", false, null);
		}
	}

	private static int topicLength(String topic, String field, String value) {
		int length = textLength(topic, field, value);
		try {
			TopicNames.validate(value);
		}
		catch (InvalidTopicNameException ex) {
			throw invalid(topic, "The " + field + " '" + quoted(value) + "' can not be used: " + ex.getReason());
		}
		return length;
	}

	/**
	 * Counts the bytes in UTF-8 without making them.
	 */
	private static int textLength(String topic, String field, String value) {
		long length = 0;
		for (int i = 0; i < value.length(); i++) {
			char c = value.charAt(i);
			if (c == 0) {
				throw invalid(topic, "The " + field + " contains the null character");
			}
			if (c < 0x80) {
				length++;
			}
			else if (c < 0x800) {
				length += 2;
			}
			else if (!Character.isSurrogate(c)) {
				length += 3;
			}
			else if (Character.isHighSurrogate(c) && i + 1 < value.length()
					&& Character.isLowSurrogate(value.charAt(i + 1))) {
				length += 4;
				i++;
			}
			else {
				throw invalid(topic, "The " + field + " has an unpaired surrogate and is not valid UTF-8");
			}
		}
		return binaryLength(topic, field, length);
	}

	private static int binaryLength(String topic, String field, long length) {
		if (length > MAX_FIELD) {
			throw new MqttPublishException(Kind.LIMIT, topic,
					"The " + field + " has " + length + " bytes, above the limit of " + MAX_FIELD, false, null);
		}
		return (int) length;
	}

	private static MqttPublishException invalid(String topic, String message) {
		return new MqttPublishException(Kind.INVALID, topic, message, false, null);
	}

	/**
	 * Text as it may stand in a message: printable and cut.
	 */
	static String quoted(String text) {
		StringBuilder quoted = new StringBuilder(Math.min(text.length(), MAX_QUOTED) + 3);
		for (int i = 0; i < text.length() && i < MAX_QUOTED; i++) {
			char c = text.charAt(i);
			quoted.append((Character.isISOControl(c) || Character.isSurrogate(c)) ? '?' : c);
		}
		return (text.length() > MAX_QUOTED) ? quoted.append("...").toString() : quoted.toString();
	}

}
