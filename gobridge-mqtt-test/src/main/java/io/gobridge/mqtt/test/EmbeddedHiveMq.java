package io.gobridge.mqtt.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

import com.hivemq.embedded.EmbeddedHiveMQ;
import com.hivemq.extension.sdk.api.ExtensionMain;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;
import org.springframework.util.FileSystemUtils;

/**
 * HiveMQ CE in this virtual machine, listening on the loopback interface only. It accepts
 * every client, keeps sessions, queued and retained messages in a temporary folder, and
 * reports nothing to anybody: usage statistics and JMX are off.
 * <p>
 * The logging of the application stays as it is configured: the {@code logback.xml} in
 * HiveMQ's jar is ignored by Spring Boot. Loggers of HiveMQ and of its libraries that the
 * application gives no level have the level {@code WARN} while a broker runs. The default
 * handler for uncaught exceptions and the system properties are those of before after
 * each start.
 * <p>
 * All methods may be called from any thread and wait until what they do is done.
 * {@link #stop()} is an orderly shutdown: clients get a DISCONNECT; it takes a little
 * more than two seconds, which HiveMQ waits for its network threads. What was stored
 * survives {@link #stop()} and {@link #start()}, which keep the port too; the folder is
 * removed by {@link #close()}. A virtual machine that is killed leaves the folder behind.
 * <p>
 * Several brokers may run side by side. No virtual machine options are needed.
 */
public final class EmbeddedHiveMq implements AutoCloseable {

	private static final int BIND_ATTEMPTS = 5;

	private final ReentrantLock lock = new ReentrantLock();

	private final @Nullable ExtensionMain extension;

	private int port;

	private @Nullable Path folder;

	private @Nullable EmbeddedHiveMQ broker;

	/**
	 * Creates a broker, not started yet, that will listen on a free port.
	 */
	public EmbeddedHiveMq() {
		this(0);
	}

	/**
	 * Creates a broker that is not started yet.
	 * @param port the port to listen on; 0 for a free one, chosen at the first start
	 */
	public EmbeddedHiveMq(int port) {
		this(port, null);
	}

	EmbeddedHiveMq(int port, @Nullable ExtensionMain extension) {
		Assert.isTrue(port >= 0 && port <= 65535, () -> "Not a port: " + port);
		this.port = port;
		this.extension = extension;
	}

	/**
	 * Starts the broker; does nothing when it is running.
	 * @throws IllegalStateException when it does not start, for example because the port
	 * is taken
	 */
	public void start() {
		this.lock.lock();
		try {
			if (this.broker != null) {
				return;
			}
			if (this.port != 0) {
				this.broker = launch(this.port);
			}
			else {
				startOnFreePort();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Shuts the broker down; does nothing when it is not running.
	 */
	public void stop() {
		this.lock.lock();
		try {
			EmbeddedHiveMQ running = this.broker;
			if (running != null) {
				this.broker = null;
				HiveMqLauncher.shutDown(running);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Shuts the broker down and removes all that it had stored.
	 */
	@Override
	public void close() {
		this.lock.lock();
		try {
			stop();
			deleteFolder();
		}
		finally {
			this.lock.unlock();
		}
	}

	public boolean isRunning() {
		this.lock.lock();
		try {
			return this.broker != null;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The port that the broker listens on, or did before it was stopped.
	 * @return the port; 0 as long as a free one is still to be chosen
	 */
	public int port() {
		this.lock.lock();
		try {
			return this.port;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The address for clients.
	 * @return the address, for example {@code mqtt://127.0.0.1:40001}
	 */
	public String url() {
		return "mqtt://" + HiveMqLauncher.LOOPBACK + ":" + port();
	}

	@Nullable Path folder() {
		return this.folder;
	}

	private void startOnFreePort() {
		for (int attempt = 1; this.broker == null; attempt++) {
			int candidate = freePort();
			try {
				this.broker = launch(candidate);
				this.port = candidate;
			}
			catch (IllegalStateException ex) {
				// Somebody else may have taken the port since.
				if (attempt == BIND_ATTEMPTS) {
					throw ex;
				}
			}
		}
	}

	private EmbeddedHiveMQ launch(int candidate) {
		Path home = this.folder;
		if (home == null) {
			home = createFolder();
			this.folder = home;
		}
		return HiveMqLauncher.launch(home, candidate, this.extension);
	}

	private static int freePort() {
		try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName(HiveMqLauncher.LOOPBACK))) {
			return socket.getLocalPort();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path createFolder() {
		try {
			return Files.createTempDirectory("gobridge-mqtt-broker-");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void deleteFolder() {
		try {
			FileSystemUtils.deleteRecursively(this.folder);
			this.folder = null;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
