package io.gobridge.mqtt.reconcile;

/**
 * How far a wanted subscription has come on this connection.
 */
public enum SubscriptionState {

	/** Wanted, and not confirmed by the broker on this connection. */
	WANTED,

	/** Granted at the wanted QoS. */
	ACTIVE,

	/** Granted at a lower QoS than wanted. */
	BEST_EFFORT,

	/** Refused. */
	REFUSED

}
