package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;

/**
 * A proxy between clients and a broker that passes whole packets on, one by one, and can
 * keep back one and everything after it: the moment before a packet arrives, held for as
 * long as it takes to kill somebody.
 */
public final class PacketTap implements AutoCloseable {

	private final Acceptor acceptor = new Acceptor();

	private final int target;

	private final List<Connection> connections = new CopyOnWriteArrayList<>();

	private volatile Halt halt = new Halt((direction, packet) -> false);

	private PacketTap(int target) {
		this.target = target;
		this.acceptor.start("packet-tap", this::accepted);
	}

	/**
	 * Starts a proxy.
	 * @param port the port of the broker on loopback
	 * @return the proxy
	 */
	public static PacketTap to(int port) {
		return new PacketTap(port);
	}

	public String url() {
		return this.acceptor.url();
	}

	/**
	 * Passes everything on until a packet comes that is to be kept back; that one and all
	 * that come after it, both ways and on all connections, get no further. Replaces what
	 * was said before, for connections that come from now on too.
	 * @param at whether a packet is to be kept back; asked for one packet at a time
	 * @return completes when a packet was kept back
	 */
	public CompletableFuture<ReceivedPacket> haltAt(BiPredicate<TcpTap.Direction, ReceivedPacket> at) {
		Halt next = new Halt(at);
		this.halt = next;
		return next.reached;
	}

	/**
	 * What has passed, of each connection.
	 * @return the packets of each connection in order, in both directions
	 */
	public List<List<Passed>> passed() {
		return this.connections.stream().map((connection) -> List.copyOf(connection.passed)).toList();
	}

	/**
	 * The payloads that were delivered to clients, at whatever QoS.
	 * @return the payloads as UTF-8
	 */
	public Set<String> delivered() {
		Set<String> delivered = new HashSet<>();
		passed().forEach((connection) -> connection.stream()
			.filter((passed) -> passed.direction == TcpTap.Direction.TO_CLIENT
					&& passed.packet.type() == PacketType.PUBLISH)
			.forEach((passed) -> delivered.add(payload(passed.packet))));
		return delivered;
	}

	/**
	 * The payloads whose PUBACK has passed to the broker.
	 * @return the payloads as UTF-8
	 */
	public Set<String> acknowledged() {
		Set<String> acknowledged = new HashSet<>();
		for (List<Passed> connection : passed()) {
			Map<Integer, String> inFlight = new HashMap<>();
			for (Passed passed : connection) {
				ReceivedPacket packet = passed.packet;
				if (passed.direction == TcpTap.Direction.TO_CLIENT && packet.type() == PacketType.PUBLISH) {
					inFlight.put(packet.publish().packetId(), payload(packet));
				}
				else if (passed.direction == TcpTap.Direction.TO_BROKER && packet.type() == PacketType.PUBACK) {
					acknowledged.add(inFlight.get(packet.acknowledgement().packetId()));
				}
			}
		}
		return acknowledged;
	}

	private static String payload(ReceivedPacket packet) {
		return new String(packet.publish().payload(), StandardCharsets.UTF_8);
	}

	@Override
	public void close() {
		this.acceptor.close();
		this.connections.forEach(Connection::close);
	}

	private void start(Runnable task, String name) {
		Thread thread = new Thread(task, "packet-tap-" + this.acceptor.port() + "-" + name);
		thread.setDaemon(true);
		thread.start();
	}

	private void accepted(Socket client) {
		try {
			new Connection(client, new Socket(InetAddress.getByName(Ports.LOOPBACK), this.target)).start();
		}
		catch (IOException ex) {
			close(client);
		}
	}

	private static void close(AutoCloseable closeable) {
		try {
			closeable.close();
		}
		catch (Exception ex) {
			// It is as closed as it gets.
		}
	}

	/**
	 * A packet that was passed on.
	 *
	 * @param direction where to
	 * @param packet the packet
	 */
	public record Passed(TcpTap.Direction direction, ReceivedPacket packet) {

	}

	private static final class Halt {

		private final BiPredicate<TcpTap.Direction, ReceivedPacket> at;

		private final CompletableFuture<ReceivedPacket> reached = new CompletableFuture<>();

		Halt(BiPredicate<TcpTap.Direction, ReceivedPacket> at) {
			this.at = at;
		}

		/** One packet at a time, whichever connection it comes from. */
		synchronized boolean passes(TcpTap.Direction direction, ReceivedPacket packet) {
			if (!this.reached.isDone() && this.at.test(direction, packet)) {
				this.reached.complete(packet);
			}
			return !this.reached.isDone();
		}

	}

	private final class Connection {

		private final Socket client;

		private final Socket broker;

		private final List<Passed> passed = new CopyOnWriteArrayList<>();

		Connection(Socket client, Socket broker) throws IOException {
			this.client = client;
			this.broker = broker;
			client.setTcpNoDelay(true);
			broker.setTcpNoDelay(true);
		}

		void start() {
			PacketTap.this.connections.add(this);
			PacketTap.this.start(() -> pump(this.client, this.broker, TcpTap.Direction.TO_BROKER), "to-broker");
			PacketTap.this.start(() -> pump(this.broker, this.client, TcpTap.Direction.TO_CLIENT), "to-client");
		}

		private void pump(Socket from, Socket to, TcpTap.Direction direction) {
			Framer framer = new Framer();
			byte[] buffer = new byte[16 * 1024];
			try {
				InputStream in = from.getInputStream();
				OutputStream out = to.getOutputStream();
				for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
					List<ReceivedPacket> packets = new ArrayList<>();
					framer.accept(buffer, length, packets::add);
					for (ReceivedPacket packet : packets) {
						if (PacketTap.this.halt.passes(direction, packet)) {
							this.passed.add(new Passed(direction, packet));
							out.write(packet.raw());
						}
					}
				}
			}
			catch (IOException ex) {
				// One side is gone; the other one learns it by the close below.
			}
			close();
		}

		void close() {
			PacketTap.close(this.client);
			PacketTap.close(this.broker);
		}

	}

}
