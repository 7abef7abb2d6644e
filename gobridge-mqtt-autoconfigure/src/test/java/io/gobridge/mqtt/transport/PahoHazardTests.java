package io.gobridge.mqtt.transport;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.gobridge.mqtt.broker.PacketType;
import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Property;
import io.gobridge.mqtt.broker.ReceivedPacket;
import io.gobridge.mqtt.broker.Responder;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.ScriptedConnection;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import io.gobridge.mqtt.session.Disconnection.Kind;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.MqttSubscription;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * What Paho 1.2.5 can not be trusted with. Every hazard is shown twice: Paho used the
 * usual way has it, our connection has not.
 */
class PahoHazardTests {

	private static final byte[] PAYLOAD = "payload".getBytes(StandardCharsets.UTF_8);

	private final ScriptedBroker broker = ScriptedBroker.run();

	private final WireFixture wire = new WireFixture();

	private final RecordingListener listener = new RecordingListener();

	@AfterEach
	void close() {
		this.wire.close();
		this.broker.close();
	}

	private BrokerConnection ours() {
		BrokerConnection connection = this.wire.connect(Requests.to(this.broker.url()).durable("c").build(),
				this.listener);
		return connection;
	}

	private MqttAsyncClient naive(MqttConnectionOptions options) throws MqttException {
		MqttAsyncClient client = new MqttAsyncClient("tcp://127.0.0.1:" + this.broker.port(), "naive",
				new MemoryPersistence());
		client.setManualAcks(true);
		client.setCallback(new Ignoring());
		options.setCleanStart(false);
		options.setSessionExpiryInterval(3600L);
		client.connect(options);
		return client;
	}

	private static void awaitConnected(MqttAsyncClient client) {
		await().pollInterval(Duration.ofMillis(10)).atMost(RecordingListener.PATIENCE).until(client::isConnected);
	}

	/**
	 * Ends plain Paho from the outside, and with it the threads of the test.
	 */
	private static void end(MqttAsyncClient client, ScriptedConnection peer) throws MqttException {
		peer.close();
		await().atMost(RecordingListener.PATIENCE).until(() -> !client.isConnected());
	}

	@Test
	void h1PubrecLeavesOnlyWhenTheDeliveryIsSettled() {
		BrokerConnection connection = ours();
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		peer.send(Packets.publish("a").qos(2, 7).build(), Packets.publish("b").qos(1, 8).build());
		this.listener.awaitReceived(2);
		// What would have left before this does not come.
		connection.pubAck(8, 0);
		peer.expectPuback(8);
		connection.pubRec(7, 0);
		peer.expectPubrec(7);
		peer.send(Packets.pubrel(7));
		await().atMost(RecordingListener.PATIENCE).until(() -> this.listener.released.equals(List.of(7)));
		assertThat(peer.packets(PacketType.PUBCOMP)).isEmpty();
		connection.pubComp(7, 0);
		peer.expectPubcomp(7);
		assertThat(peer.packets(PacketType.PUBCOMP)).hasSize(1);
	}

	@Test
	void h1PahoSendsPubrecAtOnce() throws Exception {
		MqttAsyncClient client = naive(new MqttConnectionOptions());
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		awaitConnected(client);
		peer.send(Packets.publish("a").qos(2, 7).build());
		peer.expectPubrec(7);
		end(client, peer);
	}

	@Test
	void b20NoSurplusPubcomp() throws Exception {
		MqttAsyncClient client = naive(new MqttConnectionOptions());
		ScriptedConnection naive = this.broker.accept();
		naive.handshake();
		awaitConnected(client);
		naive.send(Packets.publish("a").qos(2, 7).build());
		naive.expectPubrec(7);
		naive.send(Packets.pubrel(7));
		naive.expectPubcomp(7);
		client.messageArrivedComplete(7, 2);
		naive.expectPubcomp(7);
		end(client, naive);

		BrokerConnection connection = ours();
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		peer.send(Packets.publish("a").qos(2, 7).build());
		this.listener.awaitReceived(1);
		connection.pubRec(7, 0);
		peer.expectPubrec(7);
		peer.send(Packets.pubrel(7), Packets.publish("marker").build());
		this.listener.awaitReceived(2);
		connection.pubComp(7, 0);
		connection.pubAck(9, 0);
		peer.expectPubcomp(7);
		peer.expectPuback(9);
	}

