package io.gobridge.mqtt.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The properties. One connection is configured directly under the prefix and is the
 * session {@code default}; further ones under {@code sessions}. Where there are
 * {@code sessions} but no {@code url} directly under the prefix, there is no session
 * {@code default}.
 */
@ConfigurationProperties(prefix = "gobridge.mqtt", ignoreUnknownFields = false)
final class MqttProperties extends ConnectionProperties {

	/**
	 * Whether MQTT sessions, routes and templates are set up.
	 */
	private boolean enabled = true;

	/**
	 * Further connections by the name of their session, with the same keys as the first.
	 * Without a url directly under the prefix they are the only ones.
	 */
	private final Map<String, ConnectionProperties> sessions = new LinkedHashMap<>();

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Map<String, ConnectionProperties> getSessions() {
		return this.sessions;
	}

}
