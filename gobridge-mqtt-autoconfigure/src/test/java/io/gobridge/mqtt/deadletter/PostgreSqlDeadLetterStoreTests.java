package io.gobridge.mqtt.deadletter;

import java.time.Duration;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.EnabledIfPostgreSql;
import io.gobridge.mqtt.store.PostgreSql;
import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.store.TestDatabase;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

@EnabledIfPostgreSql
class PostgreSqlDeadLetterStoreTests extends JdbcDeadLetterContractTests {

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
	void aDatabaseThatIsGoneFailsTheWriteAndTakesItWhenItIsBack() {
		DeadLetter letter = DeadLetterFixture.letter(1);
		server.stop();
		try {
			assertThat(store().write(letter)).failsWithin(Duration.ofSeconds(20))
				.withThrowableThat()
				.havingCause()
				.isInstanceOf(StoreException.class)
				.withMessageContaining("jdbc:postgresql://127.0.0.1");
		}
		finally {
			server.startAgain();
		}
		store().write(letter).join();
		assertThat(store().list(null, 10)).containsExactly(letter.metadata());
	}

}
