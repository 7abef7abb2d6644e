package io.gobridge.mqtt.test;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.gobridge.mqtt.message.UserProperties;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link MqttTestBroker}, beside which another one was started later: HiveMQ
 * keeps the services of an extension in static fields.
 */
class MqttTestBrokerTests {

	private static final MqttTestBroker broker = MqttTestBroker.run(0);

	private static final MqttTestBroker other = MqttTestBroker.run(0);

	private Mqtt5BlockingClient client = Clients.connect(broker.port(), "client");

	@BeforeAll
	static void otherIsAnother() {
		assertThat(other.port()).isNotEqualTo(broker.port());
	}

	@AfterAll
	static void close() {
		broker.close();
		other.close();
	}

	@BeforeEach
	void clear() {
		broker.clear();
	}

	@AfterEach
	void disconnect() {
		if (this.client.getState().isConnected()) {
			this.client.disconnectWith().sessionExpiryInterval(0).send();
		}
	}

	@Test
	void publishesToSubscribers() throws InterruptedException {
		subscribe("a/+");
		try (Mqtt5BlockingClient.Mqtt5Publishes publishes = this.client.publishes(MqttGlobalPublishFilter.ALL, true)) {
			broker.publish("a/1", "one");
			broker.publish("a/2", new byte[] { 2 });
			broker.publish("a/3", "three", 0);
			broker.publish(TestMessage.to("a/4")
				.payload("four")
				.qos(2)
				.contentType("text/plain")
				.responseTopic("answers")
				.correlationData(new byte[] { 4 })
				.expiry(Duration.ofSeconds(60))
				.userProperty("k", "v")
				.userProperty("k", "w"));
			// In no order: HiveMQ queues each QoS by itself, and MQTT promises no more.
			List<Mqtt5Publish> received = new ArrayList<>();
			while (received.size() < 4) {
				received.add(receive(publishes));
			}
			received.sort(Comparator.comparing((publish) -> publish.getTopic().toString()));
			assertThat(received.get(0)).extracting(this::text, Mqtt5Publish::getQos)
				.containsExactly("one", MqttQos.AT_LEAST_ONCE);
			assertThat(received.get(1).getPayloadAsBytes()).containsExactly(2);
			assertThat(received.get(2).getQos()).isEqualTo(MqttQos.AT_MOST_ONCE);
			Mqtt5Publish last = received.get(3);
			assertThat(last.getQos()).isEqualTo(MqttQos.EXACTLY_ONCE);
			assertThat(last.getContentType()).hasToString("Optional[text/plain]");
			assertThat(last.getResponseTopic()).hasToString("Optional[answers]");
			assertThat(last.getCorrelationData()).isPresent();
			assertThat(last.getMessageExpiryInterval().orElseThrow()).isBetween(30L, 60L);
			assertThat(last.getUserProperties().asList()).extracting((property) -> property.getValue().toString())
				.containsExactly("v", "w");
			assertThat(broker.received("#")).isEmpty();
		}
	}

	@Test
	void publishesRetained() throws InterruptedException {
		broker.publishRetained("r/1", "kept");
		try (Mqtt5BlockingClient.Mqtt5Publishes publishes = this.client.publishes(MqttGlobalPublishFilter.ALL, true)) {
			subscribe("r/#");
			assertThat(receive(publishes)).extracting(this::text, Mqtt5Publish::isRetain).containsExactly("kept", true);
			broker.publish(TestMessage.to("r/1").retained());
		}
	}

