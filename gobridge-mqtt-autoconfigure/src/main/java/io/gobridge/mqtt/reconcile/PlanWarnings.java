package io.gobridge.mqtt.reconcile;

import java.util.HashSet;
import java.util.Set;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of what is legal and rarely meant.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class PlanWarnings {

	private static final Logger logger = LoggerFactory.getLogger(PlanWarnings.class);

	private final ReconcileSettings settings;

	private boolean warnedOfGroups;

	/** Of the plan in force, so that it grows no longer than the plan. */
	private Set<String> warnedOfRetained = Set.of();

	PlanWarnings(ReconcileSettings settings) {
		this.settings = settings;
	}

	void check(SubscriptionPlan plan) {
		Set<String> next = new HashSet<>();
		for (WantedSubscription subscription : plan.subscriptions()) {
			if (!subscription.filter().isShared()) {
				continue;
			}
			warnOfGroups(subscription);
			if (subscription.retained() != Demand.Retained.UNSPECIFIED) {
				String filter = subscription.filter().value();
				next.add(filter);
				if (!this.warnedOfRetained.contains(filter)) {
					logger.warn(
							"Session '{}': '{}', wanted by {}, is a shared subscription: retain handling has no "
									+ "meaning for it, as a broker sends no retained messages to a group",
							this.settings.session(), filter, subscription.owners());
				}
			}
		}
		this.warnedOfRetained = next;
	}

	private void warnOfGroups(WantedSubscription subscription) {
		if (this.settings.durable() && !this.warnedOfGroups) {
			this.warnedOfGroups = true;
			logger.warn("Session '{}' is durable and has the shared subscription '{}': each instance that shares it "
					+ "needs a client identifier of its own, and one that is gone for good holds its share of the "
					+ "messages until its session expires", this.settings.session(), subscription.filter());
		}
	}

}
