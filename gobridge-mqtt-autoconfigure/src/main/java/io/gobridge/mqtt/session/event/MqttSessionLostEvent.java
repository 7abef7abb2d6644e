package io.gobridge.mqtt.session.event;

/**
 * The broker should have kept the session and had not (Session Present = 0): messages
 * that it held for us are gone. All filters are subscribed again.
 */
public class MqttSessionLostEvent extends MqttSessionEvent {

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 */
	public MqttSessionLostEvent(Object source, String session) {
		super(source, session);
	}

}
