package io.gobridge.mqtt.session.event;

import org.jspecify.annotations.Nullable;

/**
 * A message that could not be handled was written to the dead-letter store. It is
 * acknowledged after that; if the connection ends before, the broker delivers it again
 * and there may be a second record.
 */
public class MqttDeadLetteredEvent extends MqttSessionEvent {

	private final String id;

	private final @Nullable String route;

	private final String topic;

	private final String code;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param id the identifier of the dead letter
	 * @param route the route whose handler failed, {@code null} where none was involved
	 * @param topic the topic name of the message
	 * @param code why it became a dead letter
	 */
	public MqttDeadLetteredEvent(Object source, String session, String id, @Nullable String route, String topic,
			String code) {
		super(source, session);
		this.id = id;
		this.route = route;
		this.topic = topic;
		this.code = code;
	}

	/**
	 * Returns the identifier of the dead letter, as the endpoint takes it.
	 * @return the identifier
	 */
	public String id() {
		return this.id;
	}

	/**
	 * Returns the route whose handler failed.
	 * @return the id of the route, or {@code null} where none was involved
	 */
	public @Nullable String route() {
		return this.route;
	}

	/**
	 * Returns the topic of the message.
	 * @return the topic name
	 */
	public String topic() {
		return this.topic;
	}

	/**
	 * Returns why the message became a dead letter.
	 * @return the code, such as {@code HANDLER_FAILED}
	 */
	public String code() {
		return this.code;
	}

}
