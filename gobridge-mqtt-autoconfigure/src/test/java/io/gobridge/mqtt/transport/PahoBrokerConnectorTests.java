package io.gobridge.mqtt.transport;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link PahoBrokerConnector} against real brokers.
 */
class PahoBrokerConnectorTests {

	@Test
	@EnabledIfMosquitto
	void exchangesMessagesWithMosquitto() throws Exception {
		try (MosquittoBroker broker = MosquittoBroker.run()) {
			exchange(broker.url(), broker.port());
		}
	}

	@Test
	void exchangesMessagesWithHiveMq() throws Exception {
		try (HiveMqBroker broker = HiveMqBroker.run()) {
			exchange(broker.url(), broker.port());
		}
	}

	private static void exchange(String url, int port) throws Exception {
		try (WireFixture wire = new WireFixture(); TestClient other = TestClient.connect(port)) {
			other.subscribe("out/#", 2);
			AcknowledgingListener listener = new AcknowledgingListener();
			BrokerConnection connection = wire.connect(Requests.to(url).build(), listener);
			listener.connection = connection;
			ConnAck ack = listener.awaitConnected();
			assertThat(ack.sessionPresent()).isFalse();
			SubscriptionAck subscribed = connection
				.subscribe(List.of(new SubscriptionRequest("in/#", 2, false, false, 0)), 77)
				.get(20, TimeUnit.SECONDS);
			assertThat(subscribed.reasonCodes()).containsExactly(2);
			assertThat(wire.identifiers.inUse()).isZero();
			for (int i = 0; i < 60; i++) {
				other.publish("in/" + i, i % 3, "payload " + i);
			}
			listener.awaitReceived(60);
			assertThat(listener.received).extracting((received) -> received.delivery().topic())
				.containsExactlyInAnyOrderElementsOf(IntStream.range(0, 60).mapToObj((i) -> "in/" + i).toList());
			assertThat(listener.received).allSatisfy((received) -> {
				assertThat(received.subscriptionIdentifiers()).containsExactly(77);
				assertThat(new String(received.delivery().payload(), StandardCharsets.UTF_8))
					.isEqualTo("payload " + received.delivery().topic().substring(3));
			});
			await().atMost(RecordingListener.PATIENCE).until(() -> listener.released.size() == 20);
			byte[] payload = "x".getBytes(StandardCharsets.UTF_8);
			assertThat(connection.publish(Requests.message("out/0", payload, 0), 0, false)).isTrue();
			assertThat(connection.publish(Requests.message("out/1", payload, 1), 101, false)).isTrue();
			assertThat(connection.publish(Requests.message("out/2", payload, 2), 102, false)).isTrue();
			listener.awaitAnswers(3);
			assertThat(listener.answers).extracting(RecordingListener.Answer::kind)
				.containsExactlyInAnyOrder(PublishAnswer.PUBACK, PublishAnswer.PUBREC, PublishAnswer.PUBCOMP);
			await().atMost(RecordingListener.PATIENCE).until(() -> other.count() == 3);
			SubscriptionAck unsubscribed = connection.unsubscribe(List.of("in/#")).get(20, TimeUnit.SECONDS);
			assertThat(unsubscribed.reasonCodes()).containsExactly(0);
			connection.close(Duration.ofSeconds(5), 0);
			Disconnection end = listener.awaitClosed();
			assertThat(end.kind()).isEqualTo(Disconnection.Kind.CLOSED);
			assertThat(connection.pubAck(1, 0)).isFalse();
		}
	}

}
