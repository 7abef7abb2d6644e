package io.gobridge.mqtt.autoconfigure;

import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.management.UnixOperatingSystemMXBean;
import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.router.RouterStatistics;
import io.gobridge.mqtt.session.SessionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What goes wrong slowly: reconnects, slow handlers, floods. {@code -Dendurance.*} make
 * them longer than the suite has time for.
 */
@Timeout(600)
@EnabledIfMosquitto
class EnduranceTests {

	private static final int RECONNECTS = Integer.getInteger("endurance.reconnects", 40);

	private static final int SLOW_SECONDS = Integer.getInteger("endurance.slow-seconds", 5);

	private static final int KEEP_ALIVE_SECONDS = Integer.getInteger("endurance.keep-alive-seconds", 1);

	private static final int FLOOD = Integer.getInteger("endurance.flood", 50_000);

	private static MosquittoBroker broker;

	@BeforeAll
	static void startBroker() {
		broker = MosquittoBroker.builder().config("max_queued_messages 0").start();
	}

	@AfterAll
	static void stopBroker() {
		broker.close();
	}

	@Test
	void caseB57AndB07ReconnectsLeaveThreadsAndSocketsLevelAndOneSubscription() {
		AtomicInteger handled = new AtomicInteger();
		MqttRouteDefinition route = MqttRouteDefinition.builder("count")
			.topic("reconnects/#")
			.handler((delivery) -> handled.incrementAndGet())
			.build();
		try (Engines engine = Engines.start(broker.url(), "reconnects", route);
				TestClient peer = TestClient.connect(broker.port())) {
			for (int i = 0; i < 5; i++) {
				engine.session().reconnect().join();
			}
			engine.awaitActive();
			long threads = engineThreads();
			long files = openFiles();
			for (int i = 0; i < RECONNECTS; i++) {
				engine.session().reconnect().join();
			}
			engine.awaitActive();
			await().untilAsserted(() -> assertThat(engineThreads()).isLessThanOrEqualTo(threads));
			await().untilAsserted(() -> assertThat(openFiles()).isLessThanOrEqualTo(files + 2));
			peer.publish("reconnects/x", 1, "once");
			peer.publish("reconnects/x", 1, "marker");
			await().until(() -> handled.get() >= 2);
			assertThat(handled).hasValue(2);
			assertThat(engine.session().snapshot().reconnects()).isEqualTo(RECONNECTS + 5L);
			System.gc();
			System.out.printf("endurance: %d reconnects: engine threads %d -> %d, open files %d -> %d, heap %d KiB%n",
					RECONNECTS, threads, engineThreads(), files, openFiles(),
					ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1024);
		}
	}

	private static long engineThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("gobridge-mqtt") || thread.getName().startsWith("MQTT"))
			.filter((thread) -> !thread.getName().contains("-lane-"))
			.count();
	}

	private static long openFiles() {
		return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
	}

	@Test
	void caseB23ASlowHandlerCostsNoConnection() {
		AtomicInteger handled = new AtomicInteger();
		CountDownLatch released = new CountDownLatch(1);
		MqttRouteDefinition route = MqttRouteDefinition.builder("slow").topic("slow/#").handler((delivery) -> {
			if (handled.get() == 0) {
				// The time of the handler, not a wait for something to happen.
				released.await(SLOW_SECONDS, TimeUnit.SECONDS);
			}
			handled.incrementAndGet();
		}).build();
		try (Engines engine = Engines.create(broker.url(), "slow",
				(builder) -> builder.keepAlive(Duration.ofSeconds(KEEP_ALIVE_SECONDS)), route);
				TestClient peer = TestClient.connect(broker.port())) {
			engine.start();
			engine.awaitActive();
			for (int i = 0; i < 30; i++) {
				peer.publish("slow/x", 1, "m" + i);
			}
			await().atMost(Duration.ofSeconds(SLOW_SECONDS + 30L)).until(() -> handled.get() >= 30);
			await().until(() -> engine.router().snapshot().unsettled() == 0);
			assertThat(handled).hasValue(30);
			assertThat(engine.session().snapshot().reconnects()).isZero();
			assertThat(engine.session().state()).isEqualTo(SessionState.ACTIVE);
		}
	}

	@Test
	void aFloodOfQos0AtABlockedHandlerIsShedAndCounted() {
		AtomicInteger handled = new AtomicInteger();
		CountDownLatch release = new CountDownLatch(1);
		MqttRouteDefinition route = MqttRouteDefinition.builder("flood").topic("flood/#").qos(0).handler((delivery) -> {
			release.await();
			handled.incrementAndGet();
		}).build();
		try (Engines engine = Engines.create(broker.url(), "flood",
				(builder) -> builder.keepAlive(Duration.ofSeconds(KEEP_ALIVE_SECONDS)), route);
				TestClient peer = TestClient.connect(broker.port())) {
			engine.start();
			engine.awaitActive();
			byte[] payload = "flood".repeat(20).getBytes(StandardCharsets.UTF_8);
			RouterStatistics statistics = engine.router().statistics();
			ConcurrentLinkedQueue<CompletableFuture<?>> sent = new ConcurrentLinkedQueue<>();
			for (int i = 0; i < FLOOD; i++) {
				sent.add(peer.publishAsync("flood/x", 0, payload, (options) -> {
				}));
			}
			sent.forEach(CompletableFuture::join);
			await().atMost(Duration.ofSeconds(60))
				.until(() -> statistics.shedCount(RouterStatistics.Shed.LANE_FULL) > 0);
			// The session is alive behind the flood: a QoS 1 message passes it.
			long shed = statistics.shedCount(RouterStatistics.Shed.LANE_FULL);
			release.countDown();
			peer.publish("flood/marker", 0, payload);
			await().atMost(Duration.ofSeconds(60))
				.until(() -> handled.get() + statistics.shedCount(RouterStatistics.Shed.LANE_FULL) >= 300);
			assertThat(shed).isPositive();
			assertThat(engine.session().snapshot().reconnects()).isZero();
			System.out.printf("endurance: flood of %d at QoS 0: handled %d, shed %d%n", FLOOD, handled.get(),
					statistics.shedCount(RouterStatistics.Shed.LANE_FULL));
		}
	}

	@Test
	void stopsWithinTheDrainTimeoutWithAHandlerThatNeverEnds() {
		MqttRouteDefinition route = MqttRouteDefinition.builder("stuck").topic("stuck/#").handler((delivery) -> {
			new CountDownLatch(1).await();
		}).build();
		Engines engine = Engines.create(broker.url(), "stuck",
				(builder) -> builder.drainTimeout(Duration.ofMillis(300)), route);
		engine.start();
		engine.awaitActive();
		try (TestClient peer = TestClient.connect(broker.port())) {
			peer.publish("stuck/x", 1, "m");
		}
		await().until(() -> engine.router().snapshot().unsettled() == 1);
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(engine::close);
		assertThat(stopped).succeedsWithin(Duration.ofSeconds(5));
		// The message is left to the broker, and the next life gets it.
		List<String> received = new CopyOnWriteArrayList<>();
		try (Engines next = Engines.start(broker.url(), "stuck",
				MqttRouteDefinition.builder("next")
					.topic("stuck/#")
					.handler((delivery) -> received.add(new String(delivery.payload(), StandardCharsets.UTF_8)))
					.build())) {
			await().until(() -> received.equals(List.of("m")) && next.router().snapshot().unsettled() == 0);
		}
	}

}
