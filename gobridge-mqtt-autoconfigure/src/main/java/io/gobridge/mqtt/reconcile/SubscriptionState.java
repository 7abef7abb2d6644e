package io.gobridge.mqtt.reconcile;

/**
 * How far a wanted subscription has come on this connection.
 */
public enum SubscriptionState {

	/**
	 * Wanted, and not confirmed by the broker on this connection; with a granted QoS
	 * where that is lower than wanted and has not been confirmed often enough.
	 */
	WANTED,

	/** Granted at the wanted QoS. */
	ACTIVE,

	/** Granted at a lower QoS than wanted, again and again. */
	BEST_EFFORT,

	/** Refused. */
	REFUSED

}
