package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.plan.ConflictingDemandsException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains two subscriptions of one filter that exclude each other.
 */
final class ConflictingDemandsFailureAnalyzer extends AbstractFailureAnalyzer<ConflictingDemandsException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, ConflictingDemandsException cause) {
		return new FailureAnalysis(
				"'" + cause.getFirst() + "' and '" + cause.getSecond() + "' both subscribe '" + cause.getFilter()
						+ "' but differ in " + cause.getOption() + "; a session has one subscription for a filter.",
				"Make " + cause.getOption() + " the same, or move one of them to another session.", cause);
	}

}
