package io.gobridge.mqtt.session.event;

import io.gobridge.mqtt.session.MigrationRequired;

/**
 * The session does not go on until an operator has decided about subscriptions that an
 * older installation left at the broker. Nothing is acknowledged meanwhile.
 */
public class MqttMigrationRequiredEvent extends MqttSessionEvent {

	private final transient MigrationRequired migration;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param migration why, and what can be done
	 */
	public MqttMigrationRequiredEvent(Object source, String session, MigrationRequired migration) {
		super(source, session);
		this.migration = migration;
	}

	/**
	 * Returns why the session does not go on, and what can be done.
	 * @return the reason
	 */
	public MigrationRequired migration() {
		return this.migration;
	}

}
