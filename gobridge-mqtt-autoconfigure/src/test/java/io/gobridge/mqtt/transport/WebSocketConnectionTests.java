package io.gobridge.mqtt.transport;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Ports;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.Disconnection.Kind;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/**
 * Connections over WebSocket.
 */
class WebSocketConnectionTests {

	@Test
	@EnabledIfMosquitto
	void exchangesMessagesWithMosquitto() throws Exception {
		try (MosquittoBroker broker = MosquittoBroker.builder().webSocketListener().start();
				WireFixture wire = new WireFixture();
				TestClient other = TestClient.connect(broker.port())) {
			other.subscribe("large/#", 1);
			AcknowledgingListener listener = new AcknowledgingListener();
			BrokerConnection connection = connect(wire, "ws://127.0.0.1:" + broker.webSocketPort(), listener);
			WireFixture.subscribe(connection, "echo/#", 1);
			int count = 1000;
			for (int i = 1; i <= count; i++) {
				echo(listener, "echo/" + i, i, i % 130 + 1);
			}
			// Mosquitto 2.0 needs seconds for a large message over WebSocket, whoever the
			// client is, so only one comes back.
			echo(listener, "echo/" + (count + 1), count + 1, 70_000);
			listener.awaitReceived(count + 1);
			for (int i = 1; i <= count + 1; i++) {
				byte[] payload = listener.received.get(i - 1).delivery().payload();
				assertThat(listener.received.get(i - 1).delivery().topic()).isEqualTo("echo/" + i);
				assertThat(payload).hasSize((i <= count) ? i % 130 + 1 : 70_000).containsOnly((byte) i);
			}
			for (int i = 1; i <= 10; i++) {
				echo(listener, "large/" + i, count + 1 + i, 200 * 1024 + i);
			}
			await().atMost(RecordingListener.PATIENCE).until(() -> other.count() == 10);
			assertThat(other.messages()).allSatisfy((message) -> assertThat(message.payload())
				.hasSize(200 * 1024 + Integer.parseInt(message.topic().substring(6))));
			connection.close(Duration.ofSeconds(5), 0);
			assertThat(listener.awaitClosed(Duration.ofSeconds(4)).kind()).isEqualTo(Kind.CLOSED);
		}
	}

	@Test
	void exchangesLargeMessagesWithHiveMq() throws Exception {
		int port = Ports.free();
		try (HiveMqBroker broker = HiveMqBroker.builder().webSocketListener(port).start();
				WireFixture wire = new WireFixture();
				TestClient other = TestClient.connect(broker.port())) {
			other.subscribe("echo/#", 0);
			assertThat(broker.port()).isNotEqualTo(port);
			AcknowledgingListener listener = new AcknowledgingListener();
			BrokerConnection connection = connect(wire, "ws://127.0.0.1:" + port + "/mqtt", listener);
			WireFixture.subscribe(connection, "echo/#", 1);
			for (int i = 1; i <= 20; i++) {
				echo(listener, "echo/" + i, i, 200 * 1024 + i);
			}
			listener.awaitReceived(20);
			for (int i = 1; i <= 20; i++) {
				assertThat(listener.received.get(i - 1).delivery().payload()).hasSize(200 * 1024 + i)
					.containsOnly((byte) i);
			}
			await().atMost(RecordingListener.PATIENCE).until(() -> other.count() == 20);
		}
	}

	private static BrokerConnection connect(WireFixture wire, String uri, AcknowledgingListener listener) {
		BrokerConnection connection = wire.connect(Requests.to(uri).build(), listener);
		listener.connection = connection;
		listener.awaitConnected();
		return connection;
	}

