package io.gobridge.mqtt.autoconfigure;

/**
 * Where the history of subscriptions is kept.
 */
enum LedgerStorage {

	/** In the embedded store. */
	EMBEDDED,

	/** In the application's database. */
	JDBC

}
