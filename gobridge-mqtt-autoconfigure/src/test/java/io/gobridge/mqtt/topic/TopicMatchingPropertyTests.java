package io.gobridge.mqtt.topic;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Holds {@link TopicFilter}, {@link TopicTemplate} and {@link TopicTrie} against the
 * plainest possible matcher on random input. Another seed at every run; it is printed and
 * can be given back with {@code -Dtopic.seed}.
 */
class TopicMatchingPropertyTests {

	private final long seed = Long.getLong("topic.seed", ThreadLocalRandom.current().nextLong());

	private final RandomTopics random = new RandomTopics(this.seed);

	TopicMatchingPropertyTests() {
		System.out.println("TopicMatchingPropertyTests: topic.seed=" + this.seed);
	}

	@Test
	void filtersMatchLikeTheReference() {
		int matched = 0;
		for (int i = 0; i < 200_000; i++) {
			String filter = this.random.filter();
			String topic = this.random.topic();
			boolean expected = NaiveMatcher.matches(filter, topic);
			if (TopicFilter.of(filter).matches(topic) != expected) {
				throw new AssertionError(
						filter + " should " + (expected ? "" : "not ") + "match " + topic + ", seed " + this.seed);
			}
			matched += expected ? 1 : 0;
		}
		// Else the vocabulary is too large for the test to mean anything.
		assertThat(matched).as("seed %d", this.seed).isBetween(10_000, 190_000);
	}

	@Test
	void triesMatchLikeTheReference() {
		int several = 0;
		for (int round = 0; round < 2_000; round++) {
			List<String> filters = new ArrayList<>();
			TopicTrie.Builder<Integer> builder = TopicTrie.builder();
			for (int i = this.random.nextInt(60); i >= 0; i--) {
				String filter = this.random.filter();
				builder.add(TopicFilter.of(filter), filters.size());
				filters.add(filter);
			}
			TopicTrie<Integer> trie = builder.build();
			for (int i = 0; i < 50; i++) {
				String topic = this.random.topic();
				List<Integer> expected = new ArrayList<>();
				for (int j = 0; j < filters.size(); j++) {
					if (NaiveMatcher.matches(filters.get(j), topic)) {
						expected.add(j);
					}
				}
				List<Integer> found = new ArrayList<>(trie.match(topic));
				found.sort(Comparator.naturalOrder());
				assertThat(found).as("%s in %s, seed %d", topic, filters, this.seed).isEqualTo(expected);
				assertThat(trie.matchesAny(topic)).isEqualTo(!expected.isEmpty());
				several += (expected.size() > 1) ? 1 : 0;
			}
		}
		assertThat(several).as("seed %d", this.seed).isGreaterThan(5_000);
	}

	@Test
	void templatesTakeTheLevelsThatTheWildcardsStandFor() {
		int compared = 0;
		for (int i = 0; i < 200_000; i++) {
			String filter = this.random.filter();
			String topic = this.random.topic();
			if (!NaiveMatcher.matches(filter, topic)) {
				continue;
			}
			String[] levels = (filter.startsWith("$share/") ? filter.split("/", 3)[2] : filter).split("/", -1);
			String[] published = topic.split("/", -1);
			StringBuilder template = new StringBuilder(filter.startsWith("$share/") ? "$share/group/" : "");
			List<String> expected = new ArrayList<>();
			for (int level = 0; level < levels.length; level++) {
				template.append((level > 0) ? "/" : "");
				switch (levels[level]) {
					case "+" -> {
						template.append("{v").append(level).append('}');
						expected.add(published[level]);
					}
					case "#" -> {
						template.append("{*v").append(level).append('}');
						expected.add(
								String.join("/", List.of(published).subList(level, Math.max(level, published.length))));
					}
					default -> template.append(levels[level]);
				}
			}
			TopicTemplate named = TopicTemplate.of(template.toString());
			assertThat(named.filter().value()).isEqualTo(filter);
			assertThat(named.extract(topic)).as("%s of %s, seed %d", template, topic, this.seed)
				.containsExactlyElementsOf(expected);
			compared++;
		}
		assertThat(compared).as("seed %d", this.seed).isGreaterThan(10_000);
	}

}
