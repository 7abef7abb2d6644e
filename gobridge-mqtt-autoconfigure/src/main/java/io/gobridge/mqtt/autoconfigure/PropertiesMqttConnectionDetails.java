package io.gobridge.mqtt.autoconfigure;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundles;

/**
 * Where and how to connect, as the properties say.
 */
final class PropertiesMqttConnectionDetails implements MqttConnectionDetails {

	private static final List<String> DEFAULT_ADDRESSES = List.of("mqtt://localhost:1883");

	private final ConnectionProperties properties;

	private final ObjectProvider<SslBundles> sslBundles;

	PropertiesMqttConnectionDetails(ConnectionProperties properties, ObjectProvider<SslBundles> sslBundles) {
		this.properties = properties;
		this.sslBundles = sslBundles;
	}

	@Override
	public List<String> getAddresses() {
		List<String> url = this.properties.getUrl();
		return (url != null) ? List.copyOf(url) : DEFAULT_ADDRESSES;
	}

	@Override
	public @Nullable String getUsername() {
		return this.properties.getUsername();
	}

	@Override
	public @Nullable String getPassword() {
		return this.properties.getPassword();
	}

	@Override
	public @Nullable SslBundle getSslBundle() {
		String bundle = this.properties.getSsl().getBundle();
		if (bundle == null || bundle.isEmpty()) {
			return null;
		}
		return this.sslBundles.getObject().getBundle(bundle);
	}

}
