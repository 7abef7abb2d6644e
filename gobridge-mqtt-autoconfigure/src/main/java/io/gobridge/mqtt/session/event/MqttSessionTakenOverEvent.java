package io.gobridge.mqtt.session.event;

/**
 * Another client connected with the same client identifier and the broker ended our
 * connection for it (DISCONNECT 0x8E). Follows the {@link MqttSessionDisconnectedEvent}
 * of the same connection.
 */
public class MqttSessionTakenOverEvent extends MqttSessionEvent {

	private final int streak;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param streak how many takeovers in a row, from 1
	 */
	public MqttSessionTakenOverEvent(Object source, String session, int streak) {
		super(source, session);
		this.streak = streak;
	}

	/**
	 * Returns how many takeovers there were without a connection of 30 seconds between
	 * them.
	 * @return counts from 1
	 */
	public int streak() {
		return this.streak;
	}

}
