package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.actuate.MqttEndpoint;
import io.gobridge.mqtt.actuate.ReconcileJournal;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.session.SessionClock;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.servlet.mvc.method.annotation.RequestBodyAdviceAdapter;

/**
 * Auto-configuration of the endpoint {@code mqtt}.
 */
@AutoConfiguration(after = GoBridgeMqttAutoConfiguration.class)
@ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
@ConditionalOnBean(SessionEngines.class)
@ConditionalOnAvailableEndpoint(MqttEndpoint.class)
public final class MqttEndpointAutoConfiguration {

	MqttEndpointAutoConfiguration() {
	}

	@Bean
	ReconcileJournal mqttReconcileJournal() {
		return new ReconcileJournal();
	}

	@Bean
	@ConditionalOnMissingBean
	MqttEndpoint mqttEndpoint(SessionEngines mqttSessionEngines, MqttRouteRegistry mqttRouteRegistry,
			ReconcileJournal mqttReconcileJournal) {
		return new MqttEndpoint(mqttSessionEngines.parts(mqttRouteRegistry), mqttReconcileJournal, SessionClock.SYSTEM);
	}

	/**
	 * Only Spring MVC needs it.
	 */
	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(RequestBodyAdviceAdapter.class)
	@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
	static class ServletConfiguration {

		@Bean
		BaselineBody mqttBaselineBody() {
			return new BaselineBody();
		}

	}

}
