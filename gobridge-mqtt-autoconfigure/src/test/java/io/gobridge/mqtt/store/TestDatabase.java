package io.gobridge.mqtt.store;

import java.util.UUID;

import javax.sql.DataSource;

import org.h2.jdbcx.JdbcDataSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.init.DatabasePopulatorUtils;
import org.springframework.jdbc.datasource.init.ResourceDatabasePopulator;

/**
 * Databases with the tables that the scripts create.
 */
public final class TestDatabase {

	private TestDatabase() {
	}

	/**
	 * Returns a new H2 database in memory.
	 * @return the database with its tables
	 */
	public static DataSource h2() {
		return h2("h2", "");
	}

	/**
	 * Returns a new H2 database that understands the dialect of another one.
	 * @param platform whose script creates the tables
	 * @param settings settings of H2
	 * @return the database with its tables
	 */
	public static DataSource h2(String platform, String settings) {
		JdbcDataSource dataSource = new JdbcDataSource();
		dataSource.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1" + settings);
		dataSource.setUser("sa");
		create(dataSource, platform);
		return dataSource;
	}

	/**
	 * Runs a script, twice as an application that is started again does.
	 * @param dataSource the database
	 * @param platform the name of the database as Spring Boot knows it
	 */
	public static void create(DataSource dataSource, String platform) {
		String location = JdbcStore.SCHEMA_LOCATION.substring("classpath:".length()).replace("@@platform@@", platform);
		ResourceDatabasePopulator script = new ResourceDatabasePopulator(new ClassPathResource(location));
		DatabasePopulatorUtils.execute(script, dataSource);
		DatabasePopulatorUtils.execute(script, dataSource);
	}

	/**
	 * Empties the tables.
	 * @param dataSource the database
	 */
	public static void clear(DataSource dataSource) {
		JdbcTemplate template = new JdbcTemplate(dataSource);
		template.update("DELETE FROM GOBRIDGE_LEDGER_FILTER");
		template.update("DELETE FROM GOBRIDGE_LEDGER");
		template.update("DELETE FROM GOBRIDGE_DEAD_LETTER");
	}

}
