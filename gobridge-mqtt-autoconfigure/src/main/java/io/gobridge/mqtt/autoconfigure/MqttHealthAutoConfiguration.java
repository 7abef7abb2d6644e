package io.gobridge.mqtt.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.actuate.MqttSessionHealthIndicator;
import io.gobridge.mqtt.actuate.MqttSessionParts;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.session.SessionClock;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Auto-configuration of the health contributor {@code mqtt}, one indicator per session.
 */
@AutoConfiguration(after = GoBridgeMqttAutoConfiguration.class,
		beforeName = "org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration")
@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
@ConditionalOnBean(SessionEngines.class)
@ConditionalOnEnabledHealthIndicator("mqtt")
public final class MqttHealthAutoConfiguration {

	private static final List<String> DEFAULT_ORDER = List.of(Status.DOWN.getCode(), Status.OUT_OF_SERVICE.getCode(),
			MqttSessionHealthIndicator.DEGRADED.getCode(), Status.UP.getCode(), Status.UNKNOWN.getCode());

	MqttHealthAutoConfiguration() {
	}

	@Bean
	@ConditionalOnMissingBean(name = "mqttHealthContributor")
	CompositeHealthContributor mqttHealthContributor(SessionEngines mqttSessionEngines,
			MqttRouteRegistry mqttRouteRegistry) {
		Map<String, HealthIndicator> indicators = new LinkedHashMap<>();
		for (MqttSessionParts parts : mqttSessionEngines.parts(mqttRouteRegistry)) {
			indicators.put(parts.session().name(), new MqttSessionHealthIndicator(parts, SessionClock.SYSTEM));
		}
		return CompositeHealthContributor.fromMap(indicators);
	}

	/**
	 * Boot's aggregator leaves out a status that it does not know, so that one degraded
	 * session would be hidden. An order that the application has set is kept as it is.
	 */
	@Bean
	@ConditionalOnMissingBean(StatusAggregator.class)
	OrderedStatusAggregator healthStatusAggregator(Environment environment) {
		return new OrderedStatusAggregator(Binder.get(environment)
			.bind("management.endpoint.health.status.order", Bindable.listOf(String.class))
			.orElse(DEFAULT_ORDER));
	}

}
