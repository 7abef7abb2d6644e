package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.gobridge.mqtt.actuate.MqttDeadLettersEndpoint;
import io.gobridge.mqtt.actuate.Redrive;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * Auto-configuration of the endpoint {@code mqttdeadletters}.
 */
@AutoConfiguration(after = GoBridgeMqttAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(SessionEngines.class)
@ConditionalOnAvailableEndpoint(MqttDeadLettersEndpoint.class)
@EnableConfigurationProperties(MqttDeadLettersEndpointProperties.class)
public final class MqttDeadLettersEndpointAutoConfiguration {

	/** How long a caller waits for the handler. */
	private static final Duration PATIENCE = Duration.ofSeconds(30);

	MqttDeadLettersEndpointAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean
	MqttDeadLettersEndpoint mqttDeadLettersEndpoint(SessionEngines mqttSessionEngines, SessionStores mqttSessionStores,
			MqttDeadLettersEndpointProperties properties, ObjectProvider<SanitizingFunction> sanitizers) {
		Map<String, Redrive> redrives = new LinkedHashMap<>();
		mqttSessionEngines.all().forEach((engine) -> redrives.put(engine.session().name(), engine.redrive()));
		return new MqttDeadLettersEndpoint(mqttSessionStores.deadLetters(), redrives, PATIENCE,
				sanitizers.orderedStream().toList(), properties.getShowValues(), properties.getRoles());
	}

}
