package io.gobridge.mqtt.session.event;

/**
 * The broker accepted a connection. Subscriptions are not checked yet; see
 * {@link MqttReconciledEvent}.
 */
public class MqttSessionConnectedEvent extends MqttSessionEvent {

	private final String broker;

	private final boolean sessionPresent;

	private final long epoch;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param broker the address
	 * @param epoch the number of the connection
	 * @param sessionPresent whether the broker resumed a session
	 */
	public MqttSessionConnectedEvent(Object source, String session, String broker, long epoch, boolean sessionPresent) {
		super(source, session);
		this.broker = broker;
		this.epoch = epoch;
		this.sessionPresent = sessionPresent;
	}

	/**
	 * Returns where the connection goes to.
	 * @return the address
	 */
	public String broker() {
		return this.broker;
	}

	/**
	 * Returns the number of the connection.
	 * @return counts the connections of the session, from 1
	 */
	public long epoch() {
		return this.epoch;
	}

	/**
	 * Whether the broker resumed a session that it had kept (MQTT 5, section 3.2.2.1.1).
	 * @return the Session Present flag
	 */
	public boolean sessionPresent() {
		return this.sessionPresent;
	}

}
