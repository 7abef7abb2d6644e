package io.gobridge.mqtt.topic;

/**
 * A topic name that must not be published to (MQTT 5, sections 3.3.2.1 and 4.7). The
 * message names it, escaped and cut where it is long, and the exact reason.
 */
public final class InvalidTopicNameException extends IllegalArgumentException {

	private final String topic;

	private final String reason;

	InvalidTopicNameException(String topic, String reason) {
		super("Invalid topic name " + TopicSyntax.printable(topic) + ": " + reason);
		this.topic = topic;
		this.reason = reason;
	}

	/**
	 * Returns the refused topic name.
	 * @return the text as it was given
	 */
	public String getTopic() {
		return this.topic;
	}

	/**
	 * Returns why it was refused.
	 * @return the reason, without the text itself
	 */
	public String getReason() {
		return this.reason;
	}

}
