package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.publish.PublishOptions;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.TopicVariable;
import io.gobridge.mqtt.session.MqttSession;
import io.gobridge.mqtt.session.SessionState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Annotated routes of an application on Mosquitto.
 */
@EnabledIfMosquitto
@Timeout(60)
class AnnotatedRoutesTests {

	private static MosquittoBroker broker;

	private static TestClient peer;

	private ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, GoBridgeMqttAutoConfiguration.class));

	@BeforeEach
	void useBroker() {
		this.contextRunner = this.contextRunner
			.withPropertyValues("gobridge.mqtt.url=mqtt://127.0.0.1:" + broker.port());
	}

	@BeforeAll
	static void start() {
		broker = MosquittoBroker.builder().start();
		peer = TestClient.connect(broker.port());
	}

	@AfterAll
	static void stop() {
		peer.close();
		broker.close();
	}

	@Test
	void receivesJsonAndTopicVariablesAtEveryQos() {
		this.contextRunner.withPropertyValues("gobridge.mqtt.client-id=annotated")
			.withBean(Readings.class)
			.run((context) -> {
				awaitActive(context.getBean(MqttSession.class));
				for (int qos = 0; qos <= 2; qos++) {
					peer.publish("sensors/s" + qos + "/temperature", qos, "{\"celsius\": 2" + qos + ".5}");
				}
				Readings readings = context.getBean(Readings.class);
				await().until(() -> readings.received.size() == 3);
				assertThat(readings.received).containsExactlyInAnyOrder("s0 20.5", "s1 21.5", "s2 22.5");
			});
	}

	@Test
	void publishesJson() {
		this.contextRunner.withPropertyValues("gobridge.mqtt.client-id=answers")
			.withBean(Readings.class)
			.run((context) -> {
				awaitActive(context.getBean(MqttSession.class));
				MqttOperations template = context.getBean(MqttOperations.class);
				assertThat(template.publish("sensors/self/temperature", new Reading(1.5)).get()).isNotNull();
				Readings readings = context.getBean(Readings.class);
				await().until(() -> readings.received.contains("self 1.5"));
			});
	}

	@Test
	void answersRequests() {
		peer.subscribe("answers", 1);
		this.contextRunner.withPropertyValues("gobridge.mqtt.client-id=replies").withBean(Echo.class).run((context) -> {
			awaitActive(context.getBean(MqttSession.class));
			context.getBean(MqttOperations.class)
				.publish("echo", "hello",
						PublishOptions.builder()
							.responseTopic("answers")
							.correlationData("7".getBytes(StandardCharsets.UTF_8))
							.build())
				.get();
			await().until(() -> peer.messages().stream().anyMatch((message) -> message.topic().equals("answers")));
			TestClient.Received answer = peer.messages()
				.stream()
				.filter((message) -> message.topic().equals("answers"))
				.findFirst()
				.orElseThrow();
			assertThat(answer.payload()).isEqualTo("HELLO");
			assertThat(answer.publish().getCorrelationData())
				.hasValueSatisfying((data) -> assertThat(data.get(0)).isEqualTo((byte) '7'));
		});
	}

	static void awaitActive(MqttSession session) {
		await().until(() -> session.state() == SessionState.ACTIVE);
	}

	static class Readings {

		final List<String> received = new CopyOnWriteArrayList<>();

		@MqttRoute(id = "telemetry", topic = "sensors/{site}/temperature", qos = 2)
		void reading(@TopicVariable String site, Reading reading) {
			this.received.add(site + " " + reading.celsius());
		}

	}

	static class Echo {

		@MqttRoute(id = "echo", topic = "echo")
		String echo(String payload) {
			return payload.toUpperCase(Locale.ROOT);
		}

	}

	record Reading(double celsius) {
	}

}
