package io.gobridge.mqtt.autoconfigure;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/**
 * Explains a property that a session can not be made from.
 */
final class MqttConfigurationFailureAnalyzer extends AbstractFailureAnalyzer<MqttConfigurationException> {

	@Override
	protected FailureAnalysis analyze(Throwable rootFailure, MqttConfigurationException cause) {
		return new FailureAnalysis("The property '" + cause.key() + "' can not be used: it " + cause.reason() + ".",
				cause.action(), cause);
	}

}
