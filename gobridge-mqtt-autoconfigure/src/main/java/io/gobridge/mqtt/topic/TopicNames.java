package io.gobridge.mqtt.topic;

import org.jspecify.annotations.Nullable;

/**
 * The rules for the topic name of a PUBLISH packet (MQTT 5, sections 3.3.2.1 and 4.7).
 * May be used from any thread.
 */
public final class TopicNames {

	private TopicNames() {
	}

	/**
	 * Checks that a topic may be published to, so that a mistake surfaces at the caller
	 * instead of as a closed connection. Empty levels, leading and trailing slashes,
	 * spaces and {@code $} are allowed: they are ordinary parts of a topic name. Whether
	 * the broker permits the topic is not known here.
	 * @param topic the topic name
	 * @throws InvalidTopicNameException if the topic is empty or longer than 65535 bytes,
	 * contains a wildcard, a null character, an unpaired surrogate or an unresolved
	 * placeholder, or has the form of a shared subscription
	 */
	public static void validate(String topic) {
		String reason = problem(topic);
		if (reason != null) {
			throw new InvalidTopicNameException(topic, reason);
		}
	}

	private static @Nullable String problem(String topic) {
		String reason = TopicSyntax.problem(topic);
		if (reason != null) {
			return reason;
		}
		if (topic.indexOf(TopicSyntax.SINGLE_LEVEL) >= 0) {
			return "a topic to publish to must not contain the wildcard '+'";
		}
		if (topic.indexOf(TopicSyntax.MULTI_LEVEL) >= 0) {
			return "a topic to publish to must not contain the wildcard '#'";
		}
		if (topic.startsWith(TopicSyntax.SHARE_PREFIX)) {
			return "'$share/' is the prefix of a shared subscription, messages are published to the bare topic";
		}
		return null;
	}

}
