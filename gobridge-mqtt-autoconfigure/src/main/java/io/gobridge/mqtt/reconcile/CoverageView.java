package io.gobridge.mqtt.reconcile;

import java.util.HashSet;
import java.util.Map;
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

	private Map<TopicFilter, Integer> displaced = Map.of();

	private boolean known;

	CoverageView(Consumer<Coverage> target) {
		this.target = target;
	}

	/**
	 * Publishes what is covered by a plan and by what the broker may still have. Building
	 * it takes time, so what has not changed is not published again.
	 */
	void update(SubscriptionPlan plan, BrokerFilters filters, SessionMemory memory) {
		Set<TopicFilter> held = new HashSet<>(filters.asked());
		// Until the broker has confirmed their removal, what they deliver is covered.
		held.addAll(memory.unconfirmed(plan));
		for (WantedSubscription subscription : plan.subscriptions()) {
			held.add(subscription.filter());
		}
		Set<TopicFilter> removed = new HashSet<>(filters.recentlyRemoved());
		removed.removeAll(held);
		Map<TopicFilter, Integer> displaced = memory.displaced(plan);
		if (this.known && held.equals(this.held) && removed.equals(this.removed) && displaced.equals(this.displaced)) {
			return;
		}
		this.known = true;
		this.held = held;
		this.removed = removed;
		this.displaced = displaced;
		this.current = Coverage.of(held, removed, displaced);
		this.target.accept(this.current);
	}

	Coverage current() {
		return this.current;
	}

}
