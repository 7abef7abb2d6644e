package io.gobridge.mqtt.ledger;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.JdbcStore;
import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.store.StoreException.Kind;
import io.gobridge.mqtt.store.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the ledger in a database has to do besides.
 */
abstract class JdbcLedgerContractTests extends SubscriptionLedgerContractTests {

	/**
	 * Returns a database with the tables.
	 */
	abstract DataSource dataSource();

	@Override
	SubscriptionLedger open() {
		TestDatabase.clear(dataSource());
		return reopen();
	}

	@Override
	SubscriptionLedger reopen() {
		return new JdbcSubscriptionLedger(new JdbcStore(dataSource(), new SimpleAsyncTaskExecutor()));
	}

	@Override
	SubscriptionLedger second() {
		return reopen();
	}

	@Test
	void whatIsRememberedStaysWhenTheCallerRollsBack() {
		SubscriptionLedger direct = new JdbcSubscriptionLedger(new JdbcStore(dataSource(), Runnable::run));
		new TransactionTemplate(new JdbcTransactionManager(dataSource())).executeWithoutResult((status) -> {
			direct.remember(SESSION, List.of(entry("a", 1))).join();
			status.setRollbackOnly();
		});
		assertThat(entries(SESSION)).containsExactly(entry("a", 1));
	}

	@Test
	void aChangeThatFailsHalfwayChangesNothingAndShowsNothing() {
		remember(OTHER, entry("a", 1));
		JdbcTemplate template = new JdbcTemplate(dataSource());
		template
			.execute("ALTER TABLE GOBRIDGE_LEDGER_FILTER ADD CONSTRAINT NARROW CHECK (SUBSCRIPTION_IDENTIFIER < 5)");
		try {
			CompletableFuture<Void> refused = ledger().remember(SESSION,
					List.of(entry("secret/a", 1), entry("secret/b", 5), entry("secret/c", 2)));
			assertThatExceptionOfType(CompletionException.class).isThrownBy(refused::join)
				.withCauseInstanceOf(StoreException.class)
				.satisfies((ex) -> assertThat(ex.getCause()).hasMessageContaining("jdbc:")
					.hasMessageContaining("SQLState 23")
					.hasMessageNotContaining("secret")
					.hasMessageNotContaining(SESSION.key())
					.hasNoCause());
			assertThat(ledger().read(SESSION).join()).isEmpty();
		}
		finally {
			template.execute("ALTER TABLE GOBRIDGE_LEDGER_FILTER DROP CONSTRAINT NARROW");
		}
		remember(SESSION, entry("secret/b", 5));
		assertThat(entries(SESSION)).hasSize(1);
	}

	@Test
	void missingTablesAreNamedAndNeedNoRestart() {
		remember(SESSION, entry("a", 1));
		JdbcTemplate template = new JdbcTemplate(dataSource());
		template.execute("ALTER TABLE GOBRIDGE_LEDGER RENAME TO MOVED_AWAY");
		try {
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> ledger().read(SESSION).join())
				.withCauseInstanceOf(StoreException.class)
				.satisfies((ex) -> assertThat(ex.getCause()).isInstanceOfSatisfying(StoreException.class,
						(cause) -> assertThat(cause.getKind()).isEqualTo(Kind.UNAVAILABLE)))
				.withMessageContaining("jdbc:")
				.withMessageContaining("gobridge.mqtt.jdbc.initialize-schema");
		}
		finally {
			template.execute("ALTER TABLE MOVED_AWAY RENAME TO GOBRIDGE_LEDGER");
		}
		assertThat(entries(SESSION)).containsExactly(entry("a", 1));
	}

}
