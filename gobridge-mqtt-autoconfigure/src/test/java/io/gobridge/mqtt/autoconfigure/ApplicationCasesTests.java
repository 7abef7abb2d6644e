package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TcpTap;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.MqttSession;
import io.gobridge.mqtt.session.SessionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Cases of the catalogue with a whole application on Mosquitto.
 */
@EnabledIfMosquitto
@Timeout(90)
class ApplicationCasesTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(GoBridgeMqttAutoConfiguration.class))
		.withPropertyValues("gobridge.mqtt.client-id=cases", "gobridge.mqtt.reconnect.initial-delay=50ms",
				"gobridge.mqtt.reconnect.max-delay=200ms", "gobridge.mqtt.shutdown.drain-timeout=3s");

	@Test
	void caseB08TheBrokerComesAfterTheApplication() {
		try (MosquittoBroker broker = MosquittoBroker.run()) {
			broker.stop();
			at(broker.url()).withBean(Collector.class).run((context) -> {
				assertThat(context.getBean(MqttSession.class).state()).isNotEqualTo(SessionState.ACTIVE);
				broker.start();
				awaitActive(context);
				publish(broker, "c/1", "late");
				awaitReceived(context, "late");
			});
		}
	}

	@Test
	void caseB05SubscribesAgainWhereTheBrokerHasForgotten() {
		try (MosquittoBroker broker = MosquittoBroker.run()) {
			at(broker.url()).withBean(Collector.class).run((context) -> {
				awaitActive(context);
				broker.restart();
				await().until(() -> context.getBean(MqttSession.class).snapshot().epoch() > 1);
				awaitActive(context);
				assertThat(context.getBean(MqttSession.class).snapshot().sessionsLost()).isEqualTo(1);
				publish(broker, "c/1", "again");
				awaitReceived(context, "again");
			});
		}
	}

	@Test
	void casesB06B07AndB38CutsNeitherLoseNorMultiply() {
		try (MosquittoBroker broker = MosquittoBroker.run();
				TcpTap tap = TcpTap.to(broker.port());
				TestClient peer = TestClient.connect(broker.port())) {
			peer.publishRetained("c/retained", 1, "kept");
			at(tap.url()).withBean(Collector.class).run((context) -> {
				awaitActive(context);
				awaitReceived(context, "kept");
				MqttSession session = context.getBean(MqttSession.class);
				for (int cut = 1; cut <= 3; cut++) {
					long epoch = session.snapshot().epoch();
					tap.cutAll();
					await().until(() -> session.snapshot().epoch() > epoch);
					awaitActive(context);
				}
				assertThat(session.snapshot().connAck()).isNotNull()
					.satisfies((ack) -> assertThat(ack.sessionPresent()).isTrue());
				peer.publish("c/1", 1, "once");
				peer.publish("c/1", 1, "marker");
				awaitReceived(context, "marker");
				assertThat(context.getBean(Collector.class).received).containsExactly("kept", "once", "marker");
			});
		}
	}

	@Test
	void caseB56WhatRunsAtTheStopIsFinishedAndDoesNotComeAgain() {
		try (MosquittoBroker broker = MosquittoBroker.run(); TestClient peer = TestClient.connect(broker.port())) {
			ApplicationContextRunner runner = at(broker.url()).withPropertyValues("gobridge.mqtt.route.concurrency=64");
			Slow slow = new Slow();
			runner.withBean(Slow.class, () -> slow).run((context) -> {
				awaitActive(context);
				for (int i = 0; i < 5; i++) {
					peer.publish("c/" + i, 1, "m" + i);
				}
				await().until(() -> slow.begun.size() == 5);
				Thread release = new Thread(() -> {
					await().until(() -> context.getBean(MqttSession.class).state() != SessionState.ACTIVE
							|| !context.getBean(ManagedSession.class).isRunning());
					slow.release.countDown();
				});
				release.start();
			});
			List<String> before = List.copyOf(slow.finished);
			assertThat(before).hasSize(5);
			runner.withBean(Collector.class).run((context) -> {
				awaitActive(context);
				publish(broker, "c/marker", "marker");
				awaitReceived(context, "marker");
				assertThat(context.getBean(Collector.class).received).doesNotContainAnyElementsOf(before);
			});
		}
	}

	@Test
	void caseB55StopsInTimeWhateverTheBrokerDoes() {
		assertStopsInTime(at("mqtt://127.0.0.1:9"), (context) -> {
		});
		try (MosquittoBroker broker = MosquittoBroker.run()) {
			assertStopsInTime(at(broker.url()), (context) -> {
				awaitActive(context);
				broker.kill();
			});
			broker.start();
			try (TcpTap tap = TcpTap.to(broker.port())) {
				assertStopsInTime(at(tap.url()), (context) -> {
					awaitActive(context);
					tap.stall();
				});
			}
		}
	}

	private void assertStopsInTime(ApplicationContextRunner runner, Consumer<ApplicationContext> in) {
		long[] begin = new long[1];
		runner.withBean(Collector.class).run((context) -> {
			in.accept(context);
			begin[0] = System.nanoTime();
		});
		assertThat(Duration.ofNanos(System.nanoTime() - begin[0])).isLessThan(Duration.ofSeconds(9));
		await().untilAsserted(() -> assertThat(Thread.getAllStackTraces().keySet())
			.noneMatch((thread) -> thread.getName().startsWith("gobridge-mqtt-default") && !thread.isDaemon()));
	}

	@Test
	void caseB58AThirdContextReceivesOnce() {
		try (MosquittoBroker broker = MosquittoBroker.run()) {
			for (int i = 0; i < 2; i++) {
				at(broker.url()).withBean(Collector.class).run(ApplicationCasesTests::awaitActive);
			}
			at(broker.url()).withBean(Collector.class).run((context) -> {
				awaitActive(context);
				publish(broker, "c/1", "once");
				publish(broker, "c/1", "marker");
				awaitReceived(context, "marker");
				assertThat(context.getBean(Collector.class).received).containsExactly("once", "marker");
			});
		}
	}

	@Test
	void aContextThatWasStoppedReceivesAgainAfterItsNextStart() {
		try (MosquittoBroker broker = MosquittoBroker.run()) {
			at(broker.url()).withBean(Collector.class).run((context) -> {
				awaitActive(context);
				context.getSourceApplicationContext().stop();
				publish(broker, "c/1", "meanwhile");
				context.getSourceApplicationContext().start();
				awaitActive(context);
				awaitReceived(context, "meanwhile");
				assertThat(context.getBean(MqttTemplate.class).publish("c/2", "own").get()).isNotNull();
				awaitReceived(context, "own");
			});
		}
	}

	@Test
	void caseB60EachMessageReachesTheRoutesOfItsSession() {
		try (MosquittoBroker first = MosquittoBroker.run(); MosquittoBroker second = MosquittoBroker.run()) {
			at(first.url())
				.withPropertyValues("gobridge.mqtt.sessions.b.url=" + second.url(),
						"gobridge.mqtt.sessions.b.client-id=cases-b",
						"gobridge.mqtt.sessions.b.store.path=${gobridge.mqtt.store.path}")
				.withBean(TwoSessions.class)
				.run((context) -> {
					awaitActive(context);
					MqttSession b = context.getBean("bMqttSession", MqttSession.class);
					await().until(() -> b.state() == SessionState.ACTIVE);
					publish(first, "x/1", "to the first");
					publish(second, "x/1", "to the second");
					TwoSessions routes = context.getBean(TwoSessions.class);
					await().until(() -> routes.first.size() == 1 && routes.second.size() == 1);
					assertThat(routes.first).containsExactly("to the first");
					assertThat(routes.second).containsExactly("to the second");
				});
		}
	}

	private ApplicationContextRunner at(String url) {
		return this.contextRunner.withPropertyValues("gobridge.mqtt.url=" + url);
	}

	private static void publish(MosquittoBroker broker, String topic, String payload) {
		try (TestClient peer = TestClient.connect(broker.port())) {
			peer.publish(topic, 1, payload);
		}
	}

	private static void awaitActive(ApplicationContext context) {
		MqttSession session = context.getBean(MqttSession.class);
		await().atMost(Duration.ofSeconds(20)).until(() -> session.state() == SessionState.ACTIVE);
	}

	private static void awaitReceived(ApplicationContext context, String payload) {
		Collector collector = context.getBean(Collector.class);
		await().atMost(Duration.ofSeconds(20)).until(() -> collector.received.contains(payload));
	}

	static class Collector {

		final List<String> received = new CopyOnWriteArrayList<>();

		@MqttRoute(id = "collect", topic = "c/+")
		void collect(String payload) {
			this.received.add(payload);
		}

	}

	static class Slow {

		final List<String> begun = new CopyOnWriteArrayList<>();

		final List<String> finished = new CopyOnWriteArrayList<>();

		final CountDownLatch release = new CountDownLatch(1);

		@MqttRoute(id = "collect", topic = "c/+")
		void handle(String payload) throws InterruptedException {
			this.begun.add(payload);
			this.release.await();
			this.finished.add(payload);
		}

	}

	static class TwoSessions {

		final List<String> first = new CopyOnWriteArrayList<>();

		final List<String> second = new CopyOnWriteArrayList<>();

		@MqttRoute(id = "first", topic = "x/#")
		void first(String payload) {
			this.first.add(payload);
		}

		@MqttRoute(id = "second", topic = "x/#", session = "b")
		void second(String payload) {
			this.second.add(payload);
		}

	}

}
