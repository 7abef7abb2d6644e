package io.gobridge.mqtt.autoconfigure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.ledger.LedgerEntry;
import io.gobridge.mqtt.ledger.LedgerHistory;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * The new version of an application as a process of its own, which wants {@code a/#} and
 * {@code d/#} below a prefix. It stands still at a given call of its store, just before
 * or just after it, so that it can be killed there. What it says is one system call a
 * line, so it survives the process.
 */
final class MigratingProcess implements AutoCloseable {

	private static final String HANDLED = "handled ";

	private final Process process;

	private final Queue<String> lines = new ConcurrentLinkedQueue<>();

	private final CompletableFuture<String> halted = new CompletableFuture<>();

	private final CompletableFuture<Void> converged = new CompletableFuture<>();

	private final Thread reader;

	private MigratingProcess(Process process) {
		this.process = process;
		this.reader = new Thread(this::read, "migrating-" + process.pid());
		this.reader.setDaemon(true);
		this.reader.start();
	}

	/**
	 * Starts a process.
	 * @param haltAt the number of the moment at which it stands still, 0 for none
	 */
	static MigratingProcess start(String url, String clientId, String prefix, Path store, int haltAt, Path log) {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		try {
			return new MigratingProcess(new ProcessBuilder(java, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-Xshare:auto",
					"-XX:-UsePerfData", "-cp", System.getProperty("java.class.path"), MigratingProcess.class.getName(),
					url, clientId, prefix, store.toString(), Integer.toString(haltAt))
				.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
				.start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void read() {
		try (BufferedReader output = this.process.inputReader(StandardCharsets.UTF_8)) {
			for (String line = output.readLine(); line != null; line = output.readLine()) {
				this.lines.add(line);
				if (line.startsWith("halt ")) {
					this.halted.complete(line);
				}
				else if ("converged".equals(line)) {
					this.converged.complete(null);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** Completes when it stands still, with where. */
	CompletableFuture<String> halted() {
		return this.halted;
	}

	CompletableFuture<Void> converged() {
		return this.converged;
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** The payloads that were handled so far. */
	List<String> handled() {
		return this.lines.stream()
			.filter((line) -> line.startsWith(HANDLED))
			.map((line) -> line.substring(HANDLED.length()))
			.toList();
	}

	/** SIGKILL. What it has said is there afterwards. */
	void kill() {
		// Not through the process, which would throw away what it has said.
		this.process.toHandle().destroyForcibly();
		this.process.onExit().join();
		try {
			this.reader.join(Duration.ofSeconds(10).toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		kill();
	}

	/**
	 * Runs until it is killed.
	 * @param args address, client id, prefix of the topics, directory of the store,
	 * number of the moment to stand still at
	 */
	@SuppressWarnings("resource")
	public static void main(String... args) {
		PrintStream tell = System.out;
		// The log has nothing to do with what is told.
		System.setOut(System.err);
		String prefix = args[2];
		Moments moments = new Moments(Integer.parseInt(args[4]), tell);
		Telling handler = new Telling(tell);
		Installation installation = Installation.version(args[0], args[1], Path.of(args[3]))
			.routes(Installation.route(prefix + "a/#", handler::handle),
					Installation.route(prefix + "d/#", handler::handle))
			.decorated((ledger) -> new HaltingLedger(ledger, moments),
					(letters) -> new HaltingDeadLetters(letters, moments))
			.build();
		installation.start();
		installation.awaitLedger(prefix + "a/#", prefix + "d/#");
		tell.println("converged");
		while (true) {
			// Until it is killed.
			LockSupport.park();
		}
	}

	private record Telling(PrintStream tell) {

		void handle(MqttDelivery delivery) {
			this.tell.println(HANDLED + new String(delivery.payload(), StandardCharsets.UTF_8));
		}

	}

	/**
	 * Counts the moments just before and just after a call of a store.
	 */
	private static final class Moments {

		private final int haltAt;

		private final PrintStream tell;

		private final AtomicInteger count = new AtomicInteger();

		Moments(int haltAt, PrintStream tell) {
			this.haltAt = haltAt;
			this.tell = tell;
		}

		<T> CompletableFuture<T> around(String what, Supplier<CompletableFuture<T>> call) {
			pass("before " + what);
			return call.get().thenApply((value) -> {
				pass("after " + what);
				return value;
			});
		}

		private void pass(String moment) {
			if (this.count.incrementAndGet() == this.haltAt) {
				this.tell.println("halt " + moment);
				while (true) {
					// Until the process is killed.
					LockSupport.park();
				}
			}
		}

	}

	private record HaltingLedger(SubscriptionLedger ledger, Moments moments) implements SubscriptionLedger {

		@Override
		public CompletableFuture<Optional<LedgerHistory>> read(LedgerIdentity identity) {
			return this.moments.around("read", () -> this.ledger.read(identity));
		}

		@Override
		public CompletableFuture<Void> remember(LedgerIdentity identity, Collection<LedgerEntry> entries) {
			return this.moments.around("remember", () -> this.ledger.remember(identity, entries));
		}

		@Override
		public CompletableFuture<Void> forget(LedgerIdentity identity, Collection<TopicFilter> filters) {
			return this.moments.around("forget", () -> this.ledger.forget(identity, filters));
		}

	}

	private record HaltingDeadLetters(DeadLetterStore store, Moments moments) implements DeadLetterStore {

		@Override
		public CompletableFuture<Void> write(DeadLetter deadLetter) {
			return this.moments.around("dead letter", () -> this.store.write(deadLetter));
		}

		@Override
		public List<DeadLetterMetadata> list(@Nullable String after, int limit) {
			return this.store.list(after, limit);
		}

		@Override
		public Optional<DeadLetter> find(String id) {
			return this.store.find(id);
		}

		@Override
		public boolean delete(String id) {
			return this.store.delete(id);
		}

		@Override
		public long count() {
			return this.store.count();
		}

	}

}
