package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.session.SessionSnapshot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that the first connection of a session that fails fast did not come up.
 */
final class SessionStartFailureAnalyzer extends AbstractFailureAnalyzer<SessionStartException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, SessionStartException cause) {
		SessionSnapshot snapshot = cause.snapshot();
		String prefix = PropertiesMapper.prefix(snapshot.name());
		return new FailureAnalysis(
				"The session '" + snapshot.name() + "' with " + snapshot.broker() + " as '" + snapshot.clientId()
						+ "' was not up within " + cause.timeout().toMillis() + " ms, and " + prefix
						+ "session.fail-fast is true. Last error: "
						+ ((snapshot.lastError() != null) ? snapshot.lastError() : "none") + ".",
				"Check the broker, " + prefix + "url and the credentials, raise " + prefix
						+ "session.connect-timeout, or set " + prefix
						+ "session.fail-fast=false to start without the broker.",
				cause);
	}

}