	@Test
	void showsWhatClientsPublished() {
		this.client.publishWith()
			.topic("s/1")
			.qos(MqttQos.EXACTLY_ONCE)
			.payload("one".getBytes(StandardCharsets.UTF_8))
			.contentType("text/plain")
			.responseTopic("answers")
			.correlationData(new byte[] { 7 })
			.messageExpiryInterval(60)
			.userProperties()
			.add("k", "v")
			.applyUserProperties()
			.send();
		this.client.publishWith().topic("t/1").qos(MqttQos.AT_LEAST_ONCE).send();
		assertThat(broker.received("s/+")).singleElement().satisfies((publish) -> {
			assertThat(publish.clientId()).isEqualTo("client");
			assertThat(publish.topic()).isEqualTo("s/1");
			assertThat(publish.payloadAsString()).isEqualTo("one");
			assertThat(publish.qos()).isEqualTo(2);
			assertThat(publish.retained()).isFalse();
			assertThat(publish.contentType()).isEqualTo("text/plain");
			assertThat(publish.responseTopic()).isEqualTo("answers");
			assertThat(publish.correlationData()).containsExactly(7);
			assertThat(publish.messageExpiry()).isEqualTo(Duration.ofSeconds(60));
			assertThat(publish.userProperties().first("k")).isEqualTo("v");
			assertThat(publish).asString().doesNotContain("one");
		});
		assertThat(broker.received("#")).extracting(CapturedPublish::topic).containsExactly("s/1", "t/1");
		assertThat(other.received("#")).isEmpty();
		broker.clear();
		assertThat(broker.received("#")).isEmpty();
	}

	@Test
	void remembersOnlyTheNewestMessages() {
		PublishCapture capture = new PublishCapture(2);
		for (int i = 1; i <= 3; i++) {
			capture.add(new CapturedPublish("c", "t/" + i, new byte[0], 0, false, null, null, null, null,
					UserProperties.empty()));
		}
		assertThat(capture.find((publish) -> true)).extracting(CapturedPublish::topic).containsExactly("t/2", "t/3");
	}

	@Test
	void knowsSubscribers() {
		assertThat(broker.subscribers("q/1")).isEmpty();
		subscribe("$share/group/q/#");
		broker.awaitSubscriber("q/1");
		assertThat(broker.subscribers("q/1")).containsExactly("client");
		assertThat(other.subscribers("q/1")).isEmpty();
	}

	@Test
	void disconnectsClientsButKeepsTheirSessions() {
		subscribe("d/#");
		assertThat(broker.connectedClients()).containsExactly("client");
		broker.disconnectClients();
		Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !this.client.getState().isConnected());
		assertThat(broker.connectedClients()).isEmpty();
		this.client = Clients.connect(broker.port(), "client");
		assertThat(broker.subscribers("d/1")).containsExactly("client");
	}

	@Test
	void stopsAndStarts() {
		subscribe("d/#");
		int port = broker.port();
		broker.stop();
		assertThat(broker.isRunning()).isFalse();
		Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> !this.client.getState().isConnected());
		assertThatIllegalStateException().isThrownBy(() -> broker.publish("a", "b"))
			.withMessageContaining("not running");
		broker.start();
		assertThat(broker.port()).isEqualTo(port);
		this.client = Clients.connect(port, "client");
		assertThat(broker.subscribers("d/1")).containsExactly("client");
		this.client.publishWith().topic("again").qos(MqttQos.AT_LEAST_ONCE).send();
		assertThat(broker.received("again")).hasSize(1);
	}

	@Test
	void refusesWhatIsNoTopic() {
		assertThatIllegalArgumentException().isThrownBy(() -> broker.publish("a/#", "x"));
		assertThatIllegalArgumentException().isThrownBy(() -> broker.received("a/#/b"));
		assertThatIllegalArgumentException().isThrownBy(() -> TestMessage.to("a").qos(3));
	}

	private void subscribe(String filter) {
		this.client.subscribeWith().topicFilter(filter).qos(MqttQos.EXACTLY_ONCE).send();
	}

	private String text(Mqtt5Publish publish) {
		return new String(publish.getPayloadAsBytes(), StandardCharsets.UTF_8);
	}

	private static Mqtt5Publish receive(Mqtt5BlockingClient.Mqtt5Publishes publishes) throws InterruptedException {
		Optional<Mqtt5Publish> publish = publishes.receive(10, TimeUnit.SECONDS);
		publish.ifPresent(Mqtt5Publish::acknowledge);
		return publish.orElseThrow();
	}

}
