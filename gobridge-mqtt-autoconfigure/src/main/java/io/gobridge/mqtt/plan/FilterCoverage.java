package io.gobridge.mqtt.plan;

import java.util.Collection;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicTrie;
import org.jspecify.annotations.Nullable;

/**
 * The coverage of a session that has a plan.
 */
final class FilterCoverage implements Coverage {

	private final TopicTrie<String> held;

	private final TopicTrie<String> removed;

	private final TopicTrie<Displaced> displaced;

	FilterCoverage(Collection<TopicFilter> held, Collection<TopicFilter> removed, Map<TopicFilter, Integer> displaced) {
		this.held = trie(held);
		this.removed = trie(removed);
		TopicTrie.Builder<Displaced> builder = TopicTrie.builder();
		displaced.forEach((filter, identifier) -> builder.add(filter, new Displaced(filter.value(), identifier)));
		this.displaced = builder.build();
	}

	private static TopicTrie<String> trie(Collection<TopicFilter> filters) {
		TopicTrie.Builder<String> builder = TopicTrie.builder();
		filters.forEach((filter) -> builder.add(filter, filter.value()));
		return builder.build();
	}

	@Override
	public boolean covers(String topic) {
		return this.held.matchesAny(topic);
	}

	@Override
	public List<String> coveredBy(String topic) {
		return this.held.match(topic);
	}

	@Override
	public @Nullable String displacedBy(String topic, int[] subscriptionIdentifiers) {
		List<Displaced> candidates = this.displaced.match(topic);
		for (Displaced candidate : candidates) {
			for (int identifier : subscriptionIdentifiers) {
				if (candidate.identifier == identifier) {
					return candidate.filter;
				}
			}
		}
		return candidates.isEmpty() ? null : candidates.get(0).filter;
	}

	@Override
	public boolean isRemoved(String topic) {
		return this.removed.matchesAny(topic);
	}

	private record Displaced(String filter, int identifier) {
	}

}
