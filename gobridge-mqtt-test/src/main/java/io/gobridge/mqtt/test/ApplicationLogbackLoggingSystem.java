package io.gobridge.mqtt.test;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.logging.logback.LogbackLoggingSystem;

/**
 * Boot's support for Logback, but blind for the configuration file in HiveMQ's jar: what
 * applies is what would apply without that jar.
 */
final class ApplicationLogbackLoggingSystem extends LogbackLoggingSystem {

	ApplicationLogbackLoggingSystem(ClassLoader classLoader) {
		super(classLoader);
	}

	@Override
	protected @Nullable String getSelfInitializationConfig() {
		String config = super.getSelfInitializationConfig();
		boolean hiveMq = "classpath:logback.xml".equals(config) && HiveMqLogbackXml.isFoundBy(getClassLoader());
		return (hiveMq) ? null : config;
	}

}
