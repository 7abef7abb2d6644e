package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.store.StoreException;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains that the store of a durable session can not be opened.
 */
final class StoreFailureAnalyzer extends AbstractFailureAnalyzer<StoreException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, StoreException cause) {
		String message = String.valueOf(cause.getMessage());
		String problem = message.endsWith(cause.getRemedy())
				? message.substring(0, message.length() - cause.getRemedy().length()).trim() : message;
		return new FailureAnalysis(problem
				+ " Without it a durable session does not know what it has subscribed to, so it does not connect.",
				cause.getRemedy(), cause);
	}

}
