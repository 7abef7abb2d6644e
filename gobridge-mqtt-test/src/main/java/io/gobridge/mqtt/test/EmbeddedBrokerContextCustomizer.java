package io.gobridge.mqtt.test;

import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;
import org.springframework.util.Assert;

/**
 * Adds the broker, the way to it and a temporary store to an application context. A
 * record, because equal customizers are what lets test classes share a context.
 *
 * @param port the port to listen on, 0 for a free one
 */
record EmbeddedBrokerContextCustomizer(int port) implements ContextCustomizer {

	private static final String BROKER = "mqttTestBroker";

	private static final String STORE = "mqttTestStore";

	private static final String CONNECTION_DETAILS = "embeddedMqttBrokerConnectionDetails";

	@Override
	public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration configuration) {
		Assert.isInstanceOf(BeanDefinitionRegistry.class, context.getBeanFactory(),
				"@EmbeddedMqttBroker needs a bean factory that takes bean definitions");
		BeanDefinitionRegistry registry = (BeanDefinitionRegistry) context.getBeanFactory();
		registry.registerBeanDefinition(BROKER, broker());
		registry.registerBeanDefinition(STORE, store(TemporaryStore.contributeTo(context.getEnvironment())));
		registry.registerBeanDefinition(CONNECTION_DETAILS, connectionDetails());
	}

	private RootBeanDefinition broker() {
		RootBeanDefinition definition = new RootBeanDefinition(MqttTestBroker.class);
		definition.setFactoryMethodName("run");
		definition.getConstructorArgumentValues().addGenericArgumentValue(this.port);
		definition.setDestroyMethodName("close");
		return definition;
	}

	private static RootBeanDefinition store(TemporaryStore store) {
		RootBeanDefinition definition = new RootBeanDefinition(TemporaryStore.class, () -> store);
		definition.setDestroyMethodName("close");
		return definition;
	}

	/**
	 * Depends on the broker and on the store: what connects is destroyed before what it
	 * connects to.
	 */
	private static RootBeanDefinition connectionDetails() {
		RootBeanDefinition definition = new RootBeanDefinition(EmbeddedBrokerConnectionDetails.class);
		definition.getConstructorArgumentValues().addGenericArgumentValue(new RuntimeBeanReference(BROKER));
		definition.setDependsOn(STORE);
		definition.setPrimary(true);
		return definition;
	}

}
