package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.route.UnknownSessionException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a route of a session that is not configured.
 */
final class UnknownSessionFailureAnalyzer extends AbstractFailureAnalyzer<UnknownSessionException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, UnknownSessionException cause) {
		String known = cause.known().isEmpty() ? "none" : String.join(", ", cause.known());
		return new FailureAnalysis(
				"The MQTT route " + cause.route() + " is for the session '" + cause.session()
						+ "', which is not configured. Configured: " + known + ".",
				action(cause.session()), cause);
	}

	private static String action(String session) {
		return MqttSessionNames.DEFAULT.equals(session)
				? "Name a session in the route, or set gobridge.mqtt.url: where gobridge.mqtt.sessions is used, there is "
						+ "a session 'default' only with it."
				: "Correct the name in the route, or configure gobridge.mqtt.sessions." + session + ".url.";
	}

}
