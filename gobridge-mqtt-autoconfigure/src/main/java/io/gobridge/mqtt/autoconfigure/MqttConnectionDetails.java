package io.gobridge.mqtt.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.service.connection.ConnectionDetails;
import org.springframework.boot.ssl.SslBundle;

/**
 * Where and how to connect to the broker. A bean of this type takes the place of the
 * corresponding properties.
 */
public interface MqttConnectionDetails extends ConnectionDetails {

	/**
	 * The addresses of the broker as URLs, for example {@code mqtt://localhost:1883}.
	 * @return at least one address
	 */
	List<String> getAddresses();

	/**
	 * The user name to connect with.
	 * @return the user name, {@code null} to connect without one
	 */
	default @Nullable String getUsername() {
		return null;
	}

	/**
	 * The password to connect with.
	 * @return the password, {@code null} to connect without one
	 */
	default @Nullable String getPassword() {
		return null;
	}

	/**
	 * The key and trust material for TLS.
	 * @return the bundle, {@code null} for that of the virtual machine
	 */
	default @Nullable SslBundle getSslBundle() {
		return null;
	}

}
