package io.gobridge.mqtt.sample.telemetry;

import io.gobridge.mqtt.autoconfigure.MqttConnectionDetails;
import io.gobridge.mqtt.test.EmbeddedHiveMq;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What {@code sample.embedded-broker} and {@code sample.simulator} do, but for the broker
 * itself, which the tests of the whole application start.
 */
class SampleConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withUserConfiguration(EmbeddedBrokerConfiguration.class, SimulatorConfiguration.class);

	@Test
	void bothCanBeSwitchedOff() {
		this.contextRunner.withPropertyValues("sample.embedded-broker=false", "sample.simulator=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(EmbeddedHiveMq.class)
				.doesNotHaveBean(MqttConnectionDetails.class)
				.doesNotHaveBean(Simulator.class));
	}

}