	@Test
	void h2RefusedPubrecEndsThatPublishOnly() {
		BrokerConnection connection = ours();
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		this.listener.awaitConnected();
		assertThat(connection.publish(Requests.message("a", PAYLOAD, 2), 5, false)).isTrue();
		assertThat(peer.expectPublish().packetId()).isEqualTo(5);
		peer.send(Packets.acknowledgement(PacketType.PUBREC, 5, 0x87).reasonString("not you").build());
		this.listener.awaitAnswers(1);
		assertThat(this.listener.answers)
			.containsExactly(new RecordingListener.Answer(PublishAnswer.PUBREC, 5, 0x87, "not you"));
		assertThat(connection.publish(Requests.message("b", PAYLOAD, 1), 6, false)).isTrue();
		assertThat(peer.expectPublish().packetId()).isEqualTo(6);
		assertThat(this.listener.end).isNull();
		assertThat(this.broker.connections()).hasSize(1);
	}

	@Test
	void h2PahoDropsTheConnectionAndSendsItAgain() throws Exception {
		MqttConnectionOptions options = new MqttConnectionOptions();
		options.setAutomaticReconnect(true);
		AtomicInteger attempts = new AtomicInteger();
		this.broker.respondWith(Responder.connack(Packets.connack().sessionPresent().build()).or((packet) -> {
			if (packet.type() != PacketType.PUBLISH) {
				return Optional.empty();
			}
			attempts.incrementAndGet();
			return Optional.of(Packets.acknowledgement(PacketType.PUBREC, packet.publish().packetId(), 0x87).build());
		}));
		MqttAsyncClient client = naive(options);
		awaitConnected(client);
		client.publish("a", PAYLOAD, 2, false);
		await().atMost(RecordingListener.PATIENCE).until(() -> attempts.get() >= 2);
		assertThat(this.broker.connections()).hasSizeGreaterThan(1);
		client.disconnectForcibly(0, 0, false);
		client.close(true);
	}

	@Test
	void h3EveryPublishHasItsTopic() {
		BrokerConnection connection = ours();
		ScriptedConnection peer = this.broker.accept();
		peer.handshake(Packets.connack().with(Property.TOPIC_ALIAS_MAXIMUM, 10));
		assertThat(this.listener.awaitConnected().topicAliasMaximum()).isEqualTo(10);
		for (int i = 1; i <= 3; i++) {
			connection.publish(Requests.message("same", PAYLOAD, 1), i, false);
			ReceivedPacket.Publish publish = peer.expectPublish();
			assertThat(publish.topic()).isEqualTo("same");
			assertThat(publish.properties().has(Property.TOPIC_ALIAS)).isFalse();
		}
	}

	@Test
	void h3PahoSendsAnAliasWithoutTheTopic() throws Exception {
		MqttAsyncClient client = naive(new MqttConnectionOptions());
		ScriptedConnection peer = this.broker.accept();
		peer.handshake(Packets.connack().with(Property.TOPIC_ALIAS_MAXIMUM, 10));
		awaitConnected(client);
		// Paho takes note of the maximum after it is connected.
		await().atMost(RecordingListener.PATIENCE).until(() -> {
			client.publish("same", PAYLOAD, 0, false);
			return peer.expectPublish().topic().isEmpty();
		});
		end(client, peer);
	}

	@Test
	void h3PahoItselfSeesNoTopicAliasMaximum() throws Exception {
		OutboundBuffer out = new OutboundBuffer(16);
		PacketEncoder.connAck(out, true, 0);
		assertThat(IntStream.range(0, out.size()).mapToObj((i) -> out.array()[i]))
			.doesNotContain((byte) PropertyCursor.TOPIC_ALIAS_MAXIMUM);
	}

