package io.gobridge.mqtt.test;

import java.lang.reflect.Method;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.junit.jupiter.SpringExtension;

/**
 * Hands the broker to methods of a test class. Constructors, and parameters that are
 * annotated with {@code @Autowired}, are left to Spring: two resolvers for one parameter
 * are an error.
 */
final class MqttTestBrokerParameterResolver implements ParameterResolver {

	@Override
	public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
		return parameter.getParameter().getType() == MqttTestBroker.class
				&& parameter.getDeclaringExecutable() instanceof Method && !parameter.isAnnotated(Autowired.class);
	}

	@Override
	public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
		return SpringExtension.getApplicationContext(context).getBean(MqttTestBroker.class);
	}

}
