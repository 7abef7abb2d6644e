package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * The filters that this process has put into the session of the broker: those it has
 * asked for and not got rid of, and those it got rid of a moment ago. What anybody else
 * has subscribed is not in here.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class BrokerFilters {

	private final ReconcileSettings settings;

	private final SessionClock clock;

	private final Map<String, TopicFilter> asked = new LinkedHashMap<>();

	private final Map<String, Removal> removals = new LinkedHashMap<>();

	BrokerFilters(ReconcileSettings settings, SessionClock clock) {
		this.settings = settings;
		this.clock = clock;
	}

	/**
	 * A connection is up. A new session of the broker has no filters; a resumed one sends
	 * once more what was not acknowledged, which may be of a filter that was removed.
	 */
	void connected(boolean sessionPresent) {
		if (!sessionPresent) {
			this.asked.clear();
			this.removals.clear();
			return;
		}
		long end = DueTime.in(this.settings.unmatchedGrace(), this.clock);
		this.removals.replaceAll((filter, removal) -> new Removal(removal.filter, end));
	}

	/**
	 * A SUBSCRIBE is about to be sent.
	 * @return whether the broker was not asked for the filter before
	 */
	boolean ask(TopicFilter filter) {
		this.removals.remove(filter.value());
		return this.asked.put(filter.value(), filter) == null;
	}

	/** The broker has refused to make a subscription that was not there before. */
	void notMade(TopicFilter filter) {
		this.asked.remove(filter.value());
	}

	/** The broker has confirmed a removal. */
	void removed(TopicFilter filter) {
		this.asked.remove(filter.value());
		this.removals.put(filter.value(), new Removal(filter, DueTime.in(this.settings.unmatchedGrace(), this.clock)));
	}

	/**
	 * Whether this process has put the filter there, or taken it away a moment ago.
	 */
	boolean isOurs(String filter) {
		return this.asked.containsKey(filter) || this.removals.containsKey(filter);
	}

	boolean isEmpty() {
		return this.asked.isEmpty();
	}

	/**
	 * The filters that were asked for and are in no plan, sorted.
	 */
	List<TopicFilter> unwanted(SubscriptionPlan... plans) {
		List<TopicFilter> unwanted = new ArrayList<>();
		for (TopicFilter filter : this.asked.values()) {
			boolean wanted = false;
			for (SubscriptionPlan plan : plans) {
				wanted |= plan.get(filter.value()) != null;
			}
			if (!wanted) {
				unwanted.add(filter);
			}
		}
		unwanted.sort(Comparator.comparing(TopicFilter::value));
		return unwanted;
	}

	Collection<TopicFilter> asked() {
		return this.asked.values();
	}

	/**
	 * The filters whose removal was confirmed within the grace.
	 */
	List<TopicFilter> recentlyRemoved() {
		return this.removals.values().stream().map(Removal::filter).toList();
	}

	/**
	 * Ends the windows of removals that are over.
	 * @return their filters
	 */
	List<TopicFilter> expire() {
		List<TopicFilter> expired = new ArrayList<>();
		this.removals.values().removeIf((removal) -> {
			boolean over = DueTime.hasCome(removal.end, this.clock);
			if (over) {
				expired.add(removal.filter);
			}
			return over;
		});
		return expired;
	}

	@Nullable Long nextExpiry() {
		Long next = null;
		for (Removal removal : this.removals.values()) {
			next = DueTime.earlier(next, removal.end);
		}
		return next;
	}

	private record Removal(TopicFilter filter, long end) {
	}

}
