package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.session.SessionSettings;

/**
 * Changes the settings of the sessions before they are checked. Beans of this type are
 * called in their order, once for every session, while the application starts and before
 * anything is connected; an exception fails the start. They see what the properties say,
 * and have the last word.
 */
@FunctionalInterface
public interface MqttSessionCustomizer {

	/**
	 * Changes the settings of one session.
	 * @param session the name of the session
	 * @param settings the settings as configured
	 */
	void customize(String session, SessionSettings.Builder settings);

}
