package io.gobridge.mqtt.autoconfigure;

import java.util.HashSet;
import java.util.Set;

import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who sees what the messages of dead letters say.
 */
@ConfigurationProperties("management.endpoint.mqttdeadletters")
final class MqttDeadLettersEndpointProperties {

	/**
	 * When to show payload, correlation data and user properties of dead letters.
	 */
	private Show showValues = Show.NEVER;

	/**
	 * Roles used to determine whether a user is authorized to be shown values. When
	 * empty, all authenticated users are authorized.
	 */
	private final Set<String> roles = new HashSet<>();

	public Show getShowValues() {
		return this.showValues;
	}

	public void setShowValues(Show showValues) {
		this.showValues = showValues;
	}

	public Set<String> getRoles() {
		return this.roles;
	}

}
