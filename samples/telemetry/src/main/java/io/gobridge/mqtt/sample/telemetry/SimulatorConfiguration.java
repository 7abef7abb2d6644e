package io.gobridge.mqtt.sample.telemetry;

import io.gobridge.mqtt.publish.MqttTemplate;

import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The simulator, unless {@code sample.simulator=false}.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnBooleanProperty(name = "sample.simulator", matchIfMissing = true)
@EnableScheduling
class SimulatorConfiguration {

	@Bean
	Simulator simulator(MqttTemplate template) {
		return new Simulator(template);
	}

}
