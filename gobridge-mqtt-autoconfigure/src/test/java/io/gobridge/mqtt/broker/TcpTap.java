package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * A proxy between clients and a broker that records what passes and misbehaves on
 * request. It works on bytes; {@link #packets(Direction)} cuts the record into MQTT
 * packets.
 */
public final class TcpTap implements AutoCloseable {

	private final Acceptor acceptor = new Acceptor();

	private final List<TappedConnection> connections = new CopyOnWriteArrayList<>();

	private final Gate toBroker = new Gate();

	private final Gate toClient = new Gate();

	private final int target;

	private volatile Predicate<Direction> dropped = (direction) -> false;

	private volatile boolean refusing;

	private TcpTap(int target) {
		this.target = target;
		this.acceptor.start("tcp-tap", this::accepted);
	}

	/**
	 * Starts a proxy.
	 * @param port the port of the broker on loopback
	 * @return the proxy
	 */
	public static TcpTap to(int port) {
		return new TcpTap(port);
	}

	public int port() {
		return this.acceptor.port();
	}

	public String url() {
		return this.acceptor.url();
	}

	/**
	 * How many connections have been opened so far.
	 * @return the number of connections
	 */
	public int connectionCount() {
		return this.connections.size();
	}

	/**
	 * How many connections are open.
	 * @return the number of connections
	 */
	public long openConnections() {
		return this.connections.stream().filter(TappedConnection::isOpen).count();
	}

	/**
	 * Closes all connections on both sides; new ones are welcome.
	 */
	public void cutAll() {
		this.connections.forEach(TappedConnection::close);
	}

	/**
	 * Closes new connections as soon as they come, until {@link #welcome()}.
	 */
	public void refuse() {
		this.refusing = true;
	}

	public void welcome() {
		this.refusing = false;
	}

	/**
	 * Forwards nothing any more without closing anything.
	 */
	public void stall() {
		hold(Direction.TO_BROKER);
		hold(Direction.TO_CLIENT);
	}

	/**
	 * Forwards again, beginning with what came in the meantime, and drops nothing any
	 * more.
	 */
	public void resume() {
		this.dropped = (direction) -> false;
		this.toBroker.open();
		this.toClient.open();
	}

	/**
	 * Keeps back what goes one way until {@link #release(Direction)}.
	 * @param direction the way
	 */
	public void hold(Direction direction) {
		gate(direction).shut();
	}

	public void release(Direction direction) {
		gate(direction).open();
	}

	/**
	 * Throws away what goes one way from now on, until {@link #resume()}. What was in the
	 * middle of a packet stays there, so the connection is good for nothing afterwards.
	 * @param direction the way
	 */
	public void drop(Direction direction) {
		Predicate<Direction> before = this.dropped;
		this.dropped = before.or((other) -> other == direction);
	}

	/**
	 * The bytes that came for one direction, forwarded or not, of all connections one
	 * after the other; the first four mebibytes of each.
	 * @param direction the direction
	 * @return the bytes
	 */
	public byte[] bytes(Direction direction) {
		WireWriter all = new WireWriter();
		this.connections.forEach((connection) -> all.bytes(connection.recorded(direction)));
		return all.toByteArray();
	}

	/**
	 * The complete packets that came for one direction, of all connections one after the
	 * other.
	 * @param direction the direction
	 * @return the packets
	 */
	public List<ReceivedPacket> packets(Direction direction) {
		return this.connections.stream().flatMap((connection) -> connection.packets(direction).stream()).toList();
	}

	/**
	 * The complete packets that came for one direction of one connection.
	 * @param connection the connection, counted from 0
	 * @param direction the direction
	 * @return the packets
	 */
	public List<ReceivedPacket> packets(int connection, Direction direction) {
		return this.connections.get(connection).packets(direction);
	}

	/**
	 * Closes the port and all connections.
	 */
	@Override
	public void close() {
		this.acceptor.close();
		resume();
		cutAll();
	}

	Gate gate(Direction direction) {
		return (direction == Direction.TO_BROKER) ? this.toBroker : this.toClient;
	}

	boolean drops(Direction direction) {
		return this.dropped.test(direction);
	}

	private void accepted(Socket client) throws IOException {
		if (this.refusing) {
			client.close();
		}
		else {
			connect(client);
		}
	}

	private void connect(Socket client) throws IOException {
		try {
			TappedConnection connection = new TappedConnection(this, client,
					new Socket(InetAddress.getByName(Ports.LOOPBACK), this.target));
			this.connections.add(connection);
			connection.start();
			if (this.acceptor.isClosed()) {
				connection.close();
			}
		}
		catch (IOException ex) {
			// The broker is down: the client finds out the way it would without us.
			client.close();
		}
	}

	/**
	 * The two ways that bytes go.
	 */
	public enum Direction {

		TO_BROKER, TO_CLIENT

	}

}
