package io.gobridge.mqtt.session.event;

import io.gobridge.mqtt.session.Disconnection;

/**
 * A connection that was up has ended, for whatever reason. Attempts that never got as far
 * as a CONNACK are not reported.
 */
public class MqttSessionDisconnectedEvent extends MqttSessionEvent {

	private final transient Disconnection reason;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param reason why the connection ended
	 */
	public MqttSessionDisconnectedEvent(Object source, String session, Disconnection reason) {
		super(source, session);
		this.reason = reason;
	}

	/**
	 * Returns why the connection ended.
	 * @return the reason
	 */
	public Disconnection reason() {
		return this.reason;
	}

}
