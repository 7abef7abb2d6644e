package io.gobridge.mqtt.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jdbc.init.DataSourceScriptDatabaseInitializer;
import org.springframework.boot.sql.init.DatabaseInitializationMode;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Auto-configuration of ledger and dead letters in the application's own database, where
 * a session asks for it. No DataSource is made here.
 */
@AutoConfiguration(before = GoBridgeMqttAutoConfiguration.class,
		afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnBooleanProperty(name = "gobridge.mqtt.enabled", matchIfMissing = true)
@ConditionalOnClass({ JdbcClient.class, DataSource.class })
@ConditionalOnSingleCandidate(DataSource.class)
@Conditional(OnDatabaseStoreCondition.class)
public final class MqttJdbcAutoConfiguration {

	MqttJdbcAutoConfiguration() {
	}

	@Bean
	JdbcStores mqttJdbcStores(DataSource dataSource, ObjectProvider<SchemaCreation> schema) {
		SchemaCreation creation = schema.getIfAvailable(() -> () -> {
		});
		return new JdbcStores(dataSource, creation::beforeOperation);
	}

	/**
	 * Creates the tables by the conventions of Boot, where its support for JDBC is there.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(DataSourceScriptDatabaseInitializer.class)
	@EnableConfigurationProperties(MqttProperties.class)
	static class SchemaConfiguration {

		@Bean
		@ConditionalOnMissingBean
		MqttSchemaInitializer mqttSchemaInitializer(DataSource dataSource, MqttProperties properties) {
			return new MqttSchemaInitializer(dataSource, mode(properties));
		}

		/**
		 * The sessions share the tables: they are created where any of them wants that.
		 */
		private static DatabaseInitializationMode mode(MqttProperties properties) {
			List<ConnectionProperties> connections = new ArrayList<>(properties.getSessions().values());
			connections.add(properties);
			List<DatabaseInitializationMode> modes = connections.stream()
				.filter(SchemaConfiguration::usesDatabase)
				.map((connection) -> connection.getJdbc().getInitializeSchema())
				.toList();
			if (modes.contains(DatabaseInitializationMode.ALWAYS)) {
				return DatabaseInitializationMode.ALWAYS;
			}
			return modes.contains(DatabaseInitializationMode.EMBEDDED) ? DatabaseInitializationMode.EMBEDDED
					: DatabaseInitializationMode.NEVER;
		}

		private static boolean usesDatabase(ConnectionProperties connection) {
			return connection.getLedger().getStore() == LedgerStorage.JDBC
					|| connection.getDeadLetter().getStore() == DeadLetterStorage.JDBC;
		}

	}

}
