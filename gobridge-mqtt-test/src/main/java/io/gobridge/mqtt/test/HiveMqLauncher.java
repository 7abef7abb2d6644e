package io.gobridge.mqtt.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

import com.hivemq.configuration.service.InternalConfigurations;
import com.hivemq.embedded.EmbeddedExtension;
import com.hivemq.embedded.EmbeddedHiveMQ;
import com.hivemq.embedded.EmbeddedHiveMQBuilder;
import com.hivemq.extension.sdk.api.ExtensionMain;
import com.hivemq.migration.meta.PersistenceType;
import org.jspecify.annotations.Nullable;

/**
 * Starts and stops HiveMQ so that nothing of it is left in the virtual machine but the
 * broker.
 */
final class HiveMqLauncher {

	static final String LOOPBACK = "127.0.0.1";

	private static final Duration TIMEOUT = Duration.ofSeconds(120);

	/**
	 * HiveMQ changes things of the whole virtual machine while it starts. Two starts at
	 * once would restore each other's changes, and an extension could be given the
	 * services of the other broker.
	 */
	private static final ReentrantLock STARTING = new ReentrantLock();

	private HiveMqLauncher() {
	}

	/**
	 * Starts a broker and waits until it accepts connections.
	 * @param home the folder for its files, with those of an earlier run maybe
	 * @param port the port to listen on
	 * @param extension what to run inside the broker, if anything
	 * @return the running broker
	 * @throws IllegalStateException when it does not start
	 */
	static EmbeddedHiveMQ launch(Path home, int port, @Nullable ExtensionMain extension) {
		STARTING.lock();
		VirtualMachineSettings settings = VirtualMachineSettings.current();
		QuietLoggers.shared().acquire();
		boolean running = false;
		try {
			VirtualMachineSettings.setHome(home);
			configure();
			EmbeddedHiveMQ broker = builder(home, port, extension).build();
			try {
				start(broker, port);
				running = true;
				return broker;
			}
			finally {
				if (!running) {
					close(broker);
				}
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			if (!running) {
				QuietLoggers.shared().release();
			}
			settings.restore();
			STARTING.unlock();
		}
	}

	static void shutDown(EmbeddedHiveMQ broker) {
		try {
			close(broker);
		}
		finally {
			QuietLoggers.shared().release();
		}
	}

	/**
	 * What HiveMQ has only once per virtual machine. A test keeps a few messages, for
	 * which 64 databases per kind of data and two seconds for late writes of clients that
	 * are gone already only cost time; RocksDB would be one more native library.
	 */
	private static void configure() {
		InternalConfigurations.PERSISTENCE_BUCKET_COUNT.set(4);
		InternalConfigurations.PAYLOAD_PERSISTENCE_BUCKET_COUNT.set(4);
		InternalConfigurations.PAYLOAD_PERSISTENCE_TYPE.set(PersistenceType.FILE);
		InternalConfigurations.RETAINED_MESSAGE_PERSISTENCE_TYPE.set(PersistenceType.FILE);
		InternalConfigurations.PERSISTENCE_SHUTDOWN_GRACE_PERIOD_MSEC.set(100);
		InternalConfigurations.JMX_REPORTER_ENABLED.set(false);
	}

	private static EmbeddedHiveMQBuilder builder(Path home, int port, @Nullable ExtensionMain extension)
			throws IOException {
		Path conf = Files.createDirectories(home.resolve("conf"));
		Files.writeString(conf.resolve("config.xml"), """
				<?xml version="1.0"?>
				<hivemq>
					<listeners>
						<tcp-listener><port>%d</port><bind-address>%s</bind-address></tcp-listener>
					</listeners>
					<persistence><mode>file</mode></persistence>
					<anonymous-usage-statistics><enabled>false</enabled></anonymous-usage-statistics>
				</hivemq>
				""".formatted(port, LOOPBACK));
		EmbeddedHiveMQBuilder builder = EmbeddedHiveMQ.builder()
			.withConfigurationFolder(conf)
			.withDataFolder(Files.createDirectories(home.resolve("data")))
			.withExtensionsFolder(Files.createDirectories(home.resolve("extensions")))
			// The bootstrap would detach the appenders of the root logger, add a listener
			// and a filter to Logback, and redirect java.util.logging.
			.withoutLoggingBootstrap();
		if (extension != null) {
			builder.withEmbeddedExtension(EmbeddedExtension.builder()
				.withId("gobridge-mqtt-test")
				.withName("GoBridge MQTT Test")
				.withVersion("1")
				.withExtensionMain(extension)
				.build());
		}
		return builder;
	}

	private static void start(EmbeddedHiveMQ broker, int port) {
		try {
			broker.start().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("HiveMQ did not start on port " + port, ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException("HiveMQ did not start within " + TIMEOUT, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while HiveMQ was starting", ex);
		}
		// It falls back to its default configuration when it cannot read ours.
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(LOOPBACK, port), (int) TIMEOUT.toMillis());
		}
		catch (IOException ex) {
			throw new IllegalStateException("HiveMQ does not listen on port " + port, ex);
		}
	}

	private static void close(EmbeddedHiveMQ broker) {
		try {
			broker.close();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("HiveMQ did not stop", ex.getCause());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while HiveMQ was stopping", ex);
		}
	}

}
