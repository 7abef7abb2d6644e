package io.gobridge.mqtt.store;

import java.util.List;
import java.util.Locale;

import javax.sql.DataSource;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.springframework.jdbc.core.JdbcTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The scripts for databases that are not there while the tests run, in the dialects that
 * H2 knows of them.
 */
class SchemaScriptTests {

	@ParameterizedTest
	@CsvSource({ "h2, REGULAR", "postgresql, PostgreSQL", "mysql, MySQL", "mariadb, MariaDB" })
	void theScriptCreatesTheTablesAndCanBeRunAgain(String platform, String mode) {
		DataSource database = TestDatabase.h2(platform, ";MODE=" + mode);
		List<String> tables = new JdbcTemplate(database).queryForList(
				"SELECT TABLE_NAME FROM INFORMATION_SCHEMA.TABLES WHERE TABLE_TYPE LIKE '%TABLE%'", String.class);
		assertThat(tables.stream().map((table) -> table.toUpperCase(Locale.ROOT))).contains("GOBRIDGE_LEDGER",
				"GOBRIDGE_LEDGER_FILTER", "GOBRIDGE_DEAD_LETTER");
	}

}