	/**
	 * Publishes as soon as few enough messages are on their way.
	 */
	private static void echo(AcknowledgingListener listener, String topic, int identifier, int size) {
		byte[] payload = new byte[size];
		Arrays.fill(payload, (byte) identifier);
		await().pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofMillis(1))
			.atMost(RecordingListener.PATIENCE)
			.until(() -> identifier - listener.answers.size() <= 5
					&& listener.connection().publish(Requests.message(topic, payload, 1), identifier, false));
	}

	@Test
	void peerThatDoesNotSpeakWebSocket() {
		try (ScriptedBroker broker = ScriptedBroker.run(); WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			wire.connect(Requests.to("ws://127.0.0.1:" + broker.port()).build(), listener);
			broker.accept().send("HTTP/1.1 404 Not Found\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
			assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.UNREACHABLE);
			assertThat(listener.awaitClosed().message()).contains("404");
		}
	}

	@Test
	void silentPeerIsBounded() {
		try (ScriptedBroker silent = ScriptedBroker.silent(); WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			wire.connect(Requests.to("ws://127.0.0.1:" + silent.port()).connectTimeout(Duration.ofMillis(600)).build(),
					listener);
			assertThat(listener.awaitClosed(Duration.ofSeconds(3)).kind()).isEqualTo(Kind.UNREACHABLE);
		}
	}

	/**
	 * A server that does what Paho's module can not stand: a ping, a message in fragments
	 * with a ping between them, a frame that holds half a packet, and a pause in a frame.
	 */
	@Test
	void pingsFragmentsAndPauses() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
				WireFixture wire = new WireFixture(
						(session, options) -> options.setCustomWebSocketHeaders(Map.of("X-Custom", "yes")))) {
			RecordingListener listener = new RecordingListener();
			BrokerConnection connection = wire
				.connect(Requests.to("ws://127.0.0.1:" + server.getLocalPort() + "/a/b?c=d").build(), listener);
			try (Socket socket = server.accept()) {
				socket.setSoTimeout(10_000);
				Peer peer = new Peer(socket);
				String request = peer.acceptHandshake();
				assertThat(request).startsWith("GET /a/b?c=d HTTP/1.1\r\n")
					.contains("\r\nHost: 127.0.0.1:" + server.getLocalPort() + "\r\n")
					.contains("\r\nX-Custom: yes\r\n");
				assertThat(peer.readFrame().payload()[0]).isEqualTo((byte) 0x10);
				peer.send(frame(true, WebSocketInput.BINARY, Packets.connack().build()));
				listener.awaitConnected();
				peer.send(frame(true, WebSocketInput.PING, new byte[] { 1, 2, 3 }));
				Frame pong = peer.readFrame();
				assertThat(pong.opcode()).isEqualTo(WebSocketInput.PONG);
				assertThat(pong.payload()).containsExactly(1, 2, 3);
				byte[] publish = Packets.publish("a").payload(new byte[1000]).build();
				peer.send(frame(false, WebSocketInput.BINARY, Arrays.copyOfRange(publish, 0, 1)));
				peer.send(frame(true, WebSocketInput.PING, new byte[0]));
				peer.send(frame(false, WebSocketInput.CONTINUATION, Arrays.copyOfRange(publish, 1, 500)));
				peer.send(frame(true, WebSocketInput.PONG, new byte[0]));
				peer.send(frame(true, WebSocketInput.CONTINUATION, Arrays.copyOfRange(publish, 500, publish.length)));
				listener.awaitReceived(1);
				byte[] second = frame(true, WebSocketInput.BINARY, Packets.publish("b").payload(new byte[300]).build());
				peer.send(Arrays.copyOfRange(second, 0, 3));
				// Longer than a read waits.
				await().pollDelay(Duration.ofMillis(1300)).until(() -> true);
				peer.send(Arrays.copyOfRange(second, 3, second.length));
				listener.awaitReceived(2);
				assertThat(listener.received.get(1).delivery().payload()).hasSize(300);
				assertThat(peer.readFrame().opcode()).isEqualTo(WebSocketInput.PONG);
				connection.pubAck(7, 0);
				assertThat(peer.readFrame().payload()).containsExactly(0x40, 2, 0, 7);
				connection.close(Duration.ofSeconds(5), 0);
				assertThat(peer.readFrame().payload()).containsExactly((byte) 0xE0, 0);
				assertThat(peer.readFrame().opcode()).isEqualTo(WebSocketInput.CLOSE);
			}
			assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.CLOSED);
		}
	}

	@Test
	void pahoBreaksOnAPing() throws Exception {
		try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
			MqttAsyncClient client = new MqttAsyncClient("ws://127.0.0.1:" + server.getLocalPort(), "naive",
					new MemoryPersistence());
			client.connect();
			try (Socket socket = server.accept()) {
				Peer peer = new Peer(socket);
				peer.acceptHandshake();
				peer.readFrame();
				peer.send(frame(true, WebSocketInput.BINARY, Packets.connack().build()));
				await().atMost(RecordingListener.PATIENCE).until(client::isConnected);
				peer.send(frame(true, WebSocketInput.PING, new byte[] { 1, 2, 3 }));
				await().atMost(RecordingListener.PATIENCE).until(() -> !client.isConnected());
			}
		}
	}

	static byte[] frame(boolean last, int opcode, byte[] payload) {
		ByteArrayOutputStream frame = new ByteArrayOutputStream();
		frame.write((last ? 0x80 : 0) | opcode);
		if (payload.length < 126) {
			frame.write(payload.length);
		}
		else if (payload.length <= 0xFFFF) {
			frame.write(126);
			frame.write(payload.length >> 8);
			frame.write(payload.length);
		}
		else {
			frame.write(127);
			for (int shift = 56; shift >= 0; shift -= 8) {
				frame.write((int) ((long) payload.length >> shift));
			}
		}
		frame.writeBytes(payload);
		return frame.toByteArray();
	}

	@Nested
	class Input {

		@ParameterizedTest
		@ValueSource(ints = { 3, 7, 1000, 70_000 })
		void findsThePayloadHoweverItIsCut(int piece) throws IOException {
			ByteArrayOutputStream frames = new ByteArrayOutputStream();
			ByteArrayOutputStream expected = new ByteArrayOutputStream();
			for (int size : new int[] { 0, 1, 125, 126, 127, 65_535, 65_536, 3 }) {
				byte[] payload = new byte[size];
				Arrays.fill(payload, (byte) size);
				frames.writeBytes(frame(size % 2 == 0, WebSocketInput.BINARY, payload));
				expected.writeBytes(payload);
				frames.writeBytes(frame(true, WebSocketInput.PING, new byte[size % 126]));
				if (size % 2 != 0) {
					frames.writeBytes(frame(true, WebSocketInput.CONTINUATION, payload));
					expected.writeBytes(payload);
				}
			}
			frames.writeBytes(frame(true, WebSocketInput.CLOSE, new byte[2]));
			List<byte[]> pings = new ArrayList<>();
			WebSocketInput input = new WebSocketInput(new Pieces(frames.toByteArray(), piece), pings::add);
			ByteArrayOutputStream actual = new ByteArrayOutputStream();
			byte[] buffer = new byte[999];
			for (int count = read(input, buffer); count >= 0; count = read(input, buffer)) {
				actual.write(buffer, 0, count);
			}
			assertThat(actual.toByteArray()).isEqualTo(expected.toByteArray());
			assertThat(pings).hasSize(8);
		}

		private int read(InputStream input, byte[] buffer) throws IOException {
			while (true) {
				try {
					return input.read(buffer, 0, buffer.length);
				}
				catch (SocketTimeoutException ex) {
					// Comes back, as Paho does.
				}
			}
		}

		@Test
		void refusesWhatIsNotAllowed() {
			byte[] masked = frame(true, WebSocketInput.BINARY, new byte[1]);
			masked[1] |= (byte) 0x80;
			byte[] reserved = frame(true, WebSocketInput.BINARY, new byte[1]);
			reserved[0] |= 0x40;
			for (byte[] bad : List.of(masked, reserved, frame(true, WebSocketInput.CONTINUATION, new byte[1]),
					frame(true, 1, new byte[1]), frame(false, WebSocketInput.PING, new byte[1]),
					frame(true, WebSocketInput.PING, new byte[126]))) {
				WebSocketInput input = new WebSocketInput(new ByteArrayInputStream(bad), (payload) -> {
				});
				assertThatThrownBy(input::read).isInstanceOf(IOException.class);
			}
		}

	}

	/**
	 * Gives a few bytes at a time and times out between them.
	 */
	private static final class Pieces extends InputStream {

		private final Deque<byte[]> pieces = new ArrayDeque<>();

		private boolean timeout;

		private Pieces(byte[] all, int size) {
			for (int i = 0; i < all.length; i += size) {
				this.pieces.add(Arrays.copyOfRange(all, i, Math.min(all.length, i + size)));
			}
		}

		@Override
		public int read() {
			throw new UnsupportedOperationException();
		}

		@Override
		public int read(byte[] target, int offset, int length) throws IOException {
			this.timeout = !this.timeout && this.pieces.size() % 7 == 0;
			if (this.timeout) {
				throw new SocketTimeoutException();
			}
			byte[] piece = this.pieces.poll();
			if (piece == null) {
				return -1;
			}
			int count = Math.min(length, piece.length);
			System.arraycopy(piece, 0, target, offset, count);
			if (count < piece.length) {
				this.pieces.addFirst(Arrays.copyOfRange(piece, count, piece.length));
			}
			return count;
		}

	}

	private record Frame(int opcode, byte[] payload) {
	}

	/**
	 * The server's half, frame by frame.
	 */
	private static final class Peer {

		private final InputStream input;

		private final OutputStream output;

		private Peer(Socket socket) throws IOException {
			this.input = socket.getInputStream();
			this.output = socket.getOutputStream();
		}

		private String acceptHandshake() throws Exception {
			StringBuilder request = new StringBuilder();
			while (!request.toString().endsWith("\r\n\r\n")) {
				request.append((char) this.input.read());
			}
			String key = request.toString().split("Sec-WebSocket-Key: ")[1].split("\r\n")[0];
			String accept = Base64.getEncoder()
				.encodeToString(MessageDigest.getInstance("SHA-1")
					.digest((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.ISO_8859_1)));
			// Without a space behind the colons and with another token in Connection.
			send(("HTTP/1.1 101 Switching Protocols\r\nupgrade:WebSocket\r\nConnection: Upgrade, keep-alive\r\n"
					+ "Sec-WebSocket-Accept:" + accept + "\r\nSec-WebSocket-Protocol:mqtt\r\n\r\n")
				.getBytes(StandardCharsets.ISO_8859_1));
			return request.toString();
		}

		private void send(byte[] bytes) throws IOException {
			this.output.write(bytes);
		}

		private Frame readFrame() throws IOException {
			int opcode = this.input.read() & 0xF;
			int length = this.input.read();
			assertThat(length & 0x80).as("mask bit").isEqualTo(0x80);
			length &= 0x7F;
			assertThat(length).isLessThan(126);
			byte[] mask = this.input.readNBytes(4);
			byte[] payload = this.input.readNBytes(length);
			for (int i = 0; i < payload.length; i++) {
				payload[i] ^= mask[i % 4];
			}
			return new Frame(opcode, payload);
		}

	}

}
