package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.router.MqttReceiveObservationConvention;
import io.gobridge.mqtt.router.ReceiveObservations;
import io.micrometer.observation.ObservationRegistry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of observations, where there is a registry for them.
 */
@AutoConfiguration(after = GoBridgeMqttAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration")
@ConditionalOnBean({ SessionEngines.class, ObservationRegistry.class })
public final class MqttObservationAutoConfiguration {

	MqttObservationAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	ReceiveObservations mqttReceiveObservations(ObservationRegistry registry,
			ObjectProvider<MqttReceiveObservationConvention> convention) {
		return ReceiveObservations.observing(registry, convention.getIfAvailable());
	}

}
