package io.gobridge.mqtt.test;

import java.net.URL;

/**
 * The {@code logback.xml} in HiveMQ's jar. An application that has none of its own would
 * log in HiveMQ's format, and without its own {@code logback-spring.xml}.
 */
final class HiveMqLogbackXml {

	private static final String RESOURCE = "logback.xml";

	private static final String CLASS_OF_HIVEMQ = "com/hivemq/embedded/EmbeddedHiveMQ.class";

	private HiveMqLogbackXml() {
	}

	/**
	 * Whether it is the one that a class loader finds first.
	 * @param classLoader the class loader
	 * @return whether it is
	 */
	static boolean isFoundBy(ClassLoader classLoader) {
		URL found = classLoader.getResource(RESOURCE);
		URL hiveMq = classLoader.getResource(CLASS_OF_HIVEMQ);
		if (found == null || hiveMq == null) {
			return false;
		}
		String jar = hiveMq.toExternalForm();
		jar = jar.substring(0, jar.length() - CLASS_OF_HIVEMQ.length());
		return found.toExternalForm().equals(jar + RESOURCE);
	}

}
