package io.gobridge.mqtt.broker;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link TcpTap}.
 */
class TcpTapTests {

	private final ScriptedBroker broker = ScriptedBroker.run()
		.respondWith(Responder.standard().or(Responder.acknowledging()));

	private final TcpTap tap = TcpTap.to(this.broker.port());

	@AfterEach
	void close() {
		this.tap.close();
		this.broker.close();
	}

	@Test
	void recordsWhatPasses() {
		try (TestClient client = TestClient.connect(this.tap.port())) {
			client.publish("a", 1, "one");
		}
		assertThat(this.tap.packets(TcpTap.Direction.TO_BROKER)).extracting(ReceivedPacket::type)
			.startsWith(PacketType.CONNECT, PacketType.PUBLISH);
		assertThat(this.tap.packets(0, TcpTap.Direction.TO_CLIENT)).extracting(ReceivedPacket::type)
			.containsExactly(PacketType.CONNACK, PacketType.PUBACK);
		assertThat(this.tap.bytes(TcpTap.Direction.TO_CLIENT)).endsWith(Packets.puback(1));
		assertThat(this.tap.connectionCount()).isOne();
		Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> this.tap.openConnections() == 0);
	}

	@Test
	void cutsAndRefusesConnections() {
		TestClient client = TestClient.connect(this.tap.port());
		ScriptedConnection connection = this.broker.accept();
		this.tap.cutAll();
		connection.expectEnd();
		Awaitility.await()
			.atMost(Duration.ofSeconds(10))
			.untilAsserted(() -> assertThatIllegalStateException().isThrownBy(() -> client.publish("a", 0, "lost")));
		this.tap.refuse();
		assertThatIllegalStateException().isThrownBy(() -> TestClient.connect(this.tap.port()));
		this.tap.welcome();
		TestClient.connect(this.tap.port()).close();
		assertThat(this.tap.connectionCount()).isEqualTo(2);
	}

	@Test
	void holdsOneDirection() throws Exception {
		try (TestClient client = TestClient.connect(this.tap.port())) {
			ScriptedConnection connection = this.broker.accept();
			this.tap.hold(TcpTap.Direction.TO_CLIENT);
			CompletableFuture<Void> publishing = CompletableFuture.runAsync(() -> client.publish("a", 1, "one"));
			connection.awaitPacket("PUBLISH", (packet) -> packet.type() == PacketType.PUBLISH);
			Awaitility.await()
				.atMost(Duration.ofSeconds(10))
				.until(() -> this.tap.packets(TcpTap.Direction.TO_CLIENT).size() == 2);
			assertThat(publishing).isNotDone();
			this.tap.release(TcpTap.Direction.TO_CLIENT);
			publishing.get(10, TimeUnit.SECONDS);
		}
	}

	@Test
	void dropsWhatItIsToldToDrop() {
		try (TestClient client = TestClient.connect(this.tap.port())) {
			ScriptedConnection connection = this.broker.accept();
			this.tap.drop(TcpTap.Direction.TO_BROKER);
			client.publish("a", 0, "lost");
			Awaitility.await()
				.atMost(Duration.ofSeconds(10))
				.until(() -> this.tap.packets(TcpTap.Direction.TO_BROKER).size() == 2);
			this.tap.resume();
			client.publish("b", 1, "not lost");
			assertThat(connection.packets(PacketType.PUBLISH)).extracting((packet) -> packet.publish().topic())
				.containsExactly("b");
		}
	}

}
