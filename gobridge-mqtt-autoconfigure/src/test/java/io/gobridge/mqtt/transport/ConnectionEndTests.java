package io.gobridge.mqtt.transport;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.gobridge.mqtt.broker.PacketType;
import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Property;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.ScriptedConnection;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.Disconnection.Kind;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * The ways in which a connection, or an attempt at one, ends.
 */
class ConnectionEndTests {

	private final ScriptedBroker broker = ScriptedBroker.run();

	private final WireFixture wire = new WireFixture();

	private final RecordingListener listener = new RecordingListener();

	@AfterEach
	void close() {
		this.wire.close();
		this.broker.close();
	}

	private ConnectRequest request() {
		return Requests.to(this.broker.url()).build();
	}

	private ScriptedConnection handshake() {
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		this.listener.awaitConnected();
		return peer;
	}

	@Test
	void b09SilentListener() {
		try (ScriptedBroker silent = ScriptedBroker.silent()) {
			long begin = System.nanoTime();
			this.wire.connect(Requests.to(silent.url()).connectTimeout(Duration.ofMillis(700)).build(), this.listener);
			Disconnection end = this.listener.awaitClosed();
			assertThat(end.kind()).isEqualTo(Kind.UNREACHABLE);
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(700),
					Duration.ofSeconds(3));
		}
	}

	@Test
	void b09AddressThatDropsSyn() throws IOException {
		// A full backlog drops the SYN of whoever comes next.
		try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
			List<Socket> fillers = new ArrayList<>();
			try {
				for (int i = 0; i < 8; i++) {
					Socket filler = new Socket();
					fillers.add(filler);
					try {
						filler.connect(full.getLocalSocketAddress(), 200);
					}
					catch (IOException ex) {
						break;
					}
				}
				long begin = System.nanoTime();
				this.wire.connect(Requests.to("mqtt://127.0.0.1:" + full.getLocalPort())
					.connectTimeout(Duration.ofMillis(700))
					.build(), this.listener);
				assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.UNREACHABLE);
				assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
			}
			finally {
				for (Socket filler : fillers) {
					filler.close();
				}
			}
		}
	}

	@Test
	void unknownHost() {
		this.wire.connect(Requests.to("mqtt://no-such-host.invalid").build(), this.listener);
		Disconnection end = this.listener.awaitClosed();
		assertThat(end.kind()).isEqualTo(Kind.UNREACHABLE);
		assertThat(end.message()).contains("no-such-host.invalid");
	}

	@Test
	void hostWithAnUnderscore() {
		this.wire.connect(Requests.to("mqtt://no_such_host.invalid").build(), this.listener);
		assertThat(this.listener.awaitClosed().message()).contains("no_such_host.invalid");
	}

	@Test
	void addressThatIsNone() {
		this.wire.connect(Requests.to("http://localhost").build(), this.listener);
		Disconnection end = this.listener.awaitClosed();
		assertThat(end.kind()).isEqualTo(Kind.UNREACHABLE);
		assertThat(end.message()).contains("http").contains("mqtts");
	}

	@Test
	void serverDisconnect() {
		this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		peer.send(Packets.publish("a").build(), Packets.disconnect(0x8E).reasonString("taken over").build());
		peer.close();
		Disconnection end = this.listener.awaitClosed();
		assertThat(this.listener.received).hasSize(1);
		assertThat(end.kind()).isEqualTo(Kind.SERVER_DISCONNECT);
		assertThat(end.reasonCode()).isEqualTo(0x8E);
		assertThat(end.message()).contains("0x8E").contains("taken over");
	}

	@Test
	void serverDisconnectIsFoundAlsoWhenTheWriterFailsFirst() {
		BrokerConnection connection = this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		peer.send(Packets.disconnect(0x8E).build());
		for (int i = 1; i < 1000; i++) {
			connection.pubAck(i, 0);
		}
		peer.close();
		assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.SERVER_DISCONNECT);
	}

	@Test
	void threadsAreNamedAndKeepNoProcessAlive() {
		this.wire.connect(request(), this.listener);
		handshake();
		assertThat(this.listener.reader).isNotNull();
		assertThat(this.listener.reader.getName()).isEqualTo("gobridge-mqtt-test-reader");
		assertThat(Thread.getAllStackTraces().keySet())
			.filteredOn((thread) -> thread.getName().startsWith("gobridge-mqtt-test-"))
			.allMatch(Thread::isDaemon)
			.extracting(Thread::getName)
			.contains("gobridge-mqtt-test-reader", "gobridge-mqtt-test-writer", "gobridge-mqtt-test-timer");
	}

	@Test
	void socketEnds() {
		this.wire.connect(request(), this.listener);
		handshake().close();
		assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.LOST);
	}

	@Test
	void socketIsReset() {
		this.wire.connect(request(), this.listener);
		handshake().reset();
		assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.LOST);
	}

	@Test
	void closeFlushesAndSaysGoodbye() {
		BrokerConnection connection = this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		for (int i = 1; i <= 1000; i++) {
			assertThat(connection.pubAck(i, 0)).isTrue();
		}
		connection.close(Duration.ofSeconds(10), 0x04);
		assertThat(connection.pubAck(1001, 0)).isFalse();
		for (int i = 1; i <= 1000; i++) {
			peer.expectPuback(i);
		}
		assertThat(peer.expectDisconnect().reasonCode()).isEqualTo(0x04);
		Disconnection end = this.listener.awaitClosed(Duration.ofSeconds(5));
		assertThat(end.kind()).isEqualTo(Kind.CLOSED);
		connection.close(Duration.ZERO, 0);
		connection.close(Duration.ofSeconds(1), 0);
		peer.expectEnd();
		assertThat(this.listener.ends).hasValue(1);
	}

	@Test
	void closeDoesNotWaitForAPeerThatKeepsItsSideOpen() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			BrokerConnection connection = this.wire
				.connect(Requests.to("mqtt://127.0.0.1:" + server.getLocalPort()).build(), this.listener);
			try (Socket peer = server.accept()) {
				peer.getInputStream().read(new byte[1000]);
				peer.getOutputStream().write(Packets.connack().build());
				this.listener.awaitConnected();
				long begin = System.nanoTime();
				connection.close(Duration.ofSeconds(20), 0);
				assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED);
				assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
			}
		}
	}

	@Test
	void closeWhilePeerDoesNotRead() {
		BrokerConnection connection = this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		peer.stall();
		byte[] payload = new byte[PacketQueue.HIGH_WATER];
		await().pollInterval(Duration.ofMillis(20))
			.atMost(RecordingListener.PATIENCE)
			.until(() -> !connection.publish(Requests.message("a", payload, 0), 0, false));
		assertThat(connection.pubAck(1, 0)).as("acknowledgements are always taken").isTrue();
		long begin = System.nanoTime();
		connection.close(Duration.ofMillis(500), 0);
		assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED);
		assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(450),
				Duration.ofSeconds(3));
	}

	@Test
	void nothingIsDeliveredAfterClose() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			BrokerConnection connection = this.wire
				.connect(Requests.to("mqtt://127.0.0.1:" + server.getLocalPort()).build(), this.listener);
			try (Socket peer = server.accept()) {
				assertThat(peer.getInputStream().read(new byte[1000])).isPositive();
				peer.getOutputStream().write(Packets.connack().build());
				this.listener.awaitConnected();
				connection.close(Duration.ofSeconds(10), 0);
				assertThat(peer.getInputStream().readAllBytes()).containsExactly(0xE0, 0);
				peer.getOutputStream().write(Packets.publish("late").qos(1, 1).build());
			}
			assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED);
			assertThat(this.listener.received).isEmpty();
		}
	}

	@Test
	void futuresEndWithTheConnection() throws Exception {
		BrokerConnection connection = this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		CompletableFuture<SubscriptionAck> answered = connection
			.subscribe(List.of(new SubscriptionRequest("a", 1, false, false, 0)), 0);
		CompletableFuture<SubscriptionAck> open = connection.unsubscribe(List.of("b", "c"));
		int first = peer.expectSubscribe().packetId();
		int second = peer.expectUnsubscribe().packetId();
		assertThat(this.wire.identifiers.inUse()).isEqualTo(2);
		// Unknown, of the wrong type, then the right one with too few codes.
		peer.send(Packets.suback(999, 0), Packets.suback(second, 0, 0), Packets.suback(first, 0x87));
		assertThat(answered.get(10, TimeUnit.SECONDS).reasonCodes()).containsExactly(0x87);
		assertThat(open).isNotDone();
		peer.close();
		this.listener.awaitClosed();
		assertThatThrownBy(() -> open.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(ConnectionClosedException.class);
		assertThatThrownBy(() -> connection.unsubscribe(List.of("d")).get(10, TimeUnit.SECONDS))
			.hasCauseInstanceOf(ConnectionClosedException.class);
		assertThat(this.wire.identifiers.inUse()).isZero();
	}

	@Test
	void subscriptionThatCanNotBeEncodedFails() {
		BrokerConnection connection = this.wire.connect(request(), this.listener);
		handshake();
		assertThatThrownBy(() -> connection.subscribe(List.of(), 0).get(10, TimeUnit.SECONDS))
			.hasCauseInstanceOf(IllegalArgumentException.class);
		assertThat(this.wire.identifiers.inUse()).isZero();
	}

	@Test
	void nothingIsSentBeforeTheConnack() {
		BrokerConnection connection = this.wire.connect(request(), this.listener);
		ScriptedConnection peer = this.broker.accept();
		peer.expectConnect();
		assertThat(connection.pubAck(1, 0)).isFalse();
		assertThat(connection.publish(Requests.message("a", new byte[1], 0), 0, false)).isFalse();
		assertThat(connection.unsubscribe(List.of("d"))).isCompletedExceptionally();
		connection.close(Duration.ofSeconds(5), 0);
		assertThat(this.listener.awaitClosed(Duration.ofSeconds(2)).kind()).isEqualTo(Kind.CLOSED);
		peer.expectEnd();
		assertThat(peer.packets()).hasSize(1);
	}

	@Test
	void exceptionOfTheListenerEndsTheConnectionAndNothingIsAcknowledged() {
		RecordingListener failing = new RecordingListener() {

			@Override
			public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
				super.publish(delivery, packetId, subscriptionIdentifiers);
				throw new IllegalStateException("a bug of ours");
			}

		};
		this.wire.connect(request(), failing);
		ScriptedConnection peer = this.broker.accept();
		peer.handshake();
		failing.awaitConnected();
		peer.send(Packets.publish("a").qos(1, 1).build(), Packets.publish("b").qos(1, 2).build());
		assertThat(peer.expectDisconnect().reasonCode()).isEqualTo(0x83);
		Disconnection end = failing.awaitClosed();
		assertThat(end.kind()).isEqualTo(Kind.LOST);
		assertThat(end.cause()).hasMessage("a bug of ours");
		assertThat(failing.received).hasSize(1);
		assertThat(peer.packets(PacketType.PUBACK)).isEmpty();
	}

	static Stream<Arguments> violations() {
		byte[] nothing = {};
		return Stream.of(violation("reserved type", 0x81, Packets.packet(PacketType.RESERVED, 0, nothing)),
				violation("packet of a client", 0x82, Packets.packet(PacketType.PINGREQ, 0, nothing)),
				violation("second CONNACK", 0x82, Packets.connack().build()),
				violation("QoS 3", 0x81, Packets.publish("a").qos(3, 1).build()),
				violation("identifier 0", 0x81, Packets.publish("a").qos(1, 0).build()),
				violation("topic alias", 0x94, Packets.publish("a").with(Property.TOPIC_ALIAS, 1).build()),
				violation("empty topic", 0x82, Packets.publish("").build()),
				violation("invalid UTF-8", 0x81, Packets.packet(PacketType.PUBLISH, 0, new byte[] { 0, 1, -1, 0 })),
				violation("foreign property", 0x81,
						Packets.publish("a").with(Property.SESSION_EXPIRY_INTERVAL, 1L).build()),
				violation("property twice", 0x82,
						Packets.publish("a")
							.with(Property.MESSAGE_EXPIRY_INTERVAL, 1L)
							.with(Property.MESSAGE_EXPIRY_INTERVAL, 1L)
							.build()),
				violation("truncated", 0x81, Packets.packet(PacketType.PUBLISH, 0, new byte[] { 0, 5, 'a' })),
				violation("reserved flags", 0x81, Packets.packet(PacketType.PUBREL, 0, new byte[] { 0, 1 })),
				violation("length of five bytes", 0x81,
						new byte[] { 0x30, (byte) 0x80, (byte) 0x80, (byte) 0x80, (byte) 0x80, 1 }),
				violation("too large", 0x95, new byte[] { 0x30, (byte) 0x80, (byte) 0xB5, 0x18 }),
				violation("code of no SUBACK", 0x81, Packets.suback(1, 0x33)));
	}

	private static Arguments violation(String name, int code, byte[] packet) {
		return Arguments.of(name, code, packet);
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("violations")
	void violationEndsTheConnectionWithItsCode(String name, int code, byte[] packet) {
		this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		peer.send(Packets.publish("before").build(), packet, Packets.publish("behind").build());
		assertThat(peer.expectDisconnect().reasonCode()).isEqualTo(code);
		Disconnection end = this.listener.awaitClosed();
		assertThat(end.kind()).isEqualTo(Kind.PROTOCOL_ERROR);
		assertThat(end.reasonCode()).isEqualTo(code);
		assertThat(this.listener.received).extracting((received) -> received.delivery().topic())
			.containsExactly("before");
		peer.expectEnd();
	}

	@Test
	void firstPacketThatIsNoConnackEndsTheAttempt() {
		this.wire.connect(request(), this.listener);
		ScriptedConnection peer = this.broker.accept();
		peer.expectConnect();
		peer.send(Packets.publish("a").build());
		assertThat(this.listener.awaitClosed().kind()).isEqualTo(Kind.PROTOCOL_ERROR);
		peer.expectEnd();
		assertThat(this.listener.received).isEmpty();
	}

	@Test
	void connackAndThousandsOfMessagesInOneSegment() {
		ByteArrayOutputStream all = new ByteArrayOutputStream();
		all.writeBytes(Packets.connack().sessionPresent().build());
		for (int i = 0; i < 5000; i++) {
			all.writeBytes(Packets.publish("t/" + i).payload(new byte[i % 50]).build());
		}
		all.writeBytes(Packets.publish("large").payload(new byte[Requests.MAX_PAYLOAD]).build());
		for (int i = 0; i < 5000; i++) {
			all.writeBytes(Packets.publish("u/" + i).build());
		}
		this.wire.connect(request(), this.listener);
		ScriptedConnection peer = this.broker.accept();
		peer.expectConnect();
		peer.send(all.toByteArray());
		this.listener.awaitReceived(10_001);
		assertThat(this.listener.ack).isNotNull();
		for (int i = 0; i < 5000; i++) {
			assertThat(this.listener.received.get(i).delivery().topic()).isEqualTo("t/" + i);
			assertThat(this.listener.received.get(i).delivery().payload()).hasSize(i % 50);
			assertThat(this.listener.received.get(5001 + i).delivery().topic()).isEqualTo("u/" + i);
		}
		assertThat(this.listener.received.get(5000).delivery().payload()).hasSize(Requests.MAX_PAYLOAD);
		assertThat(this.listener.violations).isEmpty();
	}

	@Test
	void packetsThatComeByteByByte() throws Exception {
		this.wire.connect(request(), this.listener);
		ScriptedConnection peer = this.broker.accept();
		peer.expectConnect();
		for (byte[] packet : List.of(Packets.connack().build(), Packets.publish("a").payload(new byte[200]).build(),
				Packets.publish("b").build())) {
			for (byte value : packet) {
				peer.send(new byte[] { value });
			}
		}
		this.listener.awaitReceived(2);
		assertThat(this.listener.received.get(0).delivery().payload()).hasSize(200);
	}

	@Test
	void poisonIsTold() {
		this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		peer.send(Packets.publish("a").qos(1, 1).payload(new byte[Requests.MAX_PAYLOAD + 1]).build(),
				Packets.publish("b").build());
		this.listener.awaitReceived(1);
		assertThat(this.listener.poison).hasSize(1);
	}

	@Test
	void publishIsRefusedAboveTheHighWaterMarkAndWritableFollows() {
		BrokerConnection connection = this.wire.connect(request(), this.listener);
		ScriptedConnection peer = handshake();
		peer.stall();
		byte[] payload = new byte[100_000];
		await().pollInterval(Duration.ofMillis(5))
			.atMost(RecordingListener.PATIENCE)
			.until(() -> !connection.publish(Requests.message("a", payload, 0), 0, false));
		assertThat(this.listener.writable).hasValue(0);
		peer.resume();
		await().atMost(RecordingListener.PATIENCE).until(() -> this.listener.writable.get() > 0);
		assertThat(connection.publish(Requests.message("b", payload, 0), 0, false)).isTrue();
		peer.awaitPacket("last message",
				(packet) -> packet.type() == PacketType.PUBLISH && packet.publish().topic().equals("b"));
	}

}
