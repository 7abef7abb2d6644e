package io.gobridge.mqtt.reconcile;

import io.gobridge.mqtt.RunsOn;

/**
 * What is done about deliveries that nobody wants, by the kind of session.
 */
interface OrphanAction {

	/**
	 * There may be deliveries to deal with.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void work();

	/**
	 * The session has stopped; what is under way is given up.
	 */
	default void stopped() {
	}

}
