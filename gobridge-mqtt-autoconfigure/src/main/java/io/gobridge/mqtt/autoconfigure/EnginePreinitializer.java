package io.gobridge.mqtt.autoconfigure;

import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.actuate.MqttMeters;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.HandlerMethodSettings;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.MqttRouteAnnotationBeanPostProcessor;
import io.gobridge.mqtt.route.TopicVariable;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.transport.PahoBrokerConnector;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;

import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.preinitialize.BackgroundPreinitializer;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.messaging.converter.StringMessageConverter;
import org.springframework.util.ClassUtils;

/**
 * Puts together an engine that nobody uses, while the application reads its
 * configuration: by a thread of Boot's own, and only where there is more than one
 * processor. So the classes of an engine are there when the context makes the real ones.
 * The engine has no thread, no file and no connection, and nothing depends on whether it
 * was made.
 */
final class EnginePreinitializer implements BackgroundPreinitializer {

	private static final String SESSION = MqttSessionNames.DEFAULT;

	private static final String METERS = "io.micrometer.core.instrument.simple.SimpleMeterRegistry";

	@Override
	public void preinitialize() {
		EngineSettings settings = settings();
		DefaultMqttRouteRegistry registry = new DefaultMqttRouteRegistry(List.of(SESSION), SESSION);
		register(registry, new Handlers());
		try (SessionStores stores = new SessionStores(() -> null);
				SessionEngine engine = new SessionEngine(settings, registry, new StringMessageConverter(), List.of(),
						null, (event) -> {
						}, stores.of(settings))) {
			engine.rehearse();
			if (ClassUtils.isPresent(METERS, getClass().getClassLoader())) {
				Meters.bind(engine, registry);
			}
		}
		PahoBrokerConnector.preload();
	}

	private static EngineSettings settings() {
		MqttProperties properties = new Binder(
				new MapConfigurationPropertySource(Map.of("gobridge.mqtt.client-id", "preinitialize")))
			.bindOrCreate("gobridge.mqtt", MqttProperties.class);
		MqttConnectionDetails details = () -> List.of("mqtt://localhost:1883");
		return new PropertiesMapper(SESSION, properties, null).map(details, List.of(), Runnable::run);
	}

	private static void register(DefaultMqttRouteRegistry registry, Object handlers) {
		DefaultListableBeanFactory beanFactory = new DefaultListableBeanFactory();
		beanFactory.registerSingleton("registry", registry);
		beanFactory.registerSingleton("handlers", handlers);
		beanFactory.registerSingleton("settings", new HandlerMethodSettings(
				ApplicationConversionService.getSharedInstance(), List.of(), null, List.of(), null, null));
		MqttRouteAnnotationBeanPostProcessor routes = new MqttRouteAnnotationBeanPostProcessor();
		routes.setBeanFactory(beanFactory);
		routes.afterSingletonsInstantiated();
	}

	/**
	 * Micrometer need not be there.
	 */
	private static final class Meters {

		static void bind(SessionEngine engine, DefaultMqttRouteRegistry registry) {
			SessionEngines engines = new SessionEngines(Map.of(SESSION, engine));
			new MqttMeters(engines.parts(registry), SessionClock.SYSTEM).bindTo(new SimpleMeterRegistry());
		}

	}

	/**
	 * Handlers of messages that never come.
	 */
	static final class Handlers {

		@MqttRoute("preinitialize/{name}")
		void handle(@TopicVariable String name, byte[] payload) {
		}

	}

}
