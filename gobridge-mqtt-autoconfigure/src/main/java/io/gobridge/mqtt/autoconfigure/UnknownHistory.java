package io.gobridge.mqtt.autoconfigure;

/**
 * What to do where the broker has a session whose subscriptions nobody remembers.
 */
enum UnknownHistory {

	/** Acknowledge nothing and ask an operator. */
	FAIL,

	/** End the session of the broker, with the messages that wait in it. */
	CLEAN

}
