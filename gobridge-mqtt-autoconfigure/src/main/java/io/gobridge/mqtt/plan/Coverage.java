package io.gobridge.mqtt.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * Decides what becomes of a delivery that no handler takes. Its topic is covered where
 * the application still wants it; it was removed where the broker may only be completing
 * what it had begun before its UNSUBACK (MQTT 5, section 3.10.4); else it is an orphan.
 * Immutable; to change it, build another and swap the reference.
 */
public sealed interface Coverage permits UnknownCoverage, FilterCoverage {

	/**
	 * Before the first plan nothing is known of what the application wants, so nothing
	 * may be dropped.
	 * @return covers every topic
	 */
	static Coverage unknown() {
		return UnknownCoverage.INSTANCE;
	}

	/**
	 * Creates a coverage from filters.
	 * @param held the filters of the plan, and those subscribed ones whose removal the
	 * broker has not confirmed
	 * @param removed the filters whose removal was confirmed a moment ago
	 * @return the coverage
	 */
	static Coverage of(Collection<TopicFilter> held, Collection<TopicFilter> removed) {
		return of(held, removed, Map.of());
	}

	/**
	 * Creates a coverage that also knows what an older installation has left behind.
	 * @param held the filters of the plan, and those subscribed ones whose removal the
	 * broker has not confirmed
	 * @param removed the filters whose removal was confirmed a moment ago
	 * @param displaced the filters of an older installation that are being removed, with
	 * their subscription identifiers, 0 where there is none
	 * @return the coverage
	 */
	static Coverage of(Collection<TopicFilter> held, Collection<TopicFilter> removed,
			Map<TopicFilter, Integer> displaced) {
		return new FilterCoverage(held, removed, displaced);
	}

	/**
	 * Whether the application still wants what comes on a topic.
	 * @param topic the topic name
	 * @return whether a held filter matches it
	 */
	boolean covers(String topic);

	/**
	 * The held filters that match a topic, for people who want to know why.
	 * @param topic the topic name
	 * @return the filters, with {@code $share} prefix where shared; empty where nothing
	 * is known yet
	 */
	List<String> coveredBy(String topic);

	/**
	 * The filter of an older installation that a delivery comes from, where it is being
	 * removed: such a message was promised to somebody, so it must not be dropped. Says
	 * nothing where the topic is covered.
	 * @param topic the topic name
	 * @param subscriptionIdentifiers the subscription identifiers of the delivery, which
	 * tell several such filters apart
	 * @return the filter, with {@code $share} prefix where shared, or {@code null}
	 */
	@Nullable String displacedBy(String topic, int[] subscriptionIdentifiers);

	/**
	 * Whether a filter that matches a topic was removed a moment ago. Says nothing where
	 * the topic is covered.
	 * @param topic the topic name
	 * @return whether a removed filter matches it
	 */
	boolean isRemoved(String topic);

}
