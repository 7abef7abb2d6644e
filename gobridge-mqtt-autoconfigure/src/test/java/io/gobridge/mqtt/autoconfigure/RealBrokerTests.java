package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.publish.PublishOptions;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.session.SessionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The whole engine without Boot on real brokers.
 */
@Timeout(120)
class RealBrokerTests {

	@Nested
	@EnabledIfMosquitto
	class OnMosquitto extends Scenarios {

		private final MosquittoBroker broker = MosquittoBroker.builder().config("max_queued_messages 0").start();

		@Override
		int port() {
			return this.broker.port();
		}

		@AfterAll
		void stop() {
			this.broker.close();
		}

	}

	@Nested
	class OnHiveMq extends Scenarios {

		private final HiveMqBroker broker = HiveMqBroker.builder().maxQueueSize(100_000).start();

		@Override
		int port() {
			return this.broker.port();
		}

		@AfterAll
		void stop() {
			this.broker.close();
		}

	}

	@TestInstance(TestInstance.Lifecycle.PER_CLASS)
	abstract static class Scenarios {

		private TestClient peer;

		abstract int port();

		@BeforeAll
		void connect() {
			this.peer = TestClient.connect(port());
		}

		@AfterAll
		void disconnect() {
			this.peer.close();
		}

		private String url() {
			return "mqtt://127.0.0.1:" + port();
		}

		private static MqttRouteDefinition collect(String topic, List<String> into) {
			return MqttRouteDefinition.builder("collect").topic(topic).qos(2).handler((delivery) -> {
				into.add(text(delivery));
			}).build();
		}

		private static String text(MqttDelivery delivery) {
			return new String(delivery.payload(), StandardCharsets.UTF_8);
		}

		@ParameterizedTest
		@ValueSource(ints = { 0, 1, 2 })
		void receivesInOrderAtEveryQos(int qos) {
			List<String> received = new CopyOnWriteArrayList<>();
			try (Engines engine = Engines.start(url(), "order-" + qos, collect("order/" + qos + "/#", received))) {
				List<String> sent = IntStream.range(0, 200).mapToObj(Integer::toString).toList();
				sent.forEach((text) -> this.peer.publish("order/" + qos + "/x", qos, text));
				await().atMost(Duration.ofSeconds(20)).until(() -> received.size() == sent.size());
				assertThat(received).isEqualTo(sent);
				await().until(() -> engine.router().snapshot().unsettled() == 0);
				assertThat(engine.session().snapshot().reconnects()).isZero();
			}
		}

		@Test
		void caseB01AndB03WhatWasQueuedWhileTheApplicationWasAwayArrives() {
			List<String> received = new CopyOnWriteArrayList<>();
			Engines.start(url(), "away", collect("away/#", received)).close();
			List<String> sent = IntStream.range(0, 300).mapToObj(Integer::toString).toList();
			sent.forEach((text) -> this.peer.publish("away/x", 1 + Integer.parseInt(text) % 2, text));
			try (Engines engine = Engines.start(url(), "away", collect("away/#", received))) {
				assertThat(engine.session().snapshot().connAck()).isNotNull();
				await().atMost(Duration.ofSeconds(20)).until(() -> received.size() >= sent.size());
				assertThat(received).containsExactlyInAnyOrderElementsOf(sent);
			}
		}

		@Test
		void whatIsNotSettledComesAgainAfterAReconnect() {
			List<String> received = new CopyOnWriteArrayList<>();
			CountDownLatch release = new CountDownLatch(1);
			MqttRouteDefinition route = MqttRouteDefinition.builder("blocked").topic("again/#").handler((delivery) -> {
				received.add(text(delivery) + (delivery.duplicate() ? " again" : ""));
				release.await();
			}).build();
			try (Engines engine = Engines.start(url(), "again", route)) {
				for (int i = 0; i < 5; i++) {
					this.peer.publish("again/x", 1, "m" + i);
				}
				await().until(() -> received.size() == 1);
				engine.session().reconnect().join();
				await().until(() -> engine.router().snapshot().unsettled() > 0);
				release.countDown();
				await().until(
						() -> received.get(received.size() - 1).startsWith("m4") && engine.router().snapshot().unsettled() == 0);
				// How many had been under way before the reconnect is the broker's choice.
				assertThat(received).startsWith("m0", "m0 again");
				assertThat(received.subList(1, received.size())).extracting((text) -> text.substring(0, 2))
					.containsExactly("m0", "m1", "m2", "m3", "m4");
			}
		}

		@Test
		void publishesAtEveryQosAlsoFromAHandlerThatWaits() {
			TestClient subscriber = this.peer;
			subscriber.subscribe("out/#", 2);
			long before = subscriber.count();
			@SuppressWarnings("resource")
			Engines[] engine = new Engines[1];
			MqttRouteDefinition route = MqttRouteDefinition.builder("relay").topic("in/#").handler((delivery) -> {
				for (int qos = 0; qos <= 2; qos++) {
					engine[0].template()
						.publish("out/" + qos, delivery.payload(), PublishOptions.builder().qos(qos).build())
						.get();
				}
			}).build();
			engine[0] = Engines.start(url(), "relay", route);
			try {
				for (int i = 0; i < 100; i++) {
					this.peer.publish("in/x", 1, "m" + i);
				}
				await().atMost(Duration.ofSeconds(30)).until(() -> subscriber.count() - before == 300);
				await().until(() -> engine[0].router().snapshot().unsettled() == 0);
			}
			finally {
				engine[0].close();
				subscriber.unsubscribe("out/#");
			}
		}

		@Test
		void stopsInTimeAndCanBeStartedAgain() {
			List<String> received = new CopyOnWriteArrayList<>();
			Engines engine = Engines.start(url(), "twice", collect("twice/#", received));
			engine.close();
			assertThat(engine.session().state()).isEqualTo(SessionState.STOPPED);
			engine.close();
		}

	}

}
