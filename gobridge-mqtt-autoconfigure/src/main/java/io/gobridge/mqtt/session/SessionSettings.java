package io.gobridge.mqtt.session;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

import javax.net.ssl.SSLSocketFactory;

import org.jspecify.annotations.Nullable;

/**
 * What a session needs to know, checked. Immutable; credentials and TLS material are
 * asked for anew before every attempt.
 *
 * @param name the name of the session, {@code default} for the one directly under
 * {@code gobridge.mqtt}
 * @param mode the mode
 * @param clientId the client identifier; may only be empty for an ephemeral session, then
 * the broker assigns one per connection
 * @param addresses where to connect to, in the order in which they are tried
 * @param credentials where user name and password come from
 * @param sslSocketFactory makes TLS sockets; {@code null} from it means the JVM's
 * @param verifyHostname whether the certificate must name the host
 * @param expiry how long the broker keeps a durable session without a connection
 * @param cleanStart whether the first connection of the process ends what the broker has
 * kept; durable sessions only, ephemeral ones always start clean
 * @param keepAlive the keep alive, zero for none
 * @param connectTimeout the bound on one attempt
 * @param receiveMaximum how many unacknowledged deliveries are taken
 * @param maxPayloadSize the largest payload in bytes
 * @param will the last will, or {@code null}
 * @param reconnect how long to wait before dialling again
 * @param drainTimeout how long stop waits for handlers
 * @param failFast whether the application wants to fail where the first connection does
 * not come up; the session itself goes on in either case
 */
