package io.gobridge.mqtt.store;

import java.sql.Connection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Function;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

import org.springframework.core.NestedRuntimeException;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * The application's database as a store. Every operation is a transaction of its own,
 * also where the calling thread is in one: what is written stays written when the
 * application rolls back.
 * <p>
 * Two instances that write the same at once do not harm each other: an operation that
 * meets a duplicate key, a deadlock or a serialization failure is run again.
 */
public final class JdbcStore {

	/**
	 * Where the scripts are that create the tables, with the placeholder that Spring Boot
	 * replaces with the name of the database.
	 */
	public static final String SCHEMA_LOCATION = "classpath:io/gobridge/mqtt/store/jdbc/schema-gobridge-@@platform@@.sql";

	private static final int ATTEMPTS = 8;

	private static final int TIMEOUT_SECONDS = 30;

	private final JdbcTemplate template;

	private final TransactionTemplate transactions;

	private final Executor executor;

	private final JdbcFailures failures;

	private volatile boolean reached;

	/**
	 * Creates a store. Opens no connection.
	 * @param dataSource the database
	 * @param executor runs what is submitted; its threads wait for the database
	 */
	public JdbcStore(DataSource dataSource, Executor executor) {
		this.template = new JdbcTemplate(dataSource, true);
		this.transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		this.transactions.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		this.transactions.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		this.transactions.setTimeout(TIMEOUT_SECONDS);
		this.executor = executor;
		this.failures = new JdbcFailures(dataSource);
	}

	/**
	 * Runs an operation on the executor.
	 * @param <T> what it returns
	 * @param operation uses the template; may be run more than once
	 * @return its result when the transaction was committed; fails with what it threw, or
	 * with a {@link StoreException}
	 */
	public <T extends @Nullable Object> CompletableFuture<T> submit(Function<JdbcTemplate, T> operation) {
		CompletableFuture<T> result = new CompletableFuture<>();
		try {
			this.executor.execute(() -> {
				try {
					result.complete(call(operation));
				}
				catch (RuntimeException | Error ex) {
					result.completeExceptionally(ex);
				}
			});
		}
		catch (RejectedExecutionException ex) {
			result.completeExceptionally(this.failures.rejected(ex));
		}
		return result;
	}

	/**
	 * Runs an operation and waits for it.
	 * @param <T> what it returns
	 * @param operation uses the template; may be run more than once
	 * @return its result; the transaction was committed
	 * @throws StoreException if the database failed
	 */
	public <T extends @Nullable Object> T call(Function<JdbcTemplate, T> operation) {
		for (int attempt = 1;; attempt++) {
			try {
				T result = this.transactions.execute((status) -> operation.apply(this.template));
				learnLocation();
				return result;
			}
			catch (DuplicateKeyException | ConcurrencyFailureException ex) {
				if (attempt == ATTEMPTS) {
					throw this.failures.of(ex);
				}
			}
			catch (DataAccessException | TransactionException ex) {
				throw this.failures.of(ex);
			}
		}
	}

	/**
	 * Asks once for the URL, as a later failure may leave nobody to ask.
	 */
	private void learnLocation() {
		if (!this.reached) {
			this.reached = true;
			try {
				this.failures.connected(this.template
					.execute((ConnectionCallback<@Nullable String>) (Connection connection) -> connection.getMetaData()
						.getURL()));
			}
			catch (NestedRuntimeException ex) {
				// Then the message says less.
			}
		}
	}

}
