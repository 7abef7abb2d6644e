package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicTrie;
import org.jspecify.annotations.Nullable;

/**
 * An immutable snapshot of which routes want which topics. Looked up by the wire thread
 * for every delivery and swapped by reference.
 */
final class RouteTable {

	private static final RouteTable EMPTY = new RouteTable(TopicTrie.<RouteDispatch>builder().build(), Map.of(),
			Set.of());

	private final TopicTrie<RouteDispatch> byTopic;

	private final Map<Integer, OfFilter> byIdentifier;

	private final Set<RouteDispatch> paused;

	private RouteTable(TopicTrie<RouteDispatch> byTopic, Map<Integer, OfFilter> byIdentifier,
			Set<RouteDispatch> paused) {
		this.byTopic = byTopic;
		this.byIdentifier = byIdentifier;
		this.paused = paused;
	}

	static RouteTable empty() {
		return EMPTY;
	}

	/**
	 * The table of other routes. A route that is not wanted any more keeps the
	 * identifiers of its filters, which are not in the plan, as long as it is in the
	 * table: what the broker still sends for them is for this route, and not a second
	 * time for those whose filters overlap.
	 */
	RouteTable next(Collection<RouteDispatch> routes, SubscriptionPlan plan) {
		TopicTrie.Builder<RouteDispatch> byTopic = TopicTrie.builder();
		Map<String, List<RouteDispatch>> byFilter = new HashMap<>();
		for (RouteDispatch route : routes) {
			for (TopicFilter filter : route.route().definition().filters()) {
				byTopic.add(filter, route);
				byFilter.computeIfAbsent(filter.value(), (value) -> new ArrayList<>(1)).add(route);
			}
		}
		Map<Integer, OfFilter> byIdentifier = new HashMap<>();
		for (WantedSubscription wanted : plan.subscriptions()) {
			List<RouteDispatch> owners = byFilter.get(wanted.filter().value());
			if (owners != null) {
				byIdentifier.put(wanted.identifier(), new OfFilter(wanted.filter(), List.copyOf(owners)));
			}
		}
		this.byIdentifier.forEach((identifier, before) -> {
			List<RouteDispatch> owners = byFilter.get(before.filter.value());
			if (owners != null) {
				byIdentifier.putIfAbsent(identifier, new OfFilter(before.filter, List.copyOf(owners)));
			}
		});
		return new RouteTable(byTopic.build(), byIdentifier, Set.of());
	}

	/**
	 * The same routes, of which other ones are paused.
	 */
	RouteTable withPaused(Collection<RouteDispatch> paused) {
		return new RouteTable(this.byTopic, this.byIdentifier, Set.copyOf(paused));
	}

	/**
	 * The routes that get a delivery now. Where all of them are paused nobody does: it
	 * waits with the deliveries that have no route. Where one runs it does not wait for
	 * the others, whose lanes hold their share.
	 * @param topic the topic name
	 * @param identifiers the subscription identifiers of the delivery
	 * @return each route once; empty where the delivery has to wait
	 */
	List<RouteDispatch> takers(String topic, int[] identifiers) {
		List<RouteDispatch> routes = match(topic, identifiers);
		return (this.paused.isEmpty() || !this.paused.containsAll(routes)) ? routes : List.of();
	}

	/**
	 * The routes that run and whose filters match a topic.
	 */
	List<RouteDispatch> running(String topic) {
		return distinct(this.byTopic.match(topic)).stream().filter((route) -> !this.paused.contains(route)).toList();
	}

	/**
	 * The routes that a delivery is for. Where it names subscriptions, exactly their
	 * routes, so that a broker which sends one copy for each of several overlapping
	 * filters does not multiply; where nobody knows the identifiers, all routes whose
	 * filters match.
	 * @param topic the topic name
	 * @param identifiers the subscription identifiers of the delivery
	 * @return each route once
	 */
	private List<RouteDispatch> match(String topic, int[] identifiers) {
		if (identifiers.length == 0) {
			return distinct(this.byTopic.match(topic));
		}
		if (identifiers.length == 1) {
			OfFilter known = known(topic, identifiers[0]);
			return (known != null) ? known.routes : distinct(this.byTopic.match(topic));
		}
		Set<RouteDispatch> routes = new LinkedHashSet<>();
		for (int identifier : identifiers) {
			OfFilter known = known(topic, identifier);
			if (known != null) {
				routes.addAll(known.routes);
			}
		}
		return routes.isEmpty() ? distinct(this.byTopic.match(topic)) : List.copyOf(routes);
	}

	/**
	 * An identifier only counts when its filter matches the topic: an older installation
	 * may have given the same number to another filter.
	 */
	private @Nullable OfFilter known(String topic, int identifier) {
		OfFilter known = this.byIdentifier.get(identifier);
		return (known != null && known.filter.matches(topic)) ? known : null;
	}

	/** A route with several filters may match one topic more than once. */
	private static List<RouteDispatch> distinct(List<RouteDispatch> routes) {
		return (routes.size() < 2) ? routes : List.copyOf(new LinkedHashSet<>(routes));
	}

	private record OfFilter(TopicFilter filter, List<RouteDispatch> routes) {
	}

}
