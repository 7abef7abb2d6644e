package io.gobridge.mqtt.autoconfigure;

import java.util.concurrent.locks.ReentrantLock;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.JdbcStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.jdbc.init.PlatformPlaceholderDatabaseDriverResolver;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.boot.sql.init.DatabaseInitializationSettings;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.jdbc.support.MetaDataAccessException;

/**
 * Creates the tables when the context starts. A database that is away does not fail the
 * start, as a broker that is away does not: then the tables are created before the first
 * operation that reaches it.
 */
final class MqttSchemaInitializer extends DataSourceScriptDatabaseInitializer implements SchemaCreation {

	private static final Logger logger = LoggerFactory.getLogger(MqttSchemaInitializer.class);

	private final DatabaseInitializationSettings settings;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile boolean done;

	MqttSchemaInitializer(DataSource dataSource, DatabaseInitializationMode mode) {
		this(dataSource, settings(mode));
	}

	private MqttSchemaInitializer(DataSource dataSource, DatabaseInitializationSettings settings) {
		super(dataSource, settings);
		this.settings = settings;
	}

	private static DatabaseInitializationSettings settings(DatabaseInitializationMode mode) {
		DatabaseInitializationSettings settings = new DatabaseInitializationSettings();
		settings.setMode(mode);
		return settings;
	}

	@Override
	public boolean initializeDatabase() {
		this.lock.lock();
		try {
			if (this.done) {
				return false;
			}
			if (!isWanted()) {
				this.done = true;
				return false;
			}
			JdbcUtils.extractDatabaseMetaData(getDataSource(), (metadata) -> metadata.getDatabaseProductName());
			this.settings.setSchemaLocations(new PlatformPlaceholderDatabaseDriverResolver().resolveAll(getDataSource(),
					JdbcStore.SCHEMA_LOCATION));
			boolean initialized = super.initializeDatabase();
			this.done = true;
			return initialized;
		}
		catch (MetaDataAccessException ex) {
			logger.warn("The database is away; the tables of gobridge-mqtt are created when it is there: {}",
					ex.getMessage());
			return false;
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isWanted() {
		return switch (this.settings.getMode()) {
			case ALWAYS -> true;
			case EMBEDDED -> isEmbeddedDatabase();
			case NEVER -> false;
		};
	}

	@Override
	public void beforeOperation() {
		if (!this.done) {
			try {
				initializeDatabase();
			}
			catch (RuntimeException ex) {
				logger.warn("The tables of gobridge-mqtt could not be created", ex);
			}
		}
	}

}
