package io.gobridge.mqtt.test;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.TopicVariable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * An application tested the way that users test theirs.
 */
@SpringBootTest(classes = WholeApplicationTests.Application.class,
		properties = { "gobridge.mqtt.client-id=application", "gobridge.mqtt.url=mqtt://nowhere.invalid",
				"gobridge.mqtt.reconnect.initial-delay=50ms" })
@EmbeddedMqttBroker
class WholeApplicationTests {

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	@Autowired
	private Echo echo;

	@Test
	void receivesAndPublishes(MqttTestBroker broker) {
		broker.awaitSubscriber("in/1");
		broker.publish("in/1", "one");
		Awaitility.await().atMost(TIMEOUT).until(() -> !broker.received("out/1").isEmpty());
		assertThat(broker.received("out/1")).extracting(CapturedPublish::payloadAsString, CapturedPublish::clientId)
			.containsExactly(tuple("one", "application"));
	}

	@Test
	void survivesTheLossOfItsConnectionAndOfTheBroker(MqttTestBroker broker) {
		broker.awaitSubscriber("in/2");
		broker.disconnectClients();
		broker.publish("in/2", "queued while nobody was there");
		awaitPayload("queued while nobody was there");
		broker.stop();
		broker.start();
		broker.publish("in/2", "after the restart");
		awaitPayload("after the restart");
	}

	private void awaitPayload(String payload) {
		Awaitility.await().atMost(TIMEOUT).untilAsserted(() -> assertThat(this.echo.payloads).contains(payload));
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Echo.class)
	static class Application {

	}

	static class Echo {

		private final List<String> payloads = new CopyOnWriteArrayList<>();

		private final MqttOperations mqtt;

		Echo(MqttOperations mqtt) {
			this.mqtt = mqtt;
		}

		@MqttRoute("in/{name}")
		void handle(String payload, @TopicVariable String name) {
			this.payloads.add(payload);
			this.mqtt.publish("out/" + name, payload);
		}

	}

}
