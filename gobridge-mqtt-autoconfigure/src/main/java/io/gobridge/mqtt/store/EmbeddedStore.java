package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A small transactional store in one file, for one process at a time. Opened by the first
 * operation, which creates the directory where it is missing.
 * <p>
 * Operations run one after the other on a thread of the store. Those that wait while the
 * disk is busy are committed together. When the future of an operation completes, its
 * changes are on the disk: a crash at any time leaves all of an operation or nothing of
 * it, and everything that had completed. An operation that fails changes nothing.
 * <p>
 * After a failure of the disk everything in memory is given up, and the next operation
 * opens the file again; so the store recovers without a restart. A file that is damaged,
 * of an unknown format or in use is never changed.
 */
public final class EmbeddedStore implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(EmbeddedStore.class);

	private static final int MAX_GROUP = 1024;

	private static final long MAX_GROUP_BYTES = 8 << 20;

	private static final long COMPACT_FROM = 4 << 20;

	private final ReentrantLock lock = new ReentrantLock();

	private final LinkedBlockingQueue<Request<?>> requests = new LinkedBlockingQueue<>();

	private final Path directory;

	private final StoreFailures failures;

	private @Nullable Thread thread;

	private boolean closed;

	private @Nullable StoreLock held;

	private @Nullable StoreFile file;

	private long compactAt = COMPACT_FROM;

	/**
	 * Creates a store. Touches no file.
	 * @param directory the directory of its file
	 */
	public EmbeddedStore(Path directory) {
		this.directory = directory.toAbsolutePath().normalize();
		this.failures = new StoreFailures(this.directory);
	}

	/**
	 * Returns where the store is.
	 * @return the absolute path of its directory
	 */
	public Path directory() {
		return this.directory;
	}

	/**
	 * Runs an operation on the thread of the store. It must not block.
	 * @param <T> what it returns
	 * @param operation reads and writes through the transaction
	 * @return its result, when its changes are on the disk; fails with what it threw, or
	 * with a {@link StoreException}. Completes on the thread of the store, which must not
	 * be blocked
	 */
	public <T extends @Nullable Object> CompletableFuture<T> submit(Function<StoreTransaction, T> operation) {
		Request<T> request = new Request<>(operation);
		this.lock.lock();
		try {
			if (this.closed) {
				return CompletableFuture.failedFuture(this.failures.closed());
			}
			if (this.thread == null) {
				this.thread = new Thread(this::run, "gobridge-mqtt-store");
				this.thread.setDaemon(true);
				this.thread.start();
			}
			this.requests.add(request);
		}
		finally {
			this.lock.unlock();
		}
		return request.result;
	}

	/**
	 * Runs an operation and waits for it.
	 * @param <T> what it returns
	 * @param operation reads and writes through the transaction
	 * @return its result; its changes are on the disk
	 * @throws StoreException if the store failed
	 */
	public <T extends @Nullable Object> T call(Function<StoreTransaction, T> operation) {
		try {
			return submit(operation).join();
		}
		catch (CompletionException ex) {
			throw (ex.getCause() instanceof RuntimeException cause) ? cause : ex;
		}
	}

	/**
	 * Finishes what was submitted and closes the file. Further operations fail.
	 */
	@Override
	public void close() {
		Thread running;
		this.lock.lock();
		try {
			running = this.thread;
			if (!this.closed && running != null) {
				this.requests.add(new Request<>(null));
			}
			this.closed = true;
		}
		finally {
			this.lock.unlock();
		}
		if (running != null && running != Thread.currentThread()) {
			joinUninterruptibly(running);
		}
	}

	private static void joinUninterruptibly(Thread thread) {
		boolean interrupted = false;
		while (true) {
			try {
				thread.join();
				break;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private void run() {
		boolean last = false;
		while (!last) {
			List<Request<?>> group = new ArrayList<>();
			try {
				group.add(this.requests.take());
			}
			catch (InterruptedException ex) {
				// Nobody owns this thread but the store, which ends it with a request.
				continue;
			}
			last = serve(group);
			compactIfWorthwhile();
		}
		closeFile();
	}

	/**
	 * Runs a group of operations and commits it.
	 * @return whether the store is to be closed
	 */
	private boolean serve(List<Request<?>> group) {
		if (group.get(0).operation == null) {
			return true;
		}
		boolean last = false;
		long bytes = 0;
		try {
			StoreFile open = open();
			Request<?> next = group.get(0);
			while (next != null) {
				last |= next.operation == null;
				bytes += next.run(open);
				next = (group.size() < MAX_GROUP && bytes < MAX_GROUP_BYTES) ? this.requests.poll() : null;
				if (next != null) {
					group.add(next);
				}
			}
			open.commit();
			if (group.stream().anyMatch((request) -> request.sawDamage)) {
				// Read anew by the next operation, as the file may be repaired by then.
				abandonFile();
			}
			group.forEach(Request::complete);
			return last;
		}
		catch (IOException ex) {
			fail(group, this.failures.io("written", ex));
		}
		catch (StoreException ex) {
			fail(group, ex);
		}
		catch (RuntimeException | Error ex) {
			fail(group, this.failures.unexpected(ex));
		}
		return last;
	}

	/**
	 * What is in memory may be more than what is on the disk, so it is read again.
	 */
	private void fail(List<Request<?>> group, StoreException failure) {
		abandonFile();
		group.forEach((request) -> request.fail(failure));
	}

	private StoreFile open() throws IOException {
		StoreFile open = this.file;
		if (open == null) {
			StoreLock acquired = StoreLock.acquire(this.directory, this.failures);
			try {
				open = StoreFile.open(this.directory, this.failures);
			}
			catch (IOException | RuntimeException ex) {
				acquired.release();
				throw ex;
			}
			this.held = acquired;
			this.file = open;
		}
		return open;
	}

	/**
	 * Makes the file smaller when most of it is not in use any more. Failing to is no
	 * failure of the store.
	 */
	private void compactIfWorthwhile() {
		StoreFile open = this.file;
		if (open == null || open.length() < this.compactAt || open.length() < 2 * open.index().liveBytes()) {
			return;
		}
		try {
			this.file = open.compact(this.directory);
			this.compactAt = COMPACT_FROM;
		}
		catch (IOException | RuntimeException | Error ex) {
			this.compactAt = 2 * open.length();
			logger.warn("The store {} could not be made smaller and goes on growing", this.directory, ex);
			// Whether the new file has taken the place of the old one is found out anew.
			abandonFile();
		}
	}

	private void abandonFile() {
		if (this.file != null) {
			this.file.abandon();
			this.file = null;
		}
		releaseLock();
	}

	private void closeFile() {
		try {
			if (this.file != null) {
				this.file.close();
				this.file = null;
			}
		}
		catch (IOException ex) {
			logger.warn("The store {} could not be closed properly; nothing is lost", this.directory, ex);
		}
		finally {
			releaseLock();
		}
	}

	private void releaseLock() {
		if (this.held != null) {
			this.held.release();
			this.held = null;
		}
	}

	/**
	 * An operation and what came of it.
	 */
	private static final class Request<T extends @Nullable Object> {

		private final @Nullable Function<StoreTransaction, T> operation;

		private final CompletableFuture<T> result = new CompletableFuture<>();

		private @Nullable Runnable completion;

		private boolean sawDamage;

		Request(@Nullable Function<StoreTransaction, T> operation) {
			this.operation = operation;
		}

		/**
		 * Runs the operation.
		 * @return how many bytes it adds to the batch
		 */
		long run(StoreFile file) {
			if (this.operation == null) {
				return 0;
			}
			StoreTransaction transaction = new StoreTransaction(file.index());
			try {
				T value = this.operation.apply(transaction);
				this.completion = () -> this.result.complete(value);
			}
			catch (RuntimeException | Error ex) {
				// Its own failure, of which the others of the group know nothing.
				this.completion = () -> this.result.completeExceptionally(ex);
				this.sawDamage = isDamage(ex);
				return 0;
			}
			file.apply(transaction.changes());
			return transaction.changes()
				.stream()
				.mapToLong((change) -> (change.value() != null) ? change.value().length + 64L : 64L)
				.sum();
		}

		private static boolean isDamage(Throwable ex) {
			return ex instanceof StoreException failure && (failure.getKind() == StoreException.Kind.CORRUPT
					|| failure.getKind() == StoreException.Kind.IO);
		}

		void complete() {
			if (this.completion != null) {
				this.completion.run();
			}
		}

		void fail(StoreException failure) {
			this.result.completeExceptionally(failure);
		}

	}

}
