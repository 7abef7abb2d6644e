package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.session.ManagedSession;

import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.util.Assert;

/**
 * Registers the session and the template of each configured connection as beans, those of
 * the primary session as the primary ones.
 */
final class SessionBeans implements BeanDefinitionRegistryPostProcessor, EnvironmentAware {

	static final String NAMES = "mqttSessionNames";

	static final String ENGINES = "mqttSessionEngines";

	private static final String PROPERTIES_DETAILS = "mqttConnectionDetails";

	private Environment environment = new StandardEnvironment();

	@Override
	public void setEnvironment(Environment environment) {
		this.environment = environment;
	}

	@Override
	public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
		Assert.isInstanceOf(ConfigurableListableBeanFactory.class, registry);
		MqttSessionNames names = MqttSessionNames.of(this.environment,
				hasConnectionDetails((ConfigurableListableBeanFactory) registry));
		RootBeanDefinition namesDefinition = new RootBeanDefinition(MqttSessionNames.class);
		namesDefinition.getConstructorArgumentValues().addIndexedArgumentValue(0, names.names());
		registry.registerBeanDefinition(NAMES, namesDefinition);
		for (String name : names.names()) {
			boolean primary = name.equals(names.primary());
			register(registry, names.sessionBean(name), definition(ManagedSession.class, "session", name, primary));
			register(registry, names.templateBean(name), definition(MqttTemplate.class, "template", name, primary));
		}
	}

	private static void register(BeanDefinitionRegistry registry, String name, BeanDefinition definition) {
		// A bean of the application with this name takes its place.
		if (!registry.containsBeanDefinition(name)) {
			registry.registerBeanDefinition(name, definition);
		}
	}

	private static boolean hasConnectionDetails(ConfigurableListableBeanFactory beanFactory) {
		for (String name : beanFactory.getBeanNamesForType(MqttConnectionDetails.class, true, false)) {
			if (!name.equals(PROPERTIES_DETAILS)) {
				return true;
			}
		}
		return false;
	}

	private static BeanDefinition definition(Class<?> type, String factoryMethod, String session, boolean primary) {
		RootBeanDefinition definition = new RootBeanDefinition();
		definition.setTargetType(type);
		definition.setFactoryBeanName(ENGINES);
		definition.setFactoryMethodName(factoryMethod);
		definition.getConstructorArgumentValues().addIndexedArgumentValue(0, session);
		definition.setPrimary(primary);
		return definition;
	}

	@Override
	public void postProcessBeanFactory(ConfigurableListableBeanFactory beanFactory) {
	}

}
