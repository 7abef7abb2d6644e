package io.gobridge.mqtt.deadletter;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

import javax.sql.DataSource;

import io.gobridge.mqtt.store.JdbcStore;
import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.store.StoreException.Kind;
import io.gobridge.mqtt.store.TestDatabase;
import org.junit.jupiter.api.Test;

import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the store in a database has to do besides.
 */
abstract class JdbcDeadLetterContractTests extends DeadLetterStoreContractTests {

	/**
	 * Returns a database with the tables.
	 */
	abstract DataSource dataSource();

	@Override
	DeadLetterStore open() {
		TestDatabase.clear(dataSource());
		return reopen();
	}

	@Override
	DeadLetterStore reopen() {
		SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor();
		executor.setConcurrencyLimit(8);
		return open(executor);
	}

	private DeadLetterStore open(Executor executor) {
		return new JdbcDeadLetterStore(new JdbcStore(dataSource(), executor));
	}

	@Test
	void aRecordStaysWhenTheTransactionOfTheHandlerIsRolledBack() {
		DeadLetterStore direct = open(Runnable::run);
		new TransactionTemplate(new JdbcTransactionManager(dataSource())).executeWithoutResult((status) -> {
			direct.write(DeadLetterFixture.letter(1)).join();
			status.setRollbackOnly();
		});
		assertThat(store().count()).isEqualTo(1);
	}

	@Test
	void anExecutorThatTakesNothingFailsTheWrite() {
		DeadLetterStore stopped = open((task) -> {
			throw new RejectedExecutionException("stopped");
		});
		assertThat(stopped.write(DeadLetterFixture.letter(1))).failsWithin(Duration.ZERO)
			.withThrowableThat()
			.havingCause()
			.isInstanceOfSatisfying(StoreException.class, (ex) -> assertThat(ex.getKind()).isEqualTo(Kind.CLOSED));
	}

}
