package io.gobridge.mqtt.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.UUID;

import io.gobridge.mqtt.session.SessionMode;
import org.jspecify.annotations.Nullable;

/**
 * Works out the client identifier of one connection.
 */
final class ClientIdentifier {

	private final String prefix;

	private final @Nullable String applicationName;

	ClientIdentifier(String prefix, @Nullable String applicationName) {
		this.prefix = prefix;
		this.applicationName = applicationName;
	}

	String of(ConnectionProperties properties) {
		SessionMode mode = properties.getSession().getMode();
		String base = base(properties);
		if (mode.isDurable() && base.isBlank()) {
			throw new MqttConfigurationException(this.prefix + "client-id",
					"is empty, and neither is there a spring.application.name: the broker knows a durable session by it",
					"Set " + this.prefix + "client-id to a name that no other client of the broker has, or "
							+ "spring.application.name, or " + this.prefix + "session.mode=ephemeral.");
		}
		return switch (properties.getClientIdSuffix()) {
			case NONE -> base;
			case HOSTNAME -> withHostName(base, properties);
			case RANDOM -> withRandom(base, mode);
		};
	}

	private String base(ConnectionProperties properties) {
		if (properties.getClientId() != null) {
			return properties.getClientId();
		}
		return (this.applicationName != null) ? this.applicationName : "";
	}

	private String withHostName(String base, ConnectionProperties properties) {
		if (properties.getSession().getMode().isDurable() && !properties.isAssertStableIdentity()) {
			throw new MqttConfigurationException(key(),
					"is 'hostname': where host names change, each start would leave a session behind that the broker "
							+ "fills for nobody",
					"Set " + this.prefix + "assert-stable-identity=true if the host name stays the same over restarts, "
							+ "as in a StatefulSet; else set a fixed " + this.prefix + "client-id.");
		}
		try {
			return join(base, InetAddress.getLocalHost().getHostName());
		}
		catch (UnknownHostException ex) {
			throw new MqttConfigurationException(key(), "is 'hostname', but the host name can not be found out",
					"Set a fixed " + this.prefix + "client-id.");
		}
	}

	private String withRandom(String base, SessionMode mode) {
		if (mode.isDurable()) {
			throw new MqttConfigurationException(key(),
					"is 'random': a durable session could not be found again after a restart",
					"Remove it, or set " + this.prefix + "session.mode=ephemeral.");
		}
		return join(base, UUID.randomUUID().toString().substring(0, 8));
	}

	private static String join(String base, String suffix) {
		return base.isEmpty() ? suffix : base + "-" + suffix;
	}

	private String key() {
		return this.prefix + "client-id-suffix";
	}

}
