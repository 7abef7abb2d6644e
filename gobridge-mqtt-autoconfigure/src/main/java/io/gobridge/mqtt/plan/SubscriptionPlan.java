package io.gobridge.mqtt.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * The subscriptions that a session wants: one per filter, merged from the demands of all
 * its routes. Immutable.
 */
public final class SubscriptionPlan {

	private static final SubscriptionPlan EMPTY = new SubscriptionPlan(Map.of());

	private final Map<String, WantedSubscription> byFilter;

	private SubscriptionPlan(Map<String, WantedSubscription> byFilter) {
		this.byFilter = byFilter;
	}

	/**
	 * Returns the plan of an application that only publishes.
	 * @return a plan without subscriptions
	 */
	public static SubscriptionPlan empty() {
		return EMPTY;
	}

	/**
	 * Merges demands: the highest QoS wins, and options that nobody specified follow
	 * those that somebody did.
	 * @param demands the demands, in the order of registration
	 * @return the plan
	 * @throws ConflictingDemandsException if two owners exclude each other
	 */
	public static SubscriptionPlan of(Collection<Demand> demands) {
		Map<String, List<Demand>> grouped = new TreeMap<>();
		for (Demand demand : demands) {
			grouped.computeIfAbsent(demand.filter().value(), (filter) -> new ArrayList<>(1)).add(demand);
		}
		// Sorted, so that the rare collision of two identifiers is resolved the same way
		// whatever order the routes were found in.
		SubscriptionIdentifiers identifiers = new SubscriptionIdentifiers();
		Map<String, WantedSubscription> byFilter = new LinkedHashMap<>();
		grouped.forEach((filter, group) -> byFilter.put(filter, merge(group, identifiers.assign(filter))));
		return new SubscriptionPlan(byFilter);
	}

	private static WantedSubscription merge(List<Demand> demands, int identifier) {
		Demand first = demands.get(0);
		int qos = first.qos();
		Demand.Retained retained = first.retained();
		Demand retainedBy = first;
		List<String> owners = new ArrayList<>(demands.size());
		for (Demand demand : demands) {
			qos = Math.max(qos, demand.qos());
			check(first.noLocal() == demand.noLocal(), first, demand, "noLocal");
			check(first.retainAsPublished() == demand.retainAsPublished(), first, demand, "retainAsPublished");
			if (demand.retained() != Demand.Retained.UNSPECIFIED && demand.retained() != retained) {
				check(retained == Demand.Retained.UNSPECIFIED, retainedBy, demand, "retainHandling");
				retained = demand.retained();
				retainedBy = demand;
			}
			if (!owners.contains(demand.owner())) {
				owners.add(demand.owner());
			}
		}
		TopicFilter filter = first.filter();
		return new WantedSubscription(filter, qos, first.noLocal() && !filter.isShared(), first.retainAsPublished(),
				retained, identifier, List.copyOf(owners));
	}

	private static void check(boolean agree, Demand one, Demand other, String option) {
		if (!agree) {
			throw new ConflictingDemandsException(one.owner(), other.owner(), one.filter().value(), option);
		}
	}

	/**
	 * The wanted subscriptions, sorted by filter.
	 * @return the subscriptions
	 */
	public Collection<WantedSubscription> subscriptions() {
		return this.byFilter.values();
	}

	/**
	 * Looks a subscription up by its exact filter.
	 * @param filter the filter, with {@code $share} prefix where shared
	 * @return the subscription, or {@code null} where the filter is not wanted
	 */
	public @Nullable WantedSubscription get(String filter) {
		return this.byFilter.get(filter);
	}

	public boolean isEmpty() {
		return this.byFilter.isEmpty();
	}

	public int size() {
		return this.byFilter.size();
	}

}
