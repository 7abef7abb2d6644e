package io.gobridge.mqtt.topic;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link TopicFilter#intersects(TopicFilter)} and
 * {@link TopicFilter#covers(TopicFilter)}.
 */
class FilterRelationTests {

	@ParameterizedTest
	@CsvSource({ "a/#, a, true, true, false", "a/+, a/b, true, true, false", "a/+, +/b, true, false, false",
			"a/b, a/c, false, false, false", "#, $SYS/x, false, false, false", "+/x, $SYS/x, false, false, false",
			"#, #, true, true, true", "#, +/#, true, true, true", "/#, +, false, false, false",
			"/#, /+/#, true, true, true", "a/#, a/+/#, true, true, false", "$SYS/#, $SYS/+/load, true, true, false",
			"a, a/, false, false, false", "/+, +/+, true, false, true", "$share/g/a/#, a/b, true, true, false",
			"$share/g/a/+, $share/h/a/+, true, true, true", "a/b/c, a/b/cd, false, false, false",
			"ab/c, a/bc, false, false, false" })
	void relates(String left, String right, boolean intersects, boolean leftCovers, boolean rightCovers) {
		TopicFilter one = TopicFilter.of(left);
		TopicFilter other = TopicFilter.of(right);
		assertThat(one.intersects(other)).isEqualTo(intersects);
		assertThat(other.intersects(one)).isEqualTo(intersects);
		assertThat(one.covers(other)).isEqualTo(leftCovers);
		assertThat(other.covers(one)).isEqualTo(rightCovers);
	}

	@Test
	void agreesWithTheSetsOfMatchedTopics() {
		List<String> filters = new ArrayList<>();
		for (String filter : sequences(List.of("a", "", "$s", "+"), 3)) {
			filters.add(filter);
			filters.add(filter + "/#");
		}
		filters.add("#");
		filters.remove("");
		// One level more than any filter, and a level that no filter names.
		List<String> topics = sequences(List.of("a", "", "$s", "other"), 5);
		topics.remove("");
		List<BitSet> matched = filters.stream().map((filter) -> matched(filter, topics)).toList();
		for (int i = 0; i < filters.size(); i++) {
			TopicFilter one = TopicFilter.of(filters.get(i));
			for (int j = 0; j < filters.size(); j++) {
				TopicFilter other = TopicFilter.of(filters.get(j));
				BitSet onlyOther = (BitSet) matched.get(j).clone();
				onlyOther.andNot(matched.get(i));
				assertThat(one.intersects(other)).as("%s intersects %s", one, other)
					.isEqualTo(matched.get(i).intersects(matched.get(j)));
				assertThat(one.covers(other)).as("%s covers %s", one, other).isEqualTo(onlyOther.isEmpty());
			}
		}
	}

	private static BitSet matched(String filter, List<String> topics) {
		BitSet matched = new BitSet(topics.size());
		for (int i = 0; i < topics.size(); i++) {
			matched.set(i, NaiveMatcher.matches(filter, topics.get(i)));
		}
		return matched;
	}

	private static List<String> sequences(List<String> levels, int depth) {
		List<String> all = new ArrayList<>(levels);
		List<String> longest = levels;
		for (int i = 1; i < depth; i++) {
			List<String> longer = new ArrayList<>();
			for (String start : longest) {
				levels.forEach((level) -> longer.add(start + "/" + level));
			}
			all.addAll(longer);
			longest = longer;
		}
		return all;
	}

}
