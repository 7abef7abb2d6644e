package io.gobridge.mqtt.session.event;

import org.jspecify.annotations.Nullable;

/**
 * The broker delivers messages on a topic that the application does not want. Published
 * once for each topic, when it is known what became of the subscription they come from.
 */
public class MqttOrphanDetectedEvent extends MqttSessionEvent {

	private final String topic;

	private final @Nullable String filter;

	private final OrphanOutcome outcome;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param topic the topic name
	 * @param filter the filter that the deliveries come from, or {@code null} where
	 * nobody knows it
	 * @param outcome what became of the subscription
	 */
	public MqttOrphanDetectedEvent(Object source, String session, String topic, @Nullable String filter,
			OrphanOutcome outcome) {
		super(source, session);
		this.topic = topic;
		this.filter = filter;
		this.outcome = outcome;
	}

	/**
	 * Returns the topic.
	 * @return the topic name
	 */
	public String topic() {
		return this.topic;
	}

	/**
	 * Returns the filter that the deliveries come from.
	 * @return the filter, or {@code null} where nobody knows it
	 */
	public @Nullable String filter() {
		return this.filter;
	}

	/**
	 * Returns what became of the subscription.
	 * @return the outcome
	 */
	public OrphanOutcome outcome() {
		return this.outcome;
	}

}
