package io.gobridge.mqtt.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * Which sessions are configured, as far as that can be known before there are beans.
 *
 * @param names the names, the session {@code default} first where there is one
 */
record MqttSessionNames(List<String> names) {

	/** The session of the keys directly under the prefix. */
	static final String DEFAULT = "default";

	/**
	 * Reads the names.
	 * @param environment the properties
	 * @param connectionDetails whether the application brings connection details of its
	 * own, which are those of the session {@code default}
	 * @return the names
	 */
	static MqttSessionNames of(Environment environment, boolean connectionDetails) {
		Binder binder = Binder.get(environment);
		List<String> names = new ArrayList<>();
		binder.bind("gobridge.mqtt.sessions", Bindable.mapOf(String.class, Object.class))
			.orElse(Map.of())
			.keySet()
			.forEach(names::add);
		if (names.contains(DEFAULT)) {
			throw new MqttConfigurationException("gobridge.mqtt.sessions.default",
					"names the session whose keys are directly under gobridge.mqtt",
					"Move its keys to gobridge.mqtt, or give it another name.");
		}
		if (names.isEmpty() || connectionDetails
				|| binder.bind("gobridge.mqtt.url", Bindable.listOf(String.class)).isBound()) {
			names.add(0, DEFAULT);
		}
		return new MqttSessionNames(List.copyOf(names));
	}

	/**
	 * The session of whatever does not name one.
	 * @return the session {@code default}, or the only one, or {@code default} where it
	 * does not exist and others do, so that it is missed
	 */
	String primary() {
		return (this.names.size() == 1) ? this.names.get(0) : DEFAULT;
	}

	String sessionBean(String session) {
		return DEFAULT.equals(session) ? "mqttSession" : session + "MqttSession";
	}

	String templateBean(String session) {
		return DEFAULT.equals(session) ? "mqttTemplate" : session + "MqttTemplate";
	}

	@Nullable ConnectionProperties properties(MqttProperties properties, String session) {
		return DEFAULT.equals(session) ? properties : properties.getSessions().get(session);
	}

}
