package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;

/**
 * A free port on loopback and the thread that takes the connections to it.
 */
final class Acceptor implements AutoCloseable {

	private final ServerSocket server;

	/**
	 * Listens, and accepts nothing before {@link #start}.
	 */
	Acceptor() {
		try {
			this.server = new ServerSocket(0, 50, InetAddress.getByName(Ports.LOOPBACK));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Hands over one connection after the other until the port is closed.
	 * @param name begins the name of the thread
	 * @param handler called on that thread
	 */
	void start(String name, Handler handler) {
		Thread thread = new Thread(() -> accept(handler), name + "-" + port());
		thread.setDaemon(true);
		thread.start();
	}

	private void accept(Handler handler) {
		while (!isClosed()) {
			try {
				handler.accepted(this.server.accept());
			}
			catch (IOException ex) {
				if (!isClosed()) {
					throw new UncheckedIOException(ex);
				}
			}
		}
	}

	int port() {
		return this.server.getLocalPort();
	}

	String url() {
		return "mqtt://" + Ports.LOOPBACK + ":" + port();
	}

	boolean isClosed() {
		return this.server.isClosed();
	}

	@Override
	public void close() {
		try {
			this.server.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Takes a connection.
	 */
	interface Handler {

		void accepted(Socket socket) throws IOException;

	}

}
