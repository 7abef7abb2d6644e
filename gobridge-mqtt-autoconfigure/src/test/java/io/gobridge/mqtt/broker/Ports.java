package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Loopback ports for brokers that have to be told their port before they listen.
 */
public final class Ports {

	static final String LOOPBACK = "127.0.0.1";

	private Ports() {
	}

	/**
	 * A port that nobody listened on a moment ago. Another process may take it before the
	 * broker does, so callers start again with another one when their broker cannot bind.
	 * @return the port
	 */
	public static int free() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(LOOPBACK))) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static boolean accepts(int port) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(LOOPBACK, port), 500);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * Waits until a broker is ready.
	 * @param ready whether it is
	 * @param alive whether waiting still makes sense
	 * @param timeout how long to wait
	 * @return whether it is ready
	 */
	static boolean await(BooleanSupplier ready, BooleanSupplier alive, Duration timeout) {
		long deadline = System.nanoTime() + timeout.toNanos();
		while (alive.getAsBoolean() && System.nanoTime() < deadline) {
			if (ready.getAsBoolean()) {
				return alive.getAsBoolean();
			}
			LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
		}
		return false;
	}

}
