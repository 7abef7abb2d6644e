package io.gobridge.mqtt.test;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.TestContextAnnotationUtils;

/**
 * Finds {@link EmbeddedMqttBroker @EmbeddedMqttBroker} on test classes, their enclosing
 * classes included.
 */
final class EmbeddedBrokerContextCustomizerFactory implements ContextCustomizerFactory {

	@Override
	public @Nullable ContextCustomizer createContextCustomizer(Class<?> testClass,
			List<ContextConfigurationAttributes> configAttributes) {
		EmbeddedMqttBroker annotation = TestContextAnnotationUtils.findMergedAnnotation(testClass,
				EmbeddedMqttBroker.class);
		return (annotation != null) ? new EmbeddedBrokerContextCustomizer(annotation.port()) : null;
	}

}
