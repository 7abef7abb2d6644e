package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.route.InvalidRouteException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a route that can not be what was declared: a bad filter or template, or a parameter
 * that nothing can be passed to.
 */
final class InvalidRouteFailureAnalyzer extends AbstractFailureAnalyzer<InvalidRouteException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, InvalidRouteException cause) {
		return new FailureAnalysis("The MQTT route " + cause.route() + " is invalid: " + cause.reason(),
				"Correct the declaration of the route.", cause);
	}

}
