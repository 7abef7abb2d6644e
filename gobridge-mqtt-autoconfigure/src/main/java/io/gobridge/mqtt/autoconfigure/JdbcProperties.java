package io.gobridge.mqtt.autoconfigure;

import org.springframework.boot.sql.init.DatabaseInitializationMode;

/**
 * The application's database as a store.
 */
final class JdbcProperties {

	/**
	 * When to create the tables in the application's database.
	 */
	private DatabaseInitializationMode initializeSchema = DatabaseInitializationMode.EMBEDDED;

	public DatabaseInitializationMode getInitializeSchema() {
		return this.initializeSchema;
	}

	public void setInitializeSchema(DatabaseInitializationMode initializeSchema) {
		this.initializeSchema = initializeSchema;
	}

}
