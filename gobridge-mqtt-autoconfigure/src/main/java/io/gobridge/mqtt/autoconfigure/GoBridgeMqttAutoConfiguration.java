package io.gobridge.mqtt.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;

import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.HandlerMethodSettings;
import io.gobridge.mqtt.route.LaneThreads;
import io.gobridge.mqtt.route.MqttRouteAnnotationBeanPostProcessor;
import io.gobridge.mqtt.router.ReceiveObservations;
import io.gobridge.mqtt.transport.MqttConnectionOptionsCustomizer;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.thread.Threading;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.env.Environment;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.validation.Validator;

/**
 * Auto-configuration of sessions, routes and templates.
 * <p>
 * The session of the keys directly under {@code gobridge.mqtt} is the bean
 * {@code mqttSession} with the template {@code mqttTemplate}; a further one
 * {@code <name>} is {@code <name>MqttSession} with {@code <name>MqttTemplate}.
 * <p>
 * Parameters have the names of the beans they mean: those are found by their names then,
 * without asking every bean of the application for its type.
 */
@AutoConfiguration(afterName = { "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration",
		"org.springframework.boot.validation.autoconfigure.ValidationAutoConfiguration" })
@ConditionalOnBooleanProperty(name = "gobridge.mqtt.enabled", matchIfMissing = true)
@EnableConfigurationProperties(MqttProperties.class)
@Import(JacksonPayloadConfiguration.class)
public final class GoBridgeMqttAutoConfiguration {

	GoBridgeMqttAutoConfiguration() {
	}

	@Bean
	static SessionBeans mqttSessionBeans() {
		return new SessionBeans();
	}

	@Bean
	static MqttRouteAnnotationBeanPostProcessor mqttRouteAnnotationBeanPostProcessor() {
		return new MqttRouteAnnotationBeanPostProcessor();
	}

	@Bean
	@ConditionalOnMissingBean(MqttConnectionDetails.class)
	PropertiesMqttConnectionDetails mqttConnectionDetails(MqttProperties properties,
			ObjectProvider<SslBundles> sslBundles) {
		return new PropertiesMqttConnectionDetails(properties, sslBundles);
	}

	@Bean
	DefaultMqttRouteRegistry mqttRouteRegistry(MqttSessionNames mqttSessionNames) {
		return new DefaultMqttRouteRegistry(mqttSessionNames.names(), mqttSessionNames.primary());
	}

	@Bean
	PayloadConverters mqttPayloadConverters(ConfigurableBeanFactory beanFactory,
			ObjectProvider<MessageConverter> converters, ObjectProvider<PayloadCodec> codec) {
		return PayloadConverters.of(beanFactory, converters, codec.getIfAvailable());
	}

	@Bean
	HandlerMethodSettings mqttHandlerMethodSettings(ConfigurableBeanFactory beanFactory,
			PayloadConverters mqttPayloadConverters, ObjectProvider<HandlerMethodArgumentResolver> argumentResolvers,
			ObjectProvider<Validator> validator, ObjectProvider<SessionEngines> engines) {
		ConversionService conversionService = Objects.requireNonNullElseGet(beanFactory.getConversionService(),
				ApplicationConversionService::getSharedInstance);
		return new HandlerMethodSettings(conversionService, mqttPayloadConverters.ofApplication(),
				mqttPayloadConverters.format(), argumentResolvers.orderedStream().toList(), validator.getIfUnique(),
				new TemplateReplies(engines::getObject));
	}

	/**
	 * Closed after the engines, which need it.
	 */
	@Bean
	SessionStores mqttSessionStores(ObjectProvider<DatabaseStores> database) {
		return new SessionStores(database::getIfAvailable);
	}

	@Bean(SessionBeans.ENGINES)
	SessionEngines mqttSessionEngines(MqttSessionNames mqttSessionNames, MqttProperties properties,
			MqttConnectionDetails mqttConnectionDetails, Environment environment,
			DefaultMqttRouteRegistry mqttRouteRegistry, PayloadConverters mqttPayloadConverters,
			ObjectProvider<SslBundles> sslBundles, ObjectProvider<MqttSessionCustomizer> sessionCustomizers,
			ObjectProvider<MqttConnectionOptionsCustomizer> optionsCustomizers,
			ObjectProvider<ReceiveObservations> observations, ApplicationEventPublisher events,
			SessionStores mqttSessionStores) {
		List<MqttSessionCustomizer> customizers = sessionCustomizers.orderedStream().toList();
		List<MqttConnectionOptionsCustomizer> options = optionsCustomizers.orderedStream().toList();
		Map<String, SessionEngine> engines = new LinkedHashMap<>();
		for (String name : mqttSessionNames.names()) {
			ConnectionProperties connection = Objects.requireNonNull(mqttSessionNames.properties(properties, name));
			MqttConnectionDetails details = MqttSessionNames.DEFAULT.equals(name) ? mqttConnectionDetails
					: new PropertiesMqttConnectionDetails(connection, sslBundles);
			EngineSettings settings = new PropertiesMapper(name, connection,
					environment.getProperty("spring.application.name"))
				.map(details, customizers, handlers(name, environment));
			SessionStore store = mqttSessionStores.of(settings);
			store.beginToOpen();
			engines.put(name, new SessionEngine(settings, mqttRouteRegistry, mqttPayloadConverters.outbound(), options,
					observations.getIfAvailable(), events::publishEvent, store));
		}
		return new SessionEngines(engines);
	}

	private static Executor handlers(String session, Environment environment) {
		return Threading.VIRTUAL.isActive(environment) ? LaneThreads.virtual(session) : LaneThreads.platform(session);
	}

	@Bean
	SessionLifecycle mqttSessionLifecycle(SessionEngines mqttSessionEngines) {
		return new SessionLifecycle(mqttSessionEngines);
	}

}
