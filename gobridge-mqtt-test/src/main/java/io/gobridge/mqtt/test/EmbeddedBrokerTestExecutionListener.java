package io.gobridge.mqtt.test;

import org.springframework.test.context.TestContext;
import org.springframework.test.context.TestExecutionListener;

/**
 * Starts a broker again that a test method has stopped, so that the next one, of another
 * class with the same context maybe, does not suffer from it.
 */
final class EmbeddedBrokerTestExecutionListener implements TestExecutionListener {

	@Override
	public void afterTestMethod(TestContext testContext) {
		if (testContext.hasApplicationContext()) {
			testContext.getApplicationContext()
				.getBeanProvider(MqttTestBroker.class)
				.ifAvailable(MqttTestBroker::start);
		}
	}

}
