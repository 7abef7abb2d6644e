package io.gobridge.mqtt.reconcile;

/**
 * How the subscriptions of the broker compare with what is wanted.
 */
public enum ReconcileState {

	/** Nothing is missing and nothing is left over. */
	CONVERGED,

	/** Not connected, or the broker has not answered for everything yet. */
	PENDING,

	/** Something is refused, or granted at a lower QoS. */
	DEGRADED,

	/** Nothing is missing, but the broker has something that is to be removed. */
	REMOVING

}
