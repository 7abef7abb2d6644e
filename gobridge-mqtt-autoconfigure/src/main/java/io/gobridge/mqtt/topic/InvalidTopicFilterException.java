package io.gobridge.mqtt.topic;

/**
 * A topic filter that MQTT 5 does not allow (section 4.7.1, for shared subscriptions
 * 4.8.2), or that no delivery could ever be matched with. The message names it, escaped
 * and cut where it is long, and the exact reason.
 */
public final class InvalidTopicFilterException extends IllegalArgumentException {

	private final String filter;

	private final String reason;

	InvalidTopicFilterException(String filter, String reason) {
		super("Invalid topic filter " + TopicSyntax.printable(filter) + ": " + reason);
		this.filter = filter;
		this.reason = reason;
	}

	/**
	 * Returns the refused topic filter.
	 * @return the text as it was given
	 */
	public String getFilter() {
		return this.filter;
	}

	/**
	 * Returns why it was refused.
	 * @return the reason, without the text itself
	 */
	public String getReason() {
		return this.reason;
	}

}
