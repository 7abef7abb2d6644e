package io.gobridge.mqtt.session;

/**
 * What a session has counted since it was created. May be read from any thread; the
 * counts never go down.
 */
public interface SessionStatistics {

	/**
	 * Connection attempts that ended in a certain way. Attempts that we gave up ourselves
	 * are not counted.
	 * @param outcome how they ended
	 * @return the count
	 */
	long connects(ConnectOutcome outcome);

	/**
	 * Connections after the first.
	 * @return the count
	 */
	long reconnects();

	/**
	 * Connections on which the broker had lost a session that it should have kept.
	 * @return the count
	 */
	long sessionsLost();

	/**
	 * Connections that the broker ended because another client took the session over.
	 * @return the count
	 */
	long takeovers();

	/**
	 * Connections that were ended by {@link MqttSession#reconnect()}.
	 * @return the count
	 */
	long recoveries();

	/**
	 * Connections and attempts that we ended because the broker sent something that MQTT
	 * or our CONNECT does not allow.
	 * @return the count
	 */
	long rejected();

	/**
	 * Reconciliations that ended in a certain way.
	 * @param outcome how they ended
	 * @return the count
	 */
	long reconciliations(Reconciler.Outcome outcome);

	/**
	 * Events that no listener got because the listeners were too slow.
	 * @return the count
	 */
	long eventsDropped();

}
