package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A server that does what the test says, packet by packet. Every connection is handed to
 * the test by {@link #accept()}; what a {@link Responder} answers never reaches the test
 * but is recorded.
 */
public final class ScriptedBroker implements AutoCloseable {

	static final Duration TIMEOUT = Duration.ofSeconds(10);

	private final ServerSocket server;

	private final List<ScriptedConnection> connections = new CopyOnWriteArrayList<>();

	private final BlockingQueue<ScriptedConnection> accepted = new LinkedBlockingQueue<>();

	private final Gate gate = new Gate();

	private volatile Responder responder = Responder.none();

	private ScriptedBroker() {
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getByName(Ports.LOOPBACK));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts a server that leaves every packet to the test.
	 * @return the server
	 */
	public static ScriptedBroker run() {
		ScriptedBroker broker = new ScriptedBroker();
		Thread acceptor = new Thread(broker::acceptConnections, "scripted-broker-" + broker.port());
		acceptor.setDaemon(true);
		acceptor.start();
		return broker;
	}

	/**
	 * Starts a server whose operating system completes the TCP handshake and that says
	 * nothing ever after.
	 * @return the server
	 */
	public static ScriptedBroker silent() {
		return new ScriptedBroker();
	}

	public int port() {
		return this.server.getLocalPort();
	}

	public String url() {
		return "mqtt://" + Ports.LOOPBACK + ":" + port();
	}

	/**
	 * Answers with {@link Responder#standard()} from now on.
	 * @return this broker
	 */
	public ScriptedBroker autoRespond() {
		return respondWith(Responder.standard());
	}

	/**
	 * Answers with the responder from now on, on open and on new connections.
	 * @param responder the responder
	 * @return this broker
	 */
	public ScriptedBroker respondWith(Responder responder) {
		this.responder = responder;
		this.connections.forEach((connection) -> connection.respondWith(responder));
		return this;
	}

	/**
	 * Reads nothing from connections that come from now on, until
	 * {@link #resumeAccepting()}.
	 */
	public void pauseAccepting() {
		this.gate.shut();
	}

	public void resumeAccepting() {
		this.gate.open();
	}

	/**
	 * The next connection that this method has not returned yet.
	 * @return the connection
	 */
	public ScriptedConnection accept() {
		return accept(TIMEOUT);
	}

	/**
	 * The next connection that this method has not returned yet.
	 * @param timeout how long to wait for it
	 * @return the connection
	 */
	public ScriptedConnection accept(Duration timeout) {
		try {
			ScriptedConnection connection = this.accepted.poll(timeout.toNanos(), TimeUnit.NANOSECONDS);
			if (connection == null) {
				throw new AssertionError("No connection within " + timeout);
			}
			return connection;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for a connection", ex);
		}
	}

	/**
	 * All connections that have been opened, closed ones too.
	 * @return the connections
	 */
	public List<ScriptedConnection> connections() {
		return List.copyOf(this.connections);
	}

	/**
	 * Closes the port and all connections.
	 */
	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.gate.open();
		this.connections.forEach(ScriptedConnection::close);
	}

	private void acceptConnections() {
		while (!this.server.isClosed()) {
			try {
				Socket socket = this.server.accept();
				this.gate.pass();
				ScriptedConnection connection = new ScriptedConnection(socket);
				this.connections.add(connection);
				// Read after the list: respondWith() either finds the connection there
				// or has set this field before.
				connection.respondWith(this.responder);
				if (this.server.isClosed()) {
					connection.close();
				}
				connection.start();
				this.accepted.add(connection);
			}
			catch (IOException ex) {
				if (!this.server.isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

}
