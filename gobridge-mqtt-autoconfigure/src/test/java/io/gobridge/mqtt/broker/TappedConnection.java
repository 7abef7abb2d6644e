package io.gobridge.mqtt.broker;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * One connection through a {@link TcpTap}: a pair of sockets and a thread for each
 * direction.
 */
final class TappedConnection {

	private static final int RECORD_LIMIT = 4 * 1024 * 1024;

	private final TcpTap tap;

	private final Socket client;

	private final Socket broker;

	private final Map<TcpTap.Direction, ByteArrayOutputStream> records = new EnumMap<>(TcpTap.Direction.class);

	TappedConnection(TcpTap tap, Socket client, Socket broker) throws IOException {
		this.tap = tap;
		this.client = client;
		this.broker = broker;
		client.setTcpNoDelay(true);
		broker.setTcpNoDelay(true);
		this.records.put(TcpTap.Direction.TO_BROKER, new ByteArrayOutputStream());
		this.records.put(TcpTap.Direction.TO_CLIENT, new ByteArrayOutputStream());
	}

	void start() {
		start(this.client, this.broker, TcpTap.Direction.TO_BROKER);
		start(this.broker, this.client, TcpTap.Direction.TO_CLIENT);
	}

	private void start(Socket from, Socket to, TcpTap.Direction direction) {
		Thread pump = new Thread(() -> pump(from, to, direction), "tcp-tap-" + this.client.getPort() + "-" + direction);
		pump.setDaemon(true);
		pump.start();
	}

	boolean isOpen() {
		return !this.client.isClosed();
	}

	void close() {
		close(this.client);
		close(this.broker);
	}

	byte[] recorded(TcpTap.Direction direction) {
		return record(direction).toByteArray();
	}

	List<ReceivedPacket> packets(TcpTap.Direction direction) {
		List<ReceivedPacket> packets = new ArrayList<>();
		byte[] bytes = recorded(direction);
		new Framer().accept(bytes, bytes.length, packets::add);
		return packets;
	}

	private ByteArrayOutputStream record(TcpTap.Direction direction) {
		return Objects.requireNonNull(this.records.get(direction));
	}

	private void pump(Socket from, Socket to, TcpTap.Direction direction) {
		ByteArrayOutputStream record = record(direction);
		byte[] buffer = new byte[16 * 1024];
		try {
			InputStream in = from.getInputStream();
			OutputStream out = to.getOutputStream();
			for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
				record.write(buffer, 0, Math.min(length, RECORD_LIMIT - record.size()));
				this.tap.gate(direction).pass();
				if (!this.tap.drops(direction)) {
					out.write(buffer, 0, length);
				}
			}
		}
		catch (IOException ex) {
			// One side is gone; the other one learns it by the close below.
		}
		// A held direction holds its end too: stalled means that nothing gets through.
		this.tap.gate(direction).pass();
		close();
	}

	private static void close(Socket socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			// It is as closed as it gets.
		}
	}

}
