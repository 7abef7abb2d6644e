package io.gobridge.mqtt.broker;

import java.io.IOException;
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

	private final Acceptor acceptor = new Acceptor();

	private final List<ScriptedConnection> connections = new CopyOnWriteArrayList<>();

	private final BlockingQueue<ScriptedConnection> accepted = new LinkedBlockingQueue<>();

	private volatile Responder responder = Responder.none();

	private ScriptedBroker() {
	}

	/**
	 * Starts a server that leaves every packet to the test.
	 * @return the server
	 */
	public static ScriptedBroker run() {
		ScriptedBroker broker = new ScriptedBroker();
		broker.acceptor.start("scripted-broker", broker::accepted);
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
		return this.acceptor.port();
	}

	public String url() {
		return this.acceptor.url();
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
		this.acceptor.close();
		this.connections.forEach(ScriptedConnection::close);
	}

	private void accepted(Socket socket) throws IOException {
		ScriptedConnection connection = new ScriptedConnection(socket);
		this.connections.add(connection);
		// Read after the list: respondWith() either finds the connection there or has set
		// this field before.
		connection.respondWith(this.responder);
		if (this.acceptor.isClosed()) {
			connection.close();
		}
		connection.start();
		this.accepted.add(connection);
	}

}
