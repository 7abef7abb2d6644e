package io.gobridge.mqtt.topic;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Many topic filters with their values, arranged so that a topic finds all filters that
 * match it (MQTT 5, section 4.7) at a cost that does not grow with the number of filters
 * that do not match.
 * <p>
 * Immutable and safe to use from any thread, also where the reference itself was handed
 * over without synchronization. To change the filters, build another trie and swap the
 * reference.
 * <p>
 * A lookup uses no recursion and no stack: neither a topic of tens of thousands of levels
 * nor filters of that depth can overflow anything. It visits each node of the trie at
 * most once and goes back over a level of the topic at most as often as it went forward.
 * Where nothing or exactly one node of the trie matches, which is the case of all filters
 * but overlapping ones, it allocates nothing.
 *
 * @param <V> the type of the values
 */
public final class TopicTrie<V> {

	private static final TopicTrie<?> EMPTY = TopicTrie.builder().build();

	// Final, so that everything reachable from it is visible to every thread.
	private final TrieNode<V> root;

	private TopicTrie(TrieNode<V> root) {
		this.root = root;
	}

	/**
	 * Returns a trie that matches nothing.
	 * @param <V> the type of the values
	 * @return an empty trie
	 */
	@SuppressWarnings("unchecked")
	public static <V> TopicTrie<V> empty() {
		return (TopicTrie<V>) EMPTY;
	}

	/**
	 * Returns a builder.
	 * @param <V> the type of the values
	 * @return a builder without filters
	 */
	public static <V> Builder<V> builder() {
		return new Builder<>();
	}

	/**
	 * Returns the values of all filters that match a topic. Values of equal bare filters
	 * come in the order they were added in; the order between different filters is the
	 * same for each lookup of a topic, but not otherwise defined.
	 * @param topic the topic name of a PUBLISH packet
	 * @return the values, unmodifiable, empty where no filter matches
	 */
	public List<V> match(String topic) {
		return search(topic, Integer.MAX_VALUE);
	}

	/**
	 * Whether any filter matches a topic. Allocates nothing.
	 * @param topic the topic name of a PUBLISH packet
	 * @return whether a filter matches
	 */
	public boolean matchesAny(String topic) {
		return !search(topic, 1).isEmpty();
	}

	/**
	 * Collects the values of the first nodes that match. The search follows a literal
	 * level where there is one, else a '+'; at a dead end it goes to the '+' that the
	 * node links to and back in the topic by as many levels.
	 * @param topic the topic name
	 * @param limit how many matching lists of values are enough
	 * @return the values
	 */
	private List<V> search(String topic, int limit) {
		int length = topic.length();
		if (length == 0) {
			return List.of();
		}
		boolean dollar = topic.charAt(0) == '$';
		List<V> found = List.of();
		int lists = 0;
		TrieNode<V> node = this.root;
		// The start of the level after those that led to the node; past the length of the
		// topic where there is none, equal to it where that level is empty.
		int at = 0;
		while (true) {
			if (node.rest != null && !(dollar && at == 0)) {
				found = join(found, node.rest, lists++);
			}
			if (at > length && node.values != null) {
				found = join(found, node.values, lists++);
			}
			if (lists >= limit) {
				return found;
			}
			if (at <= length) {
				TrieNode<V> child = node.literal(topic, at);
				if (child != null) {
					at += child.length() + 1;
					node = child;
					continue;
				}
				child = node.single;
				if (child != null && !(dollar && at == 0)) {
					at = TopicSyntax.levelEnd(topic, at) + 1;
					node = child;
					continue;
				}
			}
			TrieNode<V> next = node.next;
			if (next == null || dollar && next.depth == 1) {
				return found;
			}
			for (int levels = node.depth - next.depth; levels > 0; levels--) {
				at = topic.lastIndexOf(TopicSyntax.SEPARATOR, at - 2) + 1;
			}
			node = next;
		}
	}

	private static <V> List<V> join(List<V> found, List<V> more, int lists) {
		return switch (lists) {
			case 0 -> more;
			case 1 -> new TrieMatch<>(found, more);
			default -> ((TrieMatch<V>) found).and(more);
		};
	}

	/**
	 * Collects filters and their values. Not safe for use by several threads at once.
	 *
	 * @param <V> the type of the values
	 */
	public static final class Builder<V> {

		private final Set<Entry<V>> entries = new LinkedHashSet<>();

		private Builder() {
		}

		/**
		 * Adds a value for a filter. A filter may have several values. A pair that was
		 * added before is not added again.
		 * @param filter the filter; where it is shared, topics are matched with its bare
		 * filter
		 * @param value the value
		 * @return this builder
		 */
		public Builder<V> add(TopicFilter filter, V value) {
			this.entries.add(new Entry<>(filter, value));
			return this;
		}

		/**
		 * Builds a trie. The builder may be used further and does not change it.
		 * @return a trie of what was added so far
		 */
		public TopicTrie<V> build() {
			TrieNode<V> root = TrieNode.root();
			Map<String, char[]> texts = new HashMap<>();
			for (Entry<V> entry : this.entries) {
				String filter = entry.filter().matchFilter();
				TrieNode<V> node = root.grow(filter, texts);
				if (filter.charAt(filter.length() - 1) == TopicSyntax.MULTI_LEVEL) {
					node.addRest(entry.value());
				}
				else {
					node.addValue(entry.value());
				}
			}
			TrieNode.freeze(root);
			return new TopicTrie<>(root);
		}

		private record Entry<V>(TopicFilter filter, V value) {
		}

	}

}
