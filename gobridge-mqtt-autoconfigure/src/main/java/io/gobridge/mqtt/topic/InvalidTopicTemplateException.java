package io.gobridge.mqtt.topic;

/**
 * A topic template that is malformed, or whose topic filter is invalid. The message names
 * it, escaped and cut where it is long, and the exact reason.
 */
public final class InvalidTopicTemplateException extends IllegalArgumentException {

	private final String template;

	private final String reason;

	InvalidTopicTemplateException(String template, String reason) {
		super("Invalid topic template " + TopicSyntax.printable(template) + ": " + reason);
		this.template = template;
		this.reason = reason;
	}

	InvalidTopicTemplateException(String template, InvalidTopicFilterException cause) {
		super("Invalid topic template " + TopicSyntax.printable(template) + ": " + cause.getReason(), cause);
		this.template = template;
		this.reason = cause.getReason();
	}

	/**
	 * Returns the refused topic template.
	 * @return the text as it was given
	 */
	public String getTemplate() {
		return this.template;
	}

	/**
	 * Returns why it was refused.
	 * @return the reason, without the text itself
	 */
	public String getReason() {
		return this.reason;
	}

}
