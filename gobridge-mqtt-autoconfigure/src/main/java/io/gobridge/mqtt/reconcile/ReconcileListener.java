package io.gobridge.mqtt.reconcile;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.MigrationRequired;

/**
 * Port to the session, for what reconciling has to ask of it and to tell it.
 */
public interface ReconcileListener {

	/**
	 * Something is due to be asked of the broker again. To be answered by a
	 * reconciliation, behind the one that runs, if one does.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void reconcileDue();

	/**
	 * The removal of filters needs a new connection, when the handlers of this one have
	 * ended.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void reconnectDue();

	/**
	 * The session must not go on until an operator has decided.
	 * @param migration why, and what can be done
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void migrationRequired(MigrationRequired migration);

	/**
	 * The broker refuses a wanted subscription; once for each reason code on a
	 * connection.
	 * @param refused the subscription, with the reason
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void refused(SubscriptionStatus refused);

	/**
	 * The broker delivers what nobody wants; once for each topic.
	 * @param orphan the topic, and what became of its subscription
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void orphanDetected(Orphan orphan);

}
