package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * Mosquitto in a process of its own, on a free loopback port. Its files are in a
 * temporary folder that outlives {@link #stop()}, {@link #kill()} and {@link #restart()},
 * which keep the port too; {@link #close()} removes it. Without
 * {@link Builder#persistent()} Mosquitto forgets everything when it ends.
 */
public final class MosquittoBroker implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private static final int BIND_ATTEMPTS = 5;

	private final Builder settings;

	private final TemporaryFolder folder = new TemporaryFolder("gobridge-mosquitto-");

	private int port;

	private int webSocketPort;

	private int tlsPort;

	private @Nullable Process process;

	private MosquittoBroker(Builder settings) {
		this.settings = settings;
	}

	/**
	 * Whether Mosquitto is installed here.
	 * @return whether it is
	 */
	public static boolean available() {
		return MosquittoInstallation.find("mosquitto") != null;
	}

	/**
	 * Starts a broker with Mosquitto's default limits and no persistence.
	 * @return the running broker
	 */
	public static MosquittoBroker run() {
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

	/**
	 * The port of the WebSocket listener.
	 * @return the port, 0 when there is no such listener
	 */
	public int webSocketPort() {
		return this.webSocketPort;
	}

	/**
	 * The port of the TLS listener.
	 * @return the port, 0 when there is no such listener
	 */
	public int tlsPort() {
		return this.tlsPort;
	}

	/**
	 * Starts the broker again after {@link #stop()} or {@link #kill()}, on the same
	 * ports.
	 */
	public void start() {
		if (this.process != null) {
			return;
		}
		int attempts = (this.port == 0) ? BIND_ATTEMPTS : 1;
		for (int attempt = 1; attempt <= attempts; attempt++) {
			if (attempts > 1) {
				choosePorts();
			}
			if (launch()) {
				return;
			}
		}
		throw new IllegalStateException("Mosquitto does not accept connections: " + log());
	}

	/**
	 * Asks the process to end (SIGTERM) and waits for it. Clients are cut off without a
	 * DISCONNECT; a persistent broker writes its database.
	 */
	public void stop() {
		end(Process::destroy);
	}

	/**
	 * Ends the process at once (SIGKILL): a persistent broker loses what it has not
	 * written yet.
	 */
	public void kill() {
		end(Process::destroyForcibly);
	}

	public void restart() {
		stop();
		start();
	}

	/**
	 * What the broker has logged since it was started for the first time.
	 * @return the text
	 */
	public String log() {
		Path log = this.folder.path().resolve("mosquitto.log");
		try {
			return Files.exists(log) ? Files.readString(log) : "";
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		stop();
		this.folder.delete();
	}

	private void choosePorts() {
		this.port = Ports.free();
		this.webSocketPort = (this.settings.webSockets) ? Ports.free() : 0;
		this.tlsPort = (this.settings.certificate != null) ? Ports.free() : 0;
	}

	private boolean launch() {
		Path configuration = this.folder.write("mosquitto.conf", configuration());
		int logged = log().length();
		try {
			Process started = new ProcessBuilder(MosquittoInstallation.command("mosquitto"), "-c",
					configuration.toString())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(this.folder.path().resolve("mosquitto.log").toFile()))
				.start();
			// It listens before it has read its keys and may still give up there, so a
			// connection that succeeds says less than this line of the log.
			if (Ports.await(() -> log().indexOf(" running", logged) >= 0, started::isAlive, TIMEOUT)) {
				this.process = started;
				return true;
			}
			started.destroyForcibly();
			return false;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private void end(Consumer<Process> signal) {
		Process running = this.process;
		if (running == null) {
			return;
		}
		this.process = null;
		signal.accept(running);
		try {
			if (!running.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
				running.destroyForcibly();
				throw new IllegalStateException("Mosquitto did not end within " + TIMEOUT);
			}
		}
		catch (InterruptedException ex) {
			running.destroyForcibly();
			Thread.currentThread().interrupt();
		}
	}

	private String configuration() {
		List<String> lines = new ArrayList<>();
		// Started by root it would give up the right to read its own files.
		lines.add("user " + System.getProperty("user.name"));
		lines.add("log_dest stderr");
		lines.add("log_type error");
		lines.add("log_type warning");
		lines.add("log_type notice");
		lines.add("log_type information");
		if (this.settings.persistent) {
			lines.add("persistence true");
			lines.add("persistence_location " + this.folder.folder("data") + "/");
			lines.add("autosave_on_changes true");
			lines.add("autosave_interval 1");
		}
		else {
			lines.add("persistence false");
		}
		if (this.settings.users.isEmpty()) {
			lines.add("allow_anonymous true");
		}
		else {
			lines.add("allow_anonymous false");
			lines.add("password_file " + MosquittoInstallation.passwordFile(this.folder.path(), this.settings.users));
		}
		if (!this.settings.acl.isEmpty()) {
			lines.add("acl_file " + this.folder.write("acl", String.join("\n", this.settings.acl) + "\n"));
		}
		lines.addAll(this.settings.lines);
		listener(lines, this.port);
		if (this.webSocketPort != 0) {
			listener(lines, this.webSocketPort);
			lines.add("protocol websockets");
		}
		TestCertificates.Issued certificate = this.settings.certificate;
		if (certificate != null) {
			listener(lines, this.tlsPort);
			lines.add("certfile " + certificate.certificate());
			lines.add("keyfile " + certificate.key());
			lines.addAll(this.settings.tlsLines);
		}
		return String.join("\n", lines) + "\n";
	}

	private void listener(List<String> lines, int number) {
		lines.add("listener " + number + " " + Ports.LOOPBACK);
		lines.addAll(this.settings.listenerLines);
	}

	/**
	 * Settings of a broker.
	 */
	public static final class Builder {

		private final List<String> lines = new ArrayList<>();

		private final List<String> listenerLines = new ArrayList<>();

		private final List<String> tlsLines = new ArrayList<>();

		private final List<String> acl = new ArrayList<>();

		private final Map<String, String> users = new LinkedHashMap<>();

		private boolean persistent;

		private boolean webSockets;

		private TestCertificates.@Nullable Issued certificate;

		private Builder() {
		}

		/**
		 * Adds lines that hold for the whole broker, for example
		 * {@code max_packet_size 2000}.
		 * @param lines the lines of mosquitto.conf
		 * @return this builder
		 */
		public Builder config(String... lines) {
			this.lines.addAll(List.of(lines));
			return this;
		}

		/**
		 * Adds lines to every listener, for example {@code max_qos 1}.
		 * @param lines the lines of mosquitto.conf
		 * @return this builder
		 */
		public Builder listenerConfig(String... lines) {
			this.listenerLines.addAll(List.of(lines));
			return this;
		}

		/**
		 * Keeps sessions, queues and retained messages in a file.
		 * @return this builder
		 */
		public Builder persistent() {
			this.persistent = true;
			return this;
		}

		/**
		 * Restricts topics, for example {@code topic readwrite yes/#}. Mosquitto filters
		 * deliveries and refuses publishes by it but grants every SUBSCRIBE.
		 * @param lines the lines of the ACL file
		 * @return this builder
		 */
		public Builder acl(String... lines) {
			this.acl.addAll(List.of(lines));
			return this;
		}

		/**
		 * Lets in only clients that know this password (or that of another user added
		 * likewise).
		 * @param name the user name
		 * @param password the password
		 * @return this builder
		 */
		public Builder user(String name, String password) {
			this.users.put(name, password);
			return this;
		}

		/**
		 * Adds a WebSocket listener on a port of its own.
		 * @return this builder
		 */
		public Builder webSocketListener() {
			this.webSockets = true;
			return this;
		}

		/**
		 * Adds a TLS listener on a port of its own.
		 * @param certificate what it identifies itself with
		 * @param lines further lines of this listener, for example {@code cafile} and
		 * {@code require_certificate true}
		 * @return this builder
		 */
		public Builder tlsListener(TestCertificates.Issued certificate, String... lines) {
			this.certificate = certificate;
			this.tlsLines.addAll(List.of(lines));
			return this;
		}

		public MosquittoBroker start() {
			MosquittoBroker broker = new MosquittoBroker(this);
			try {
				broker.start();
			}
			catch (RuntimeException ex) {
				broker.close();
				throw ex;
			}
			return broker;
		}

	}

}
