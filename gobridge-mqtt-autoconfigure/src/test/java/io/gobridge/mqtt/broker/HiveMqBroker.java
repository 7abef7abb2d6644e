package io.gobridge.mqtt.broker;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

import com.hivemq.configuration.service.InternalConfigurations;
import com.hivemq.embedded.EmbeddedExtension;
import com.hivemq.embedded.EmbeddedHiveMQ;
import com.hivemq.extension.sdk.api.ExtensionMain;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/**
 * HiveMQ CE inside this virtual machine, on a free loopback port. Sessions, queues and
 * retained messages are kept in a temporary folder and survive {@link #stop()},
 * {@link #start()} and {@link #restart()}, which keep the port too; {@link #close()}
 * removes the folder.
 * <p>
 * The start and the stop are much like those of {@code EmbeddedHiveMq} of the test
 * module, which can not be used here: that module is built on this one, and what both
 * could use would be one more artifact for every application that tests with it.
 */
public final class HiveMqBroker implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(60);

	private static final int BIND_ATTEMPTS = 5;

	private static final List<String> CHATTY_LOGGERS = List.of("com.hivemq", "io.netty", "jetbrains.exodus", "oshi",
			"migrations");

	/**
	 * HiveMQ changes things of the whole virtual machine while it starts, so that two
	 * starts at once would restore each other's changes.
	 */
	private static final ReentrantLock STARTING = new ReentrantLock();

	private final Builder settings;

	private final TemporaryFolder folder = new TemporaryFolder("gobridge-hivemq-");

	private int port;

	private @Nullable EmbeddedHiveMQ broker;

	private HiveMqBroker(Builder settings) {
		this.settings = settings;
	}

	/**
	 * Starts a broker with HiveMQ's default limits.
	 * @return the running broker
	 */
	public static HiveMqBroker run() {
		return builder().start();
	}

	public static Builder builder() {
		return new Builder();
	}

	public int port() {
		return this.port;
	}

	public String url() {
		return "mqtt://" + Ports.LOOPBACK + ":" + this.port;
	}

	public Path folder() {
		return this.folder.path();
	}

	/**
	 * Starts the broker again after {@link #stop()}, on the same port and with what it
	 * had stored.
	 */
	public void start() {
		if (this.broker != null) {
			return;
		}
		for (int attempt = 1; this.port == 0; attempt++) {
			int candidate = Ports.free();
			try {
				launch(candidate);
				this.port = candidate;
				return;
			}
			catch (IllegalStateException ex) {
				if (attempt == BIND_ATTEMPTS) {
					throw ex;
				}
			}
		}
		launch(this.port);
	}

	/**
	 * Shuts the broker down in an orderly way: clients get a DISCONNECT.
	 */
	public void stop() {
		EmbeddedHiveMQ running = this.broker;
		if (running != null) {
			this.broker = null;
			quieten();
			close(running);
		}
	}

	public void restart() {
		stop();
		start();
	}

	@Override
	public void close() {
		stop();
		this.folder.delete();
	}

	private void launch(int candidate) {
		Path conf = this.folder.folder("conf");
		this.folder.write("conf/config.xml", this.settings.configuration(candidate));
		STARTING.lock();
		Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
		try {
			quieten();
			configureForTests();
			// Without its own bootstrap HiveMQ leaves appenders, levels and listeners of
			// the logging system alone.
			EmbeddedHiveMQ created = EmbeddedHiveMQ.builder()
				.withConfigurationFolder(conf)
				.withDataFolder(this.folder.folder("data"))
				.withExtensionsFolder(this.folder.folder("extensions"))
				.withEmbeddedExtension(this.settings.extension)
				.withoutLoggingBootstrap()
				.build();
			try {
				created.start().get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
			}
			catch (ExecutionException | TimeoutException ex) {
				close(created);
				throw new IllegalStateException("HiveMQ did not start on port " + candidate, ex);
			}
			catch (InterruptedException ex) {
				close(created);
				Thread.currentThread().interrupt();
				throw new IllegalStateException("Interrupted while HiveMQ was starting", ex);
			}
			if (!Ports.accepts(candidate)) {
				close(created);
				throw new IllegalStateException("HiveMQ does not listen on port " + candidate);
			}
			this.broker = created;
		}
		finally {
			// HiveMQ's own default handler ends the virtual machine on some errors.
			Thread.setDefaultUncaughtExceptionHandler(handler);
			STARTING.unlock();
		}
	}

	private static void close(EmbeddedHiveMQ broker) {
		try {
			broker.close();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("HiveMQ did not stop", ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * A test keeps a few messages, for which 64 databases per kind of data and two
	 * seconds for late writes of clients that are gone already only cost time. HiveMQ has
	 * these settings once per virtual machine.
	 */
	private static void configureForTests() {
		InternalConfigurations.PERSISTENCE_BUCKET_COUNT.set(4);
		InternalConfigurations.PAYLOAD_PERSISTENCE_BUCKET_COUNT.set(4);
		InternalConfigurations.PERSISTENCE_SHUTDOWN_GRACE_PERIOD_MSEC.set(100);
		InternalConfigurations.JMX_REPORTER_ENABLED.set(false);
	}

	/**
	 * Lets through only warnings of HiveMQ and its libraries, except where a test asked
	 * for something else.
	 */
	private static void quieten() {
		LoggingSystem logging = LoggingSystem.get(HiveMqBroker.class.getClassLoader());
		for (String name : CHATTY_LOGGERS) {
			LoggerConfiguration logger = logging.getLoggerConfiguration(name);
			if (logger == null || logger.getConfiguredLevel() == null) {
				logging.setLogLevel(name, LogLevel.WARN);
			}
		}
	}

	/**
	 * Settings of a broker, as elements of HiveMQ's configuration file.
	 */
	public static final class Builder {

		private final List<String> listeners = new ArrayList<>();

		private final List<String> mqtt = new ArrayList<>();

		private String persistence = "file";

		private @Nullable EmbeddedExtension extension;

		private Builder() {
		}

		public Builder maxQueueSize(int messages) {
			this.mqtt.add("<queued-messages><max-queue-size>" + messages + "</max-queue-size></queued-messages>");
			return this;
		}

		/**
		 * Adds a WebSocket listener (path {@code /mqtt}).
		 * @param port a free port
		 * @return this builder
		 */
		public Builder webSocketListener(int port) {
			this.listeners.add("<websocket-listener><port>" + port + "</port><bind-address>" + Ports.LOOPBACK
					+ "</bind-address></websocket-listener>");
			return this;
		}

		/**
		 * Forgets everything at a stop, which starts and stops a little faster.
		 * @return this builder
		 */
		public Builder inMemory() {
			this.persistence = "in-memory";
			return this;
		}

		/**
		 * Runs an extension in the broker: the way to refuse connections, subscriptions
		 * and publishes, and to see what the broker saw.
		 * @param main the extension
		 * @return this builder
		 */
		public Builder extension(ExtensionMain main) {
			this.extension = EmbeddedExtension.builder()
				.withId("gobridge-test")
				.withName("GoBridge test")
				.withVersion("1")
				.withPriority(0)
				.withStartPriority(1000)
				.withAuthor("GoBridge")
				.withExtensionMain(main)
				.build();
			return this;
		}

		public HiveMqBroker start() {
			HiveMqBroker broker = new HiveMqBroker(this);
			try {
				broker.start();
			}
			catch (RuntimeException ex) {
				broker.close();
				throw ex;
			}
			return broker;
		}

		private String configuration(int port) {
			return """
					<?xml version="1.0"?>
					<hivemq>
						<listeners>
							<tcp-listener><port>%d</port><bind-address>%s</bind-address></tcp-listener>%s
						</listeners>
						<mqtt>%s</mqtt>
						<persistence><mode>%s</mode></persistence>
						<anonymous-usage-statistics><enabled>false</enabled></anonymous-usage-statistics>
					</hivemq>
					""".formatted(port, Ports.LOOPBACK, String.join("", this.listeners), String.join("", this.mqtt),
					this.persistence);
		}

	}

}
