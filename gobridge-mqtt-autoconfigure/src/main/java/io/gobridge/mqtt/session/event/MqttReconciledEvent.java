package io.gobridge.mqtt.session.event;

import io.gobridge.mqtt.session.Reconciler;

/**
 * A reconciliation has ended.
 */
public class MqttReconciledEvent extends MqttSessionEvent {

	private final Reconciler.Outcome outcome;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param outcome how it ended
	 */
	public MqttReconciledEvent(Object source, String session, Reconciler.Outcome outcome) {
		super(source, session);
		this.outcome = outcome;
	}

	/**
	 * Returns how the reconciliation ended.
	 * @return the outcome
	 */
	public Reconciler.Outcome outcome() {
		return this.outcome;
	}

}