public record SessionSettings(String name, SessionMode mode, String clientId, List<String> addresses,
		Credentials credentials, Supplier<@Nullable SSLSocketFactory> sslSocketFactory, boolean verifyHostname,
		Duration expiry, boolean cleanStart, Duration keepAlive, Duration connectTimeout, int receiveMaximum,
		int maxPayloadSize, ConnectRequest.@Nullable Will will, ReconnectSettings reconnect, Duration drainTimeout,
		boolean failFast) {

	private static final long MAX_EXPIRY = 0xFFFF_FFFFL;

	private static final int MAX_UINT16 = 65535;

	// Plain conditions: with a lambda for every message, linking those would take longer
	// than all that the start does with a session.
	public SessionSettings {
		addresses = List.copyOf(addresses);
		String prefix = prefix(name);
		if (mode.isDurable() && clientId.isBlank()) {
			throw new IllegalArgumentException(prefix + "client-id is empty: the broker knows a session in mode "
					+ lower(mode) + " by it; set " + prefix + "client-id (or spring.application.name), or " + prefix
					+ "session.mode=ephemeral");
		}
		if (mode.isDurable() && expiry.toSeconds() <= 0) {
			throw new IllegalArgumentException(prefix + "session.expiry is " + expiry + ": in mode " + lower(mode)
					+ " the broker must keep the session for at least 1s; set a longer time, or " + prefix
					+ "session.mode=ephemeral");
		}
		if (addresses.isEmpty()) {
			throw new IllegalArgumentException(prefix + "url is empty: set at least one address");
		}
		int count = addresses.size();
		if (mode.isDurable() && count != 1) {
			throw new IllegalArgumentException(prefix + "url has " + count + " addresses: a session in mode "
					+ lower(mode) + " lives on one broker; set one address, or " + prefix + "session.mode=ephemeral");
		}
		for (String address : addresses) {
			checkAddress(prefix, address);
		}
		if (keepAlive.isNegative() || keepAlive.toSeconds() > MAX_UINT16) {
			throw new IllegalArgumentException(
					prefix + "session.keep-alive is " + keepAlive + ": it must be between 0s and 65535s");
		}
		if (!keepAlive.isZero() && keepAlive.toSeconds() <= 0) {
			throw new IllegalArgumentException(prefix + "session.keep-alive is " + keepAlive
					+ ": MQTT counts whole seconds; set at least 1s, or 0 for none");
		}
		if (!isPositive(connectTimeout)) {
			throw new IllegalArgumentException(
					prefix + "session.connect-timeout is " + connectTimeout + ": it must be more than 0");
		}
		if (receiveMaximum < 1 || receiveMaximum > MAX_UINT16) {
			throw new IllegalArgumentException(
					prefix + "session.receive-maximum is " + receiveMaximum + ": it must be between 1 and 65535");
		}
		if (maxPayloadSize <= 0) {
			throw new IllegalArgumentException(
					prefix + "session.max-payload-size is " + maxPayloadSize + ": it must be more than 0");
		}
		if (drainTimeout.isNegative()) {
			throw new IllegalArgumentException(
					prefix + "shutdown.drain-timeout is " + drainTimeout + ": it must not be negative");
		}
	}

	/**
	 * Begins with the defaults of the configuration.
	 * @param name the name of the session
	 * @return a builder
	 */
	public static Builder builder(String name) {
		return new Builder(name);
	}

	/**
	 * The session expiry interval of CONNECT (MQTT 5, section 3.1.2.11.2).
	 * @return seconds, 0 for an ephemeral session
	 */
	public long expirySeconds() {
		return this.mode.isDurable() ? Math.min(this.expiry.toSeconds(), MAX_EXPIRY) : 0;
	}

	private static void checkAddress(String prefix, String address) {
		try {
			URI uri = new URI(address);
			if (uri.getRawUserInfo() != null) {
				throw new IllegalArgumentException(
						prefix + "url holds credentials: addresses are shown in logs and health; use " + prefix
								+ "username and " + prefix + "password");
			}
			if (uri.getScheme() == null || uri.getRawAuthority() == null) {
				throw new IllegalArgumentException(
						prefix + "url '" + address + "' is not an address like mqtt://host:1883");
			}
		}
		catch (URISyntaxException ex) {
			// The cause would quote the whole address, which may hold a password.
			throw new IllegalArgumentException(
					prefix + "url is not an address like mqtt://host:1883: " + ex.getReason());
		}
	}

	private static boolean isPositive(Duration duration) {
		return !duration.isNegative() && !duration.isZero();
	}

	private static String lower(SessionMode mode) {
		return mode.name().toLowerCase(Locale.ROOT);
	}

	private static String prefix(String name) {
		return name.equals("default") ? "gobridge.mqtt." : "gobridge.mqtt.sessions." + name + ".";
	}

	/**
	 * Names the session and where it goes, never the credentials.
	 */
	@Override
	public String toString() {
		return "SessionSettings[" + this.name + ", mode=" + this.mode + ", clientId=" + this.clientId + ", addresses="
				+ this.addresses + "]";
	}

	/**
	 * Collects settings; every setting has the default of the configuration but the
	 * client identifier, which a durable session must have.
	 */
	public static final class Builder {

		private final String name;

		private SessionMode mode = SessionMode.PERSISTENT;

		private String clientId = "";

		private List<String> addresses = List.of("mqtt://localhost:1883");

		private Credentials credentials = Credentials.NONE;

		private Supplier<@Nullable SSLSocketFactory> sslSocketFactory = () -> null;

		private boolean verifyHostname = true;

		private Duration expiry = Duration.ofHours(24);

		private boolean cleanStart;

		private Duration keepAlive = Duration.ofSeconds(30);

		private Duration connectTimeout = Duration.ofSeconds(30);

		private int receiveMaximum = 192;

		private int maxPayloadSize = 256 * 1024;

		private ConnectRequest.@Nullable Will will;

		private ReconnectSettings reconnect = ReconnectSettings.DEFAULT;

		private Duration drainTimeout = Duration.ofSeconds(25);

		private boolean failFast;

		private Builder(String name) {
			this.name = name;
		}

		public Builder mode(SessionMode mode) {
			this.mode = mode;
			return this;
		}

		public Builder clientId(String clientId) {
			this.clientId = clientId;
			return this;
		}

		public Builder addresses(List<String> addresses) {
			this.addresses = addresses;
			return this;
		}

		public Builder addresses(String... addresses) {
			return addresses(List.of(addresses));
		}

		public Builder credentials(Credentials credentials) {
			this.credentials = credentials;
			return this;
		}

		public Builder sslSocketFactory(Supplier<@Nullable SSLSocketFactory> sslSocketFactory) {
			this.sslSocketFactory = sslSocketFactory;
			return this;
		}

		public Builder verifyHostname(boolean verifyHostname) {
			this.verifyHostname = verifyHostname;
			return this;
		}

		public Builder expiry(Duration expiry) {
			this.expiry = expiry;
			return this;
		}

		public Builder cleanStart(boolean cleanStart) {
			this.cleanStart = cleanStart;
			return this;
		}

		public Builder keepAlive(Duration keepAlive) {
			this.keepAlive = keepAlive;
			return this;
		}

		public Builder connectTimeout(Duration connectTimeout) {
			this.connectTimeout = connectTimeout;
			return this;
		}

		public Builder receiveMaximum(int receiveMaximum) {
			this.receiveMaximum = receiveMaximum;
			return this;
		}

		public Builder maxPayloadSize(int maxPayloadSize) {
			this.maxPayloadSize = maxPayloadSize;
			return this;
		}

		public Builder will(ConnectRequest.@Nullable Will will) {
			this.will = will;
			return this;
		}

		public Builder reconnect(ReconnectSettings reconnect) {
			this.reconnect = reconnect;
			return this;
		}

		public Builder drainTimeout(Duration drainTimeout) {
			this.drainTimeout = drainTimeout;
			return this;
		}

		public Builder failFast(boolean failFast) {
			this.failFast = failFast;
			return this;
		}

		/**
		 * Checks the settings.
		 * @return the settings
		 * @throws IllegalArgumentException naming the key that is wrong and what to do
		 */
		public SessionSettings build() {
			return new SessionSettings(this.name, this.mode, this.clientId, this.addresses, this.credentials,
					this.sslSocketFactory, this.verifyHostname, this.expiry, this.cleanStart, this.keepAlive,
					this.connectTimeout, this.receiveMaximum, this.maxPayloadSize, this.will, this.reconnect,
					this.drainTimeout, this.failFast);
		}

	}

}
