package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.route.DuplicateRouteException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains two routes with one id.
 */
final class DuplicateRouteFailureAnalyzer extends AbstractFailureAnalyzer<DuplicateRouteException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, DuplicateRouteException cause) {
		return new FailureAnalysis("The MQTT route id '" + cause.id() + "' is used twice: by " + cause.existing()
				+ " and by " + cause.rejected() + ".", "Give one of the routes another id.", cause);
	}

}
