package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A session is resumed whose backlog is more than may be held in memory. How far the
 * broker goes beyond the Receive Maximum depends on how fast acknowledgements come, so
 * nothing is asserted of the number of connections it takes.
 */
class ResumedBacklogTests {

	private static final int MESSAGES = 3_000;

	private static final int SIZE = 1_000;

	private static final int TOPICS = 4;

	/** A tenth of the backlog. */
	private static final long BOUND = MESSAGES / 10 * (512L + SIZE);

	private final Map<String, Queue<Integer>> handled = new ConcurrentHashMap<>();

	private final AtomicLong count = new AtomicLong();

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	@EnabledIfMosquitto
	void isHandledInOrderPieceByPieceOnMosquitto(int qos) {
		try (MosquittoBroker broker = MosquittoBroker.builder().config("max_queued_messages 0").start()) {
			resume(broker.url(), broker.port(), qos);
		}
	}

	@Test
	void isHandledInOrderOnHiveMq() {
		try (HiveMqBroker broker = HiveMqBroker.builder().maxQueueSize(MESSAGES + 1).start()) {
			resume(broker.url(), broker.port(), 1);
		}
	}

	private void resume(String url, int port, int qos) {
		String client = "backlog-" + qos;
		MqttRouteDefinition route = MqttRouteDefinition.builder("r").topic("backlog/+").qos(2).handler((delivery) -> {
			String text = new String(delivery.payload(), StandardCharsets.UTF_8);
			this.handled.computeIfAbsent(delivery.topic(), (topic) -> new ConcurrentLinkedQueue<>())
				.add(Integer.parseInt(text.trim()));
			this.count.incrementAndGet();
		}).build();
		Engines.start(url, client, route).close();
		publish(port, qos);
		try (Engines engines = Engines.holding(url, client, BOUND, route)) {
			engines.start();
			await().atMost(Duration.ofSeconds(60))
				.pollInterval(Duration.ofMillis(20))
				.until(() -> this.count.get() >= MESSAGES && distinct() == MESSAGES);
			engines.awaitActive();
			// What ran twice was on its way when a connection was changed: in its order
			// too.
			assertThat(this.handled.values())
				.allSatisfy((numbers) -> assertThat(numbers.stream().distinct().toList()).isSorted()
					.hasSize(MESSAGES / TOPICS));
			if (qos == 2) {
				assertThat(this.count).hasValue(MESSAGES);
			}
		}
	}

	private long distinct() {
		return this.handled.values().stream().mapToLong((numbers) -> numbers.stream().distinct().count()).sum();
	}

	private static void publish(int port, int qos) {
		String padding = " ".repeat(SIZE - 8);
		try (TestClient client = TestClient.connect(port)) {
			List<CompletableFuture<?>> results = new ArrayList<>();
			for (int number = 1; number <= MESSAGES; number++) {
				byte[] payload = ("%08d".formatted(number) + padding).getBytes(StandardCharsets.UTF_8);
				results.add(client.publishAsync("backlog/" + number % TOPICS, qos, payload, (options) -> {
				}));
				if (number % 200 == 0) {
					CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new)).join();
				}
			}
			CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new)).join();
		}
	}

}
