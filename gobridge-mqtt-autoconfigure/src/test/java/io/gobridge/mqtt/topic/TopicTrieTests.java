package io.gobridge.mqtt.topic;

import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link TopicTrie}.
 */
class TopicTrieTests {

	@ParameterizedTest(name = "{0}: {1} -> {2}")
	@CsvSource(textBlock = """
			B25, foo, foo/#
			B25, foo/, foo/# +/+
			B25, foo/a/b, foo/#
			B26, control///req/x, control/+/+/req/#
			B26, /home, /home +/+
			B26, home, home
			B26, a/b/, a/b/#
			B27, x/a/b,
			B27, c,
			B27, c/, +/+ c/+/#
			B27, c/1, +/+ c/+/#
			B27, bar/foo, +/+ +/foo
			B29, h/1/w, h/+/w h/1/w
			B29, h/2/w, h/+/w
			B30, any/1/t, $share/g/any/+/t
			B30, /lead/x, $share/g//lead/#
			""")
	void findsExactlyTheFiltersThatMatch(String section, String topic, @Nullable String expected) {
		TopicTrie<String> trie = trie("foo/#", "control/+/+/req/#", "/home", "home", "+/+", "a/b/#", "x/+", "c/+/#",
				"+/foo", "h/1/w", "h/+/w", "$share/g/any/+/t", "$share/g//lead/#");
		String[] filters = (expected != null) ? expected.split(" ") : new String[0];
		assertThat(trie.match(topic)).as(section).containsExactlyInAnyOrder(filters);
		assertThat(trie.matchesAny(topic)).isEqualTo(filters.length > 0);
	}

	@Test
	@DisplayName("B28: topics with $ reach only filters that name it, the others only the others")
	void keepsDollarTopicsApart() {
		TopicTrie<String> trie = trie("#", "+", "+/broker/#", "+/+/load", "$SYS/#", "$SYS/+/load");
		assertThat(trie.match("$SYS/broker/load")).containsExactlyInAnyOrder("$SYS/#", "$SYS/+/load");
		assertThat(trie.match("$SYS")).containsExactly("$SYS/#");
		assertThat(trie.match("$other")).isEmpty();
		assertThat(trie.match("x/broker/load")).containsExactlyInAnyOrder("#", "+/broker/#", "+/+/load");
		assertThat(trie.match("x/y")).containsExactly("#");
		assertThat(trie.match("x")).containsExactlyInAnyOrder("#", "+");
		assertThat(trie.match("x/$SYS")).containsExactly("#");
		assertThat(trie("$share/g/#", "$share/g/+/x").match("$SYS/x")).isEmpty();
	}

	@Test
	@DisplayName("B29: overlapping filters give each value once")
	void givesEachPairOnce() {
		TopicFilter exact = TopicFilter.of("h/1/w");
		TopicFilter wide = TopicFilter.of("h/+/w");
		TopicTrie<String> trie = TopicTrie.<String>builder()
			.add(exact, "one")
			.add(wide, "two")
			.add(exact, "one")
			.add(exact, "three")
			.add(wide, "one")
			.build();
		assertThat(trie.match("h/1/w")).containsExactlyInAnyOrder("one", "three", "two", "one");
		assertThat(trie.match("h/2/w")).containsExactly("two", "one");
	}

	@Test
	@DisplayName("B30: a shared filter and its bare filter match the same topics")
	void matchesSharedFiltersByTheirBareFilter() {
		TopicTrie<String> trie = trie("$share/g/any/+/t", "any/+/t", "$share/h/any/+/t");
		assertThat(trie.match("any/1/t")).containsExactly("$share/g/any/+/t", "any/+/t", "$share/h/any/+/t");
		assertThat(trie.match("$share/g/any/1/t")).isEmpty();
	}

	@Test
	void keepsTheOrderOfValuesOfOneFilter() {
		TopicTrie.Builder<Integer> builder = TopicTrie.builder();
		IntStream.range(0, 1000).forEach((i) -> builder.add(TopicFilter.of("a/b"), 999 - i));
		List<Integer> found = builder.build().match("a/b");
		assertThat(found).hasSize(1000).isSortedAccordingTo((a, b) -> b - a);
	}

	@Test
	void givesThePreparedListOfASingleNode() {
		TopicTrie<String> trie = trie("a/+/x", "a/b/y", "z/#");
		assertThat(trie.match("a/b/x")).isSameAs(trie.match("a/c/x"));
		assertThat(trie.match("z")).isSameAs(trie.match("z/1/2"));
	}

