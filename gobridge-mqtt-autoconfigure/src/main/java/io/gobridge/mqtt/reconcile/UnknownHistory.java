package io.gobridge.mqtt.reconcile;

/**
 * What happens where the broker has kept a session of whose subscriptions nothing is
 * remembered.
 */
public enum UnknownHistory {

	/**
	 * The session does not go on until an operator has decided.
	 */
	FAIL,

	/**
	 * The session of the broker is ended by one clean start. Messages that wait in it are
	 * lost.
	 */
	CLEAN

}
