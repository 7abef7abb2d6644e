package io.gobridge.mqtt.session;

/**
 * How long the broker keeps the session, and who may use it.
 */
public enum SessionMode {

	/** Ends with its connection: every connection starts clean. */
	EPHEMERAL,

	/** The broker keeps subscriptions and messages while the application is away. */
	PERSISTENT,

	/** As persistent, and used by one instance of the application at a time. */
	EXCLUSIVE;

	/**
	 * Whether the broker keeps the session between connections.
	 * @return whether the session is durable
	 */
	public boolean isDurable() {
		return this != EPHEMERAL;
	}

}
