package io.gobridge.mqtt.autoconfigure;

/**
 * Where dead letters are kept.
 */
enum DeadLetterStorage {

	/** In the embedded store. */
	EMBEDDED,

	/** In the application's database. */
	JDBC,

	/** Published to a topic. */
	TOPIC,

	/** Nowhere: they are dropped. */
	NONE

}
