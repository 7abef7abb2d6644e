package io.gobridge.mqtt.reconcile;

import io.gobridge.mqtt.RunsOn;

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