	@Test
	void h4RefusedSubscribeIsSeen() throws Exception {
		BrokerConnection connection = ours();
		this.broker.respondWith((packet) -> (packet.type() == PacketType.SUBSCRIBE)
				? Optional.of(Packets.suback(packet.subscribe().packetId(), 0x87))
				: Responder.standard().answer(packet));
		this.listener.awaitConnected();
		assertThat(WireFixture.subscribe(connection, "a", 1).reasonCodes()).containsExactly(0x87);
	}

	@Test
	void h4PahoCompletesWithoutAnException() throws Exception {
		this.broker.respondWith((packet) -> (packet.type() == PacketType.SUBSCRIBE)
				? Optional.of(Packets.suback(packet.subscribe().packetId(), 0x87))
				: Responder.standard().answer(packet));
		MqttAsyncClient client = naive(new MqttConnectionOptions());
		awaitConnected(client);
		IMqttToken token = client.subscribe("a", 1);
		token.waitForCompletion(10_000);
		assertThat(token.isComplete()).isTrue();
		assertThat(token.getException()).isNull();
		end(client, this.broker.accept());
	}

	@Test
	void h5SubscriptionIdentifierIsOnTheWire() {
		BrokerConnection connection = ours();
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		this.listener.awaitConnected();
		connection.subscribe(List.of(new SubscriptionRequest("a", 1, false, false, 0)), 4711);
		assertThat(peer.expectSubscribe().properties().number(Property.SUBSCRIPTION_IDENTIFIER)).hasValue(4711L);
	}

	@Test
	void h5PahoLosesTheListOfSubscriptionIdentifiers() throws Exception {
		MqttAsyncClient client = naive(new MqttConnectionOptions());
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		awaitConnected(client);
		MqttProperties properties = new MqttProperties();
		properties.setSubscriptionIdentifiers(List.of(4711));
		client.subscribe(new MqttSubscription[] { new MqttSubscription("a", 1) }, null, null, properties);
		assertThat(peer.expectSubscribe().properties().has(Property.SUBSCRIPTION_IDENTIFIER)).isFalse();
		end(client, peer);
	}

	@Test
	void h6CloseIsBoundedWhilePeerIsSilent() {
		BrokerConnection connection = ours();
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		this.listener.awaitConnected();
		peer.stall();
		ByteArrayOutputStream errors = new ByteArrayOutputStream();
		PrintStream standardError = System.err;
		System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
		try {
			long begin = System.nanoTime();
			connection.close(Duration.ofMillis(500), 0);
			assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED);
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(2));
		}
		finally {
			System.setErr(standardError);
		}
		assertThat(errors.toString(StandardCharsets.UTF_8)).doesNotContain("Exception");
	}

	@Test
	void h6PahoCanNotBeClosedWhilePeerIsSilent() throws Exception {
		MqttAsyncClient client = naive(new MqttConnectionOptions());
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		awaitConnected(client);
		peer.stall();
		client.publish("a", PAYLOAD, 1, false);
		assertThatThrownBy(() -> client.close(true)).isInstanceOf(MqttException.class)
			.hasMessageContaining("connected");
		// The wait for the answer is as long as the caller asks for; by default 30
		// seconds.
		long begin = System.nanoTime();
		client.disconnectForcibly(2000, 1000, true);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofMillis(1900));
		client.close(true);
	}

	private static final class Ignoring implements MqttCallback {

		@Override
		public void disconnected(MqttDisconnectResponse response) {
		}

		@Override
		public void mqttErrorOccurred(MqttException exception) {
		}

		@Override
		public void messageArrived(String topic, MqttMessage message) {
		}

		@Override
		public void deliveryComplete(IMqttToken token) {
		}

		@Override
		public void connectComplete(boolean reconnect, String uri) {
		}

		@Override
		public void authPacketArrived(int reasonCode, MqttProperties properties) {
		}

	}

}
