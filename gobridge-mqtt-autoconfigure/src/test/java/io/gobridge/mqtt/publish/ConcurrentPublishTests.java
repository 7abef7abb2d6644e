package io.gobridge.mqtt.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many threads publish to a broker that answers on a thread of its own (B40, B41).
 */
@Timeout(60)
class ConcurrentPublishTests {

	private static final int THREADS = 8;

	private static final int EACH = 1000;

	private final ExecutorService callers = Executors.newFixedThreadPool(THREADS);

	private final PublishThreads completions = new PublishThreads("s");

	@AfterEach
	void end() {
		this.callers.shutdownNow();
		this.completions.close();
	}

	@ParameterizedTest
	@CsvSource({ "10, 1000", "1, 1000", "10, 5", "500, 20" })
	void theWindowHoldsAndEverythingIsConfirmed(int receiveMaximum, int bufferSize) throws Exception {
		OutboundMessages messages = messages(bufferSize);
		AnsweringBroker broker = new AnsweringBroker(messages);
		new Opening(messages).open(receiveMaximum, broker);
		broker.start();
		List<Future<List<CompletableFuture<PublishResult>>>> all = new ArrayList<>();
		for (int t = 0; t < THREADS; t++) {
			int thread = t;
			all.add(this.callers.submit(() -> {
				List<CompletableFuture<PublishResult>> mine = new ArrayList<>();
				for (int i = 0; i < EACH; i++) {
					mine.add(messages.send(PublishFixture.message(thread + "/" + i, 1 + (i % 2)), null));
				}
				return mine;
			}));
		}
		for (int t = 0; t < THREADS; t++) {
			List<CompletableFuture<PublishResult>> mine = all.get(t).get();
			for (int i = 0; i < EACH; i++) {
				assertThat(mine.get(i).get(30, TimeUnit.SECONDS).topic()).isEqualTo(t + "/" + i);
			}
		}
		broker.stop();
		assertThat(broker.highest()).isBetween(1, receiveMaximum);
		broker.topics()
			.forEach((thread, numbers) -> assertThat(numbers).as("order of thread " + thread).isSorted().hasSize(EACH));
		assertThat(messages.statistics().inFlight()).isZero();
		assertThat(messages.statistics().waiting()).isZero();
		assertThat(messages.statistics().count(PublishOutcome.SUCCESS)).isEqualTo(THREADS * EACH);
	}

	@Test
	void aContinuationMayPublishAndWait() throws Exception {
		OutboundMessages messages = messages(10);
		AnsweringBroker broker = new AnsweringBroker(messages);
		new Opening(messages).open(10, broker);
		broker.start();
		List<CompletableFuture<String>> chains = new ArrayList<>();
		for (int i = 0; i < 100; i++) {
			chains.add(messages.send(PublishFixture.message("1/" + i, 1), null).thenApply((first) -> {
				messages.send(PublishFixture.message("2/0", 2), null).join();
				return Thread.currentThread().getName();
			}));
		}
		for (CompletableFuture<String> chain : chains) {
			// Either on the threads for it, or on this one where the future was done.
			assertThat(chain.get(30, TimeUnit.SECONDS)).isIn("gobridge-mqtt-s-published",
					Thread.currentThread().getName());
		}
		broker.stop();
	}

	@Test
	void theThreadThatReadsTheConnectionRunsNoContinuation() throws Exception {
		OutboundMessages messages = messages(10);
		AnsweringBroker broker = new AnsweringBroker(messages);
		new Opening(messages).open(10, broker);
		CompletableFuture<String> thread = messages.send(PublishFixture.message("1/1", 1), null)
			.thenApply((result) -> Thread.currentThread().getName());
		broker.start();
		assertThat(thread.get(30, TimeUnit.SECONDS)).isEqualTo("gobridge-mqtt-s-published");
		broker.stop();
	}

	private OutboundMessages messages(int bufferSize) {
		return new OutboundMessages("s", new PublishSettings(Duration.ofSeconds(60), bufferSize, OverflowPolicy.WAIT),
				new PacketIdentifiers(), new ManualTime(), SessionClock.SYSTEM, this.completions);
	}

	/**
	 * Opens the one connection of these tests.
	 *
	 * @param messages what publishes
	 */
	private record Opening(OutboundMessages messages) {

		void open(int receiveMaximum, FakeConnection connection) {
			this.messages.opened(new ConnectionEpoch(1, PublishFixture.connAck(false, receiveMaximum, 2, true, null),
					connection, Instant.EPOCH));
		}

	}

	/**
	 * Counts as a broker does: from PUBLISH to what it answers last.
	 */
	private static final class AnsweringBroker extends FakeConnection {

		private final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();

		private final AtomicInteger open = new AtomicInteger();

		private final AtomicInteger highest = new AtomicInteger();

		private final Map<String, List<Integer>> topics = new HashMap<>();

		private final OutboundMessages messages;

		private final Thread reader = new Thread(this::read, "gobridge-mqtt-s-reader");

		AnsweringBroker(OutboundMessages messages) {
			this.messages = messages;
		}

		void start() {
			this.reader.start();
		}

		void stop() throws InterruptedException {
			this.reader.interrupt();
			this.reader.join();
		}

		int highest() {
			return this.highest.get();
		}

		Map<String, List<Integer>> topics() {
			return this.topics;
		}

		@Override
		public boolean publish(OutboundPublish publish, int packetId, boolean duplicate) {
			this.highest.accumulateAndGet(this.open.incrementAndGet(), Math::max);
			this.inbox.add(() -> {
				String[] levels = publish.topic().split("/");
				this.topics.computeIfAbsent(levels[0], (thread) -> new ArrayList<>()).add(Integer.valueOf(levels[1]));
				if (publish.qos() == 1) {
					this.open.decrementAndGet();
				}
				this.messages.answered((publish.qos() == 1) ? PublishAnswer.PUBACK : PublishAnswer.PUBREC, packetId, 0,
						null);
			});
			return true;
		}

		@Override
		public void pubRel(int packetId) {
			this.inbox.add(() -> {
				this.open.decrementAndGet();
				this.messages.answered(PublishAnswer.PUBCOMP, packetId, 0, null);
			});
		}

		private void read() {
			try {
				while (true) {
					this.inbox.take().run();
				}
			}
			catch (InterruptedException ex) {
				// The end of the test.
			}
		}

	}

}
