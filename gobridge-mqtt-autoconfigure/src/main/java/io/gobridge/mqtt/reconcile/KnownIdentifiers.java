package io.gobridge.mqtt.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * Which filter a subscription identifier stands for, for all that this process has
 * subscribed, within a bound. So an unwanted delivery can name the exact filter it comes
 * from.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class KnownIdentifiers {

	private static final int CAPACITY = 10_000;

	private final Map<Integer, TopicFilter> filters = new LinkedHashMap<>() {

		private static final long serialVersionUID = 1L;

		@Override
		protected boolean removeEldestEntry(Map.Entry<Integer, TopicFilter> eldest) {
			return size() > CAPACITY;
		}

	};

	void subscribed(int identifier, TopicFilter filter) {
		this.filters.put(identifier, filter);
	}

	/**
	 * Finds the filter that an unwanted delivery comes from.
	 * @param topic the topic name of the delivery
	 * @param identifiers its subscription identifiers
	 * @param plan what is wanted
	 * @return the filter, or {@code null} where no identifier names one that matches the
	 * topic and is not wanted
	 */
	@Nullable TopicFilter unwanted(String topic, int[] identifiers, SubscriptionPlan plan) {
		for (int identifier : identifiers) {
			TopicFilter filter = this.filters.get(identifier);
			if (filter != null && plan.get(filter.value()) == null && filter.matches(topic)) {
				return filter;
			}
		}
		return null;
	}

}
