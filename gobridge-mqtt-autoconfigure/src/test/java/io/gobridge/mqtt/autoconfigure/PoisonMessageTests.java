package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.RouterStatistics;
import io.gobridge.mqtt.router.RouterStatistics.DeadLetterOutcome;
import io.gobridge.mqtt.router.RouterStatistics.FailureOutcome;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One message that its handler does not get done, in the middle of many that it does.
 * {@code -Dpoison.messages} makes them more than the suite has time for.
 */
@Timeout(240)
class PoisonMessageTests {

	private static final int GOOD = Integer.getInteger("poison.messages", 4_000);

	private static final int TOPICS = 4;

	private static final int POISON = GOOD / 2;

	private static final String ROUTE = "poisoned";

	@TempDir
	Path folder;

	@Test
	@EnabledIfMosquitto
	void onMosquitto() {
		try (MosquittoBroker broker = MosquittoBroker.builder().config("max_queued_messages 0").start()) {
			all("Mosquitto", broker.port());
		}
	}

	@Test
	void onHiveMq() {
		try (HiveMqBroker broker = HiveMqBroker.builder().inMemory().maxQueueSize(GOOD + 2).start()) {
			all("HiveMQ", broker.port());
		}
	}

	private void all(String broker, int port) {
		// The first run is not measured: classes and code are cold.
		run(port, "cold", OnFailure.DROP, 0);
		long without = run(port, "without", OnFailure.DROP, 0);
		long dropped = run(port, "drop", OnFailure.DROP, Integer.MAX_VALUE);
		long deadLettered = run(port, "dead-letter", OnFailure.DEAD_LETTER, Integer.MAX_VALUE);
		// Only what may succeed another time is redelivered for good.
		long redelivered = run(port, "redeliver", OnFailure.REDELIVER, 1);
		System.out.printf("poison: %s, %d good messages: %d/s without, %d/s drop, %d/s dead-letter, %d/s redeliver%n",
				broker, GOOD, without, dropped, deadLettered, redelivered);
	}

	/**
	 * Runs once.
	 * @param failures how often the handler fails with the message in the middle
	 * @return how many messages were handled in a second
	 */
	private long run(int port, String clientId, OnFailure onFailure, int failures) {
		Site site = new Site(clientId, failures);
		Installation.Version version = Installation
			.version("mqtt://127.0.0.1:" + port, clientId, this.folder.resolve(clientId))
			.routes(MqttRouteDefinition.builder(ROUTE)
				.topic(clientId + "/#")
				.onFailure(onFailure)
				.handler(site::handle)
				.build());
		version.build().active().close();
		site.publish(port);
		try (Installation installation = version.build()) {
			long begin = System.nanoTime();
			installation.start();
			await().atMost(Duration.ofSeconds(120))
				.pollInterval(Duration.ofMillis(5))
				.until(() -> site.isDone() && installation.engine().router().snapshot().unsettled() == 0);
			long millis = Duration.ofNanos(System.nanoTime() - begin).toMillis();
			site.verify(onFailure, installation.engine().router().statistics());
			return GOOD * 1000L / millis;
		}
	}

	private static final class Site {

		private final String clientId;

		private final int failures;

		private final AtomicInteger failed = new AtomicInteger();

		private final ConcurrentLinkedQueue<Integer> handled = new ConcurrentLinkedQueue<>();

		private final Set<Integer> distinct = ConcurrentHashMap.newKeySet();

		Site(String clientId, int failures) {
			this.clientId = clientId;
			this.failures = failures;
		}

		void publish(int port) {
			Semaphore underWay = new Semaphore(500);
			try (TestClient client = TestClient.connect(port)) {
				List<CompletableFuture<?>> results = new ArrayList<>();
				for (int number = 0; number <= GOOD; number++) {
					underWay.acquireUninterruptibly();
					results.add(client.publishAsync(this.clientId + "/" + number % TOPICS, 1,
							Integer.toString(number).getBytes(StandardCharsets.UTF_8), (options) -> {
							})
						.whenComplete((result, failure) -> underWay.release()));
				}
				CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new)).join();
			}
		}

		void handle(MqttDelivery delivery) {
			int number = Integer.parseInt(new String(delivery.payload(), StandardCharsets.UTF_8));
			if (number == POISON && this.failed.get() < this.failures) {
				this.failed.incrementAndGet();
				throw new IllegalStateException("not this one");
			}
			this.handled.add(number);
			this.distinct.add(number);
		}

		boolean isDone() {
			boolean poisoned = this.failures == Integer.MAX_VALUE;
			return this.distinct.size() == (poisoned ? GOOD : GOOD + 1);
		}

		void verify(OnFailure onFailure, RouterStatistics statistics) {
			if (onFailure != OnFailure.REDELIVER) {
				assertThat(this.handled).doesNotHaveDuplicates();
			}
			// By the first time each was handled: what comes again after a reconnect is
			// handled again.
			for (int topic = 0; topic < TOPICS; topic++) {
				int of = topic;
				assertThat(this.handled.stream()
					.filter((number) -> number % TOPICS == of && number != POISON)
					.distinct()
					.toList()).isSorted();
			}
			boolean poisoned = this.failures > 0;
			assertThat(statistics.deadLetterCount(ROUTE, DeadLetterOutcome.WRITTEN))
				.isEqualTo((poisoned && onFailure == OnFailure.DEAD_LETTER) ? 1 : 0);
			assertThat(statistics.failureCount(ROUTE, FailureOutcome.DROPPED))
				.isEqualTo((poisoned && onFailure == OnFailure.DROP) ? 1 : 0);
			assertThat(statistics.unmatchedDroppedCount()).isZero();
		}

	}

}
