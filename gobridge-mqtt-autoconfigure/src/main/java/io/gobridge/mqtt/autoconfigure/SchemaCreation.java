package io.gobridge.mqtt.autoconfigure;

/**
 * Creates the tables where that has not been possible yet.
 */
@FunctionalInterface
interface SchemaCreation {

	/**
	 * Called by a thread that is about to use the tables. Whatever prevents them is met
	 * by its operation again.
	 */
	void beforeOperation();

}
