package io.gobridge.mqtt.reconcile;

import java.util.List;

/**
 * How far reconciling has come, at one moment. Immutable.
 *
 * @param state the state as a whole
 * @param subscriptions what is wanted, sorted by filter
 * @param removing the filters that are to be removed from the broker and are not
 * confirmed to be, sorted
 * @param problems what is missing, a sentence each; empty where nothing is
 */
public record ReconcileSnapshot(ReconcileState state, List<SubscriptionStatus> subscriptions, List<String> removing,
		List<String> problems) {

	static final ReconcileSnapshot NOTHING = new ReconcileSnapshot(ReconcileState.PENDING, List.of(), List.of(),
			List.of());

	/** As it is while there is no connection: nothing is confirmed. */
	ReconcileSnapshot disconnected() {
		return new ReconcileSnapshot(ReconcileState.PENDING,
				this.subscriptions.stream().map(SubscriptionStatus::unconfirmed).toList(), this.removing, List.of());
	}

}
