package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5ConnAckException;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5PubAckException;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link ScriptedBroker} and the packets that it builds and reads, with a
 * client that knows nothing of them.
 */
class ScriptedBrokerTests {

	@Test
	void speaksMqttByScript() throws Exception {
		try (ScriptedBroker broker = ScriptedBroker.run()) {
			CompletableFuture<TestClient> connecting = CompletableFuture.supplyAsync(() -> TestClient
				.connect(broker.port(), "me", (connect) -> connect.cleanStart(false).sessionExpiryInterval(7)));
			ScriptedConnection connection = broker.accept();
			ReceivedPacket.Connect connect = connection
				.handshake(Packets.connack().sessionPresent().with(Property.RECEIVE_MAXIMUM, 10));
			assertThat(connect.protocol()).isEqualTo("MQTT");
			assertThat(connect.version()).isEqualTo(5);
			assertThat(connect.clientId()).isEqualTo("me");
			assertThat(connect.cleanStart()).isFalse();
			assertThat(connect.properties().number(Property.SESSION_EXPIRY_INTERVAL)).contains(7L);
			TestClient client = connecting.get(10, TimeUnit.SECONDS);

			CompletableFuture<Void> subscribing = CompletableFuture.runAsync(() -> client.subscribe("a/#", 2));
			ReceivedPacket.Subscribe subscribe = connection.expectSubscribe();
			assertThat(subscribe.subscriptions())
				.containsExactly(new ReceivedPacket.Subscription("a/#", 2, false, false, 0));
			connection.send(Packets.suback(subscribe.packetId(), 2));
			subscribing.get(10, TimeUnit.SECONDS);

			connection.send(Packets.publish("a/1")
				.qos(1, 7)
				.duplicate()
				.with(Property.SUBSCRIPTION_IDENTIFIER, 300)
				.with(Property.MESSAGE_EXPIRY_INTERVAL, 60)
				.with(Property.CORRELATION_DATA, new byte[] { 1, 2 })
				.userProperty("k", "v")
				.payload("one")
				.build(), Packets.publish("a/2").qos(2, 8).retain().payload("two").build());
			assertThat(connection.expectPuback(7).reasonCode()).isZero();
			connection.expectPubrec(8);
			connection.send(Packets.pubrel(8));
			connection.expectPubcomp(8);
			Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> client.count() == 2);
			Mqtt5Publish first = client.messages().get(0).publish();
			assertThat(first.getTopic()).hasToString("a/1");
			assertThat(first.getPayloadAsBytes()).asString().isEqualTo("one");
			assertThat(first.getMessageExpiryInterval()).hasValue(60);
			assertThat(first.getUserProperties().asList()).singleElement()
				.satisfies((property) -> assertThat(
						Map.entry(property.getName().toString(), property.getValue().toString()))
					.isEqualTo(Map.entry("k", "v")));
			assertThat(client.messages().get(1))
				.extracting(TestClient.Received::payload, TestClient.Received::qos, TestClient.Received::retained)
				.containsExactly("two", 2, true);

			CompletableFuture<Mqtt5PublishResult> publishing = client.publishAsync("b", 1,
					"out".getBytes(StandardCharsets.UTF_8), (publish) -> publish.contentType("text/plain"));
			ReceivedPacket.Publish publish = connection.expectPublish();
			assertThat(publish.topic()).isEqualTo("b");
			assertThat(publish.payload()).asString().isEqualTo("out");
			assertThat(publish.properties().text(Property.CONTENT_TYPE)).contains("text/plain");
			connection
				.send(Packets.acknowledgement(PacketType.PUBACK, publish.packetId(), 0x87).reasonString("no").build());
			assertThat(publishing).failsWithin(Duration.ofSeconds(10))
				.withThrowableThat()
				.withCauseInstanceOf(Mqtt5PubAckException.class);

			client.close();
			assertThat(connection.expectDisconnect().reasonCode()).isZero();
			connection.close();
			connection.expectEnd();
			assertThat(connection.packets()).extracting(ReceivedPacket::type)
				.containsExactly(PacketType.CONNECT, PacketType.SUBSCRIBE, PacketType.PUBACK, PacketType.PUBREC,
						PacketType.PUBCOMP, PacketType.PUBLISH, PacketType.DISCONNECT);
		}
	}

	@Test
	void answersOnItsOwn() {
		try (ScriptedBroker broker = ScriptedBroker.run()
			.respondWith(Responder.standard().or(Responder.acknowledging()));
				TestClient client = TestClient.connect(broker.port())) {
			client.subscribe("a", 1);
			client.publish("a", 0, "0");
			client.publish("a", 1, "1");
			client.publish("a", 2, "2");
			client.unsubscribe("a");
			ScriptedConnection connection = broker.accept();
			assertThat(connection.packets(PacketType.PUBLISH)).extracting((packet) -> packet.publish().qos())
				.containsExactly(0, 1, 2);
			connection.awaitPacket("UNSUBSCRIBE", (packet) -> packet.type() == PacketType.UNSUBSCRIBE
					&& packet.unsubscribe().filters().contains("a"));
			connection.send(Packets.disconnect(0x8B).build());
			connection.close();
			connection.expectEnd();
		}
	}

	@Test
	void refusesAConnection() {
		try (ScriptedBroker broker = ScriptedBroker.run()
			.respondWith(Responder.connack(Packets.connack().reasonCode(0x87).build()))) {
			assertThatIllegalStateException().isThrownBy(() -> TestClient.connect(broker.port()))
				.withCauseInstanceOf(Mqtt5ConnAckException.class);
		}
	}

	@Test
	void answersNothingWhileStalled() throws Exception {
		try (ScriptedBroker broker = ScriptedBroker.run()) {
			CompletableFuture<TestClient> connecting = CompletableFuture
				.supplyAsync(() -> TestClient.connect(broker.port()));
			ScriptedConnection connection = broker.accept();
			connection.handshake();
			TestClient client = connecting.get(10, TimeUnit.SECONDS);
			connection.stall();
			connection.autoRespond();
			CompletableFuture<Void> subscribing = CompletableFuture.runAsync(() -> client.subscribe("a", 1));
			CompletableFuture<TestClient> other = CompletableFuture
				.supplyAsync(() -> TestClient.connect(broker.port()));
			broker.accept().handshake();
			other.get(10, TimeUnit.SECONDS);
			assertThat(subscribing).isNotDone();
			assertThat(connection.packets(PacketType.SUBSCRIBE)).isEmpty();
			connection.resume();
			subscribing.get(10, TimeUnit.SECONDS);
			client.close();
		}
	}

	@Test
	void saysNothingWhenSilent() throws IOException {
		try (ScriptedBroker broker = ScriptedBroker.silent();
				Socket socket = new Socket(InetAddress.getByName(Ports.LOOPBACK), broker.port())) {
			assertThat(socket.isConnected()).isTrue();
			assertThat(broker.connections()).isEmpty();
		}
	}

}
