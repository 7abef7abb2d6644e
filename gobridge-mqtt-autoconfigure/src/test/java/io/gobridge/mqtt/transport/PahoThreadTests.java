package io.gobridge.mqtt.transport;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Responder;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.ScriptedConnection;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.Disconnection.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Whatever ends a connection, in whatever state, all threads end, Paho's and ours, and
 * nothing is printed.
 */
class PahoThreadTests {

	private static final int CYCLES = 50;

	private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

	private final PrintStream standardError = System.err;

	private final WireFixture wire = new WireFixture();

	@BeforeEach
	void watchStandardError() {
		System.setErr(new PrintStream(this.errors, true, StandardCharsets.UTF_8));
	}

	@AfterEach
	void nothingIsLeft() {
		this.wire.close();
		System.setErr(this.standardError);
		await().atMost(RecordingListener.PATIENCE)
			.untilAsserted(() -> assertThat(threads()).as("threads that are left").isEmpty());
		assertThat(this.errors.toString(StandardCharsets.UTF_8)).doesNotContain("Exception");
	}

	private static Set<String> threads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.map(Thread::getName)
			.filter((name) -> name.startsWith("MQTT ")
					|| (name.startsWith("gobridge-mqtt-test-") && !name.endsWith("-timer")))
			.collect(Collectors.toCollection(TreeSet::new));
	}

	private List<RecordingListener> cycle(ConnectRequest request, Consumer<BrokerConnection> end) {
		List<RecordingListener> listeners = new ArrayList<>();
		for (int i = 0; i < CYCLES; i++) {
			RecordingListener listener = new RecordingListener();
			listeners.add(listener);
			end.accept(this.wire.connect(request, listener));
		}
		return listeners;
	}

	@Test
	void neverConnected() {
		ConnectRequest request;
		try (ScriptedBroker gone = ScriptedBroker.silent()) {
			request = Requests.to(gone.url()).build();
		}
		List<RecordingListener> listeners = cycle(request, (connection) -> {
		});
		assertThat(listeners).allSatisfy((listener) -> {
			assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.UNREACHABLE);
			assertThat(listener.ends).hasValue(1);
		});
	}

	@Test
	void closedWhileConnecting() {
		try (ScriptedBroker silent = ScriptedBroker.silent()) {
			List<RecordingListener> listeners = cycle(Requests.to(silent.url()).build(),
					(connection) -> connection.close(Duration.ofSeconds(5), 0));
			assertThat(listeners)
				.allSatisfy((listener) -> assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED));
		}
	}

	@Test
	void closedByTheBrokerAtOnce() {
		try (ScriptedBroker broker = ScriptedBroker.run()) {
			List<RecordingListener> listeners = cycle(Requests.to(broker.url()).build(),
					(connection) -> broker.accept().close());
			assertThat(listeners)
				.allSatisfy((listener) -> assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.UNREACHABLE));
		}
	}

	@Test
	void refused() {
		try (ScriptedBroker broker = ScriptedBroker.run()) {
			broker.respondWith(Responder.connack(Packets.connack().reasonCode(0x87).build()));
			List<RecordingListener> listeners = cycle(Requests.to(broker.url()).build(), (connection) -> {
			});
			assertThat(listeners)
				.allSatisfy((listener) -> assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.REFUSED));
		}
	}

	@Test
	void closedWhenConnected() {
		try (ScriptedBroker broker = ScriptedBroker.run().autoRespond()) {
			List<BrokerConnection> connections = new ArrayList<>();
			List<RecordingListener> listeners = cycle(Requests.to(broker.url()).build(), connections::add);
			listeners.forEach(RecordingListener::awaitConnected);
			assertThat(threads()).hasSizeGreaterThan(3);
			connections.forEach((connection) -> connection.close(Duration.ofSeconds(5), 0));
			listeners.forEach((listener) -> assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED));
		}
	}

	@Test
	void cutByTheBroker() {
		try (ScriptedBroker broker = ScriptedBroker.run().autoRespond()) {
			List<RecordingListener> listeners = cycle(Requests.to(broker.url()).build(), (connection) -> {
			});
			listeners.forEach(RecordingListener::awaitConnected);
			broker.connections().forEach(ScriptedConnection::reset);
			listeners.forEach((listener) -> assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.LOST));
		}
	}

	@Test
	void closedWhilePeerIsStalled() {
		try (ScriptedBroker broker = ScriptedBroker.run().autoRespond()) {
			List<BrokerConnection> connections = new ArrayList<>();
			List<RecordingListener> listeners = cycle(Requests.to(broker.url()).keepAlive(0).build(), connections::add);
			listeners.forEach(RecordingListener::awaitConnected);
			broker.connections().forEach(ScriptedConnection::stall);
			byte[] payload = new byte[PacketQueue.HIGH_WATER];
			// Until the buffers of both sockets and the queue are full everywhere, and
			// every
			// writer is stuck in a write.
			await().pollDelay(Duration.ZERO)
				.pollInterval(Duration.ofMillis(20))
				.atMost(RecordingListener.PATIENCE)
				.until(() -> connections.stream()
					.filter((connection) -> connection.publish(Requests.message("a", payload, 0), 0, false))
					.count() == 0);
			long begin = System.nanoTime();
			connections.forEach((connection) -> connection.close(Duration.ofMillis(300), 0));
			listeners.forEach((listener) -> assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED));
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(3));
		}
	}

}
