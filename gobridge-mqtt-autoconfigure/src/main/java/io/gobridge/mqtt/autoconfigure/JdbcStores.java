package io.gobridge.mqtt.autoconfigure;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import javax.sql.DataSource;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.deadletter.JdbcDeadLetterStore;
import io.gobridge.mqtt.ledger.JdbcSubscriptionLedger;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.store.JdbcStore;

/**
 * Ledger and dead letters in the application's database, shared by the sessions of an
 * application context. Opens no connection before the first operation. The threads that
 * wait for the database are its own and end when they have nothing to do.
 */
final class JdbcStores implements DatabaseStores, AutoCloseable {

	private static final int THREADS = 4;

	private static final int SECONDS = 10;

	private final ThreadPoolExecutor executor;

	private final SubscriptionLedger ledger;

	private final DeadLetterStore deadLetters;

	/**
	 * Creates the stores.
	 * @param dataSource the database
	 * @param first run by the thread of an operation, before it
	 */
	JdbcStores(DataSource dataSource, Runnable first) {
		AtomicInteger number = new AtomicInteger();
		this.executor = new ThreadPoolExecutor(THREADS, THREADS, SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(),
				(task) -> {
					Thread thread = new Thread(task, "gobridge-mqtt-jdbc-" + number.incrementAndGet());
					thread.setDaemon(true);
					return thread;
				});
		this.executor.allowCoreThreadTimeOut(true);
		JdbcStore store = new JdbcStore(dataSource, (task) -> this.executor.execute(() -> {
			first.run();
			task.run();
		}));
		this.ledger = new JdbcSubscriptionLedger(store);
		this.deadLetters = new JdbcDeadLetterStore(store);
	}

	@Override
	public SubscriptionLedger ledger() {
		return this.ledger;
	}

	@Override
	public DeadLetterStore deadLetters() {
		return this.deadLetters;
	}

	/**
	 * Finishes what was submitted, for a while. The DataSource is closed after this.
	 */
	@Override
	public void close() {
		this.executor.shutdown();
		try {
			if (!this.executor.awaitTermination(SECONDS, TimeUnit.SECONDS)) {
				this.executor.shutdownNow();
			}
		}
		catch (InterruptedException ex) {
			this.executor.shutdownNow();
			Thread.currentThread().interrupt();
		}
	}

}
