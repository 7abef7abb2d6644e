package io.gobridge.mqtt.ledger;

import java.util.concurrent.CompletionException;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.EnabledIfPostgreSql;
import io.gobridge.mqtt.store.PostgreSql;
import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.store.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

@EnabledIfPostgreSql
class PostgreSqlSubscriptionLedgerTests extends JdbcLedgerContractTests {

	private static PostgreSql server;

	@BeforeAll
	static void start() {
		server = PostgreSql.start();
		TestDatabase.create(server.dataSource(), "postgresql");
	}

	@AfterAll
	static void stop() {
		server.close();
	}

	@Override
	DataSource dataSource() {
		return server.dataSource();
	}

	@Test
	void aDatabaseThatGoesAndComesBackLosesNothing() {
		remember(SESSION, entry("a", 1));
		server.stop();
		try {
			// Never an empty history, never an unknown one.
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> ledger().read(SESSION).join())
				.withCauseInstanceOf(StoreException.class)
				.withMessageContaining("jdbc:postgresql://127.0.0.1")
				.withMessageContaining("can be reached")
				.satisfies((ex) -> assertThat(ex.toString()).doesNotContain("a secret"));
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> remember(SESSION, entry("b", 2)));
		}
		finally {
			server.startAgain();
		}
		assertThat(entries(SESSION)).containsExactly(entry("a", 1));
		remember(SESSION, entry("b", 2));
		assertThat(entries(SESSION)).hasSize(2);
	}

}
