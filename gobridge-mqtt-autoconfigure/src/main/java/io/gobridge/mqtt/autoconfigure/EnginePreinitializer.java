package io.gobridge.mqtt.autoconfigure;

import java.util.List;

import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.transport.PahoBrokerConnector;

import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.messaging.converter.StringMessageConverter;

/**
 * Puts together an engine that nobody uses, while the application reads its
 * configuration: by a thread of Boot's own, and only where there is more than one
 * processor. So the classes of an engine are there when the context makes the real ones.
 * The engine has no thread and no connection, and nothing depends on whether it was made.
 */
final class EnginePreinitializer implements BackgroundPreinitializer {

	@Override
	public void preinitialize() {
		String session = MqttSessionNames.DEFAULT;
		MqttProperties properties = new MqttProperties();
		properties.getSession().setMode(SessionMode.EPHEMERAL);
		MqttConnectionDetails details = () -> List.of("mqtt://localhost:1883");
		EngineSettings settings = new PropertiesMapper(session, properties, null).map(details, List.of(),
				Runnable::run);
		DefaultMqttRouteRegistry registry = new DefaultMqttRouteRegistry(List.of(session), session);
		registry.register(MqttRouteDefinition.builder("preinitialize").topic("a/{b}").handler((delivery) -> {
		}).build());
		try (SessionEngine engine = new SessionEngine(settings, registry, new StringMessageConverter(), List.of(), null,
				(event) -> {
				}, SessionStore.NONE)) {
			engine.router();
		}
		PahoBrokerConnector.preload();
	}

}
