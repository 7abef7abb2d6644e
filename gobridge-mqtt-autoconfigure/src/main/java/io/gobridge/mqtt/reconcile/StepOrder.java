package io.gobridge.mqtt.reconcile;

import java.util.List;

/**
 * In which order a reconciliation asks.
 */
enum StepOrder {

	/**
	 * What is wanted first, so that no topic is without its subscription in between and
	 * the broker's session misses nothing.
	 */
	SUBSCRIBE_FIRST {
		@Override
		List<ReconcileStep> of(ReconcileStep subscribe, ReconcileStep unsubscribe) {
			return List.of(subscribe, unsubscribe);
		}
	},

	/**
	 * What is no longer wanted first: nothing is kept between connections anyway, and it
	 * makes room where the broker limits the number of filters.
	 */
	UNSUBSCRIBE_FIRST {
		@Override
		List<ReconcileStep> of(ReconcileStep subscribe, ReconcileStep unsubscribe) {
			return List.of(unsubscribe, subscribe);
		}
	};

	static StepOrder of(ReconcileSettings settings) {
		return settings.durable() ? SUBSCRIBE_FIRST : UNSUBSCRIBE_FIRST;
	}

	abstract List<ReconcileStep> of(ReconcileStep subscribe, ReconcileStep unsubscribe);

}
