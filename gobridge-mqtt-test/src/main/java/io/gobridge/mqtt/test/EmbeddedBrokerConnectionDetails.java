package io.gobridge.mqtt.test;

import java.util.List;

import io.gobridge.mqtt.autoconfigure.MqttConnectionDetails;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.ssl.SslBundle;

/**
 * Leads the application to the broker of the test.
 */
final class EmbeddedBrokerConnectionDetails implements MqttConnectionDetails {

	private final MqttTestBroker broker;

	EmbeddedBrokerConnectionDetails(MqttTestBroker broker) {
		this.broker = broker;
	}

	@Override
	public List<String> getAddresses() {
		return List.of(this.broker.url());
	}

	@Override
	public @Nullable String getUsername() {
		return null;
	}

	@Override
	public @Nullable String getPassword() {
		return null;
	}

	@Override
	public @Nullable SslBundle getSslBundle() {
		return null;
	}

}
