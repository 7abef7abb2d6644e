package io.gobridge.mqtt.session.event;

import org.springframework.context.ApplicationEvent;

/**
 * Something happened to a session. Events are published by a thread that belongs to the
 * listeners of one session, in the order in which things happened, after they happened: a
 * listener may block, and the session has moved on when it is called. A listener that
 * falls far behind loses the oldest events. What was published before a session stopped
 * is delivered before {@code stop} returns, as far as a second allows.
 */
public abstract class MqttSessionEvent extends ApplicationEvent {

	private final String session;

	/**
	 * Creates an event.
	 * @param source the session
	 * @param session the name of the session
	 */
	protected MqttSessionEvent(Object source, String session) {
		super(source);
		this.session = session;
	}

	/**
	 * Returns which session it happened to.
	 * @return the name of the session
	 */
	public String session() {
		return this.session;
	}

	@Override
	public String toString() {
		return getClass().getSimpleName() + "[session=" + this.session + "]";
	}

}
