package io.gobridge.mqtt.autoconfigure;

/**
 * What is appended to the client identifier.
 */
enum ClientIdSuffix {

	/** Nothing. */
	NONE,

	/** The host name. */
	HOSTNAME,

	/** Random characters, new for every start. */
	RANDOM

}
