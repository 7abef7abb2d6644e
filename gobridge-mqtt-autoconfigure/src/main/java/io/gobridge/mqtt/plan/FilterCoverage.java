package io.gobridge.mqtt.plan;

import java.util.Collection;
import java.util.List;

import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicTrie;

/**
 * The coverage of a session that has a plan.
 */
final class FilterCoverage implements Coverage {

	private final TopicTrie<String> held;

	private final TopicTrie<String> removed;

	FilterCoverage(Collection<TopicFilter> held, Collection<TopicFilter> removed) {
		this.held = trie(held);
		this.removed = trie(removed);
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
	public boolean isRemoved(String topic) {
		return this.removed.matchesAny(topic);
	}

}
