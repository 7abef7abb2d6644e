package io.gobridge.mqtt.test;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemFactory;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.util.ClassUtils;

/**
 * Takes the place of Boot's factory for Logback, directly before it in the order, and
 * only where HiveMQ's jar is in the way.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 1023)
final class ApplicationLoggingSystemFactory implements LoggingSystemFactory {

	private static final boolean LOGBACK_PRESENT = ClassUtils.isPresent("ch.qos.logback.classic.LoggerContext",
			ApplicationLoggingSystemFactory.class.getClassLoader());

	@Override
	public @Nullable LoggingSystem getLoggingSystem(ClassLoader classLoader) {
		if (LOGBACK_PRESENT && HiveMqLogbackXml.isFoundBy(classLoader)) {
			return new ApplicationLogbackLoggingSystem(classLoader);
		}
		return null;
	}

}
