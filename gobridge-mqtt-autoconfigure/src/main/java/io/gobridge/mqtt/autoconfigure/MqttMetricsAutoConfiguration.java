package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.actuate.MqttMeters;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.session.SessionClock;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the meters.
 */
@AutoConfiguration(after = GoBridgeMqttAutoConfiguration.class,
		afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({ SessionEngines.class, MeterRegistry.class })
public final class MqttMetricsAutoConfiguration {

	MqttMetricsAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	MqttMeters mqttMeters(SessionEngines mqttSessionEngines, MqttRouteRegistry mqttRouteRegistry) {
		return new MqttMeters(mqttSessionEngines.parts(mqttRouteRegistry), SessionClock.SYSTEM);
	}

}