	@Test
	void resultsAreUnmodifiable() {
		TopicTrie<String> trie = trie("a/b", "a/+", "a/#", "+/b", "+/+", "#");
		assertThat(trie.match("a/b")).containsExactlyInAnyOrder("a/b", "a/+", "a/#", "+/b", "+/+", "#");
		for (String topic : new String[] { "a/b", "c", "$x" }) {
			List<String> found = trie.match(topic);
			assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> found.add("x"));
		}
		List<String> several = trie.match("a/b");
		assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> several.set(0, "x"));
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> several.get(6));
		assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> several.get(-1));
	}

	@Test
	void aBuilderDoesNotChangeWhatItBuilt() {
		TopicTrie.Builder<String> builder = TopicTrie.<String>builder().add(TopicFilter.of("a"), "1");
		TopicTrie<String> before = builder.build();
		TopicTrie<String> after = builder.add(TopicFilter.of("a"), "2").add(TopicFilter.of("b"), "3").build();
		assertThat(before.match("a")).containsExactly("1");
		assertThat(before.match("b")).isEmpty();
		assertThat(after.match("a")).containsExactly("1", "2");
		assertThat(after.match("b")).containsExactly("3");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a", "/", "$SYS/a", "////" })
	void anEmptyTrieMatchesNothing(String topic) {
		assertThat(TopicTrie.empty().match(topic)).isEmpty();
		assertThat(TopicTrie.empty().matchesAny(topic)).isFalse();
	}

	@Test
	void anEmptyTextIsNoTopicName() {
		assertThat(trie("#", "+", "/").match("")).isEmpty();
	}

	@Test
	void tellsLevelsOfEqualHashApart() {
		// "Aa" and "BB" have the same hash, and so have all their combinations.
		TopicTrie<String> trie = trie("AaAa", "AaBB", "BBAa/x");
		assertThat(trie.match("AaAa")).containsExactly("AaAa");
		assertThat(trie.match("AaBB")).containsExactly("AaBB");
		assertThat(trie.match("BBBB")).isEmpty();
		assertThat(trie.match("BBAa")).isEmpty();
		assertThat(trie.match("BBAa/x")).containsExactly("BBAa/x");
	}

	@Test
	void findsEachOfManyFilters() {
		TopicTrie.Builder<Integer> builder = TopicTrie.builder();
		for (int i = 0; i < 20_000; i++) {
			builder.add(TopicFilter.of("site/" + (i % 100) + "/device/" + i), i);
		}
		TopicTrie<Integer> trie = builder.build();
		for (int i = 0; i < 20_000; i++) {
			assertThat(trie.match("site/" + (i % 100) + "/device/" + i)).containsExactly(i);
			assertThat(trie.matchesAny("site/" + ((i + 1) % 100) + "/device/" + i)).isFalse();
		}
	}

	@Test
	void survivesTheDeepestTopicsAndFilters() {
		String slashes = "/".repeat(65_535);
		String wildcards = "+/".repeat(32_767) + "+";
		String rest = "/".repeat(65_534) + "#";
		TopicTrie<String> trie = trie(slashes, wildcards, rest, "+/#", "/+/+/x", "//+/#");
		assertThat(trie.match(slashes)).containsExactlyInAnyOrder(slashes, rest, "+/#", "//+/#");
		assertThat(trie.match("/".repeat(32_767))).containsExactlyInAnyOrder(wildcards, "+/#", "//+/#");
		assertThat(trie.match("/".repeat(65_534))).containsExactlyInAnyOrder(rest, "+/#", "//+/#");
		assertThat(trie.matchesAny(slashes)).isTrue();
		assertThat(trie("a/b/c", "+/x").match(slashes)).isEmpty();
	}

	@Test
	void goesBackToEveryWildcardOfADeepPath() {
		// At each of 300 levels the literal and the '+' both lead on.
		TopicTrie.Builder<Integer> builder = TopicTrie.builder();
		for (int depth = 0; depth < 300; depth++) {
			builder.add(TopicFilter.of("a/".repeat(depth) + "+/end"), depth);
			builder.add(TopicFilter.of("a/".repeat(depth) + "+/#"), 1000 + depth);
		}
		TopicTrie<Integer> trie = builder.build();
		assertThat(trie.match("a/".repeat(300))).containsExactlyInAnyOrderElementsOf(range(1000, 1300));
		List<Integer> found = trie.match("a/".repeat(100) + "end");
		assertThat(found).contains(99).containsAll(range(1000, 1101)).hasSize(102);
	}

	@Test
	void aMixOfWildcardsAndLiteralsIsBoundedByTheTrie() {
		// All 2^12 combinations of "+" and "a" at 12 levels match the one topic.
		TopicTrie.Builder<Integer> builder = TopicTrie.builder();
		for (int bits = 0; bits < 4096; bits++) {
			StringBuilder filter = new StringBuilder("r");
			for (int level = 0; level < 12; level++) {
				filter.append(((bits >> level) & 1) == 0 ? "/+" : "/a");
			}
			builder.add(TopicFilter.of(filter.toString()), bits);
		}
		TopicTrie<Integer> trie = builder.build();
		assertThat(trie.match("r" + "/a".repeat(12))).containsExactlyInAnyOrderElementsOf(range(0, 4096));
		assertThat(trie.match("r" + "/b".repeat(12))).containsExactly(0);
		assertThat(trie.matchesAny("r" + "/a".repeat(13))).isFalse();
	}

	@Test
	void levelsLongerThanAnyFilterMatchOnlyWildcards() {
		TopicTrie<String> trie = trie("ab/c", "+/c", "x");
		String longLevel = "ab".repeat(30_000);
		assertThat(trie.match(longLevel + "/c")).containsExactly("+/c");
		assertThat(trie.match("abc/c")).containsExactly("+/c");
		assertThat(trie.match(longLevel)).isEmpty();
	}

	private static List<Integer> range(int from, int to) {
		return IntStream.range(from, to).boxed().toList();
	}

	private static TopicTrie<String> trie(String... filters) {
		TopicTrie.Builder<String> builder = TopicTrie.builder();
		for (String filter : filters) {
			builder.add(TopicFilter.of(filter), filter);
		}
		return builder.build();
	}

}
