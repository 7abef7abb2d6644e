package io.gobridge.mqtt.reconcile;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.topic.TopicFilter;

/**
 * Tells the router what is covered, whenever that changes.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class CoverageView {

	private final Consumer<Coverage> target;

	private Coverage current = Coverage.unknown();

	private Set<TopicFilter> held = Set.of();

	private Set<TopicFilter> removed = Set.of();

	private boolean known;

	CoverageView(Consumer<Coverage> target) {
		this.target = target;
	}

	/**
	 * Publishes what is covered by a plan and by what the broker may still have. Building
	 * it takes time, so what has not changed is not published again.
	 */
	void update(SubscriptionPlan plan, BrokerFilters filters) {
		Set<TopicFilter> held = new HashSet<>(filters.asked());
		for (WantedSubscription subscription : plan.subscriptions()) {
			held.add(subscription.filter());
		}
		Set<TopicFilter> removed = new HashSet<>(filters.recentlyRemoved());
		removed.removeAll(held);
		if (this.known && held.equals(this.held) && removed.equals(this.removed)) {
			return;
		}
		this.known = true;
		this.held = held;
		this.removed = removed;
		this.current = Coverage.of(held, removed);
		this.target.accept(this.current);
	}

	Coverage current() {
		return this.current;
	}

}
