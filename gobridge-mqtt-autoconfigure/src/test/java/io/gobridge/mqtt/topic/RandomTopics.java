package io.gobridge.mqtt.topic;

import java.util.Random;
import java.util.StringJoiner;

/**
 * Random topics and filters from a small vocabulary, so that they often match.
 */
final class RandomTopics {

	private static final String[] LEVELS = { "", "", "a", "b", "ab", "$", "$SYS", "\u00e9", "\ud83d\ude00", "a b" };

	private final Random random;

	RandomTopics(long seed) {
		this.random = new Random(seed);
	}

	int nextInt(int bound) {
		return this.random.nextInt(bound);
	}

	String topic() {
		while (true) {
			StringJoiner topic = new StringJoiner("/");
			for (int i = this.random.nextInt(5); i >= 0; i--) {
				topic.add(level());
			}
			if (topic.length() > 0) {
				return topic.toString();
			}
		}
	}

	String filter() {
		while (true) {
			StringJoiner filter = new StringJoiner("/");
			int levels = 1 + this.random.nextInt(5);
			for (int i = 0; i < levels; i++) {
				boolean last = i == levels - 1;
				filter.add((last && this.random.nextInt(4) == 0) ? "#" : (this.random.nextInt(5) < 2) ? "+" : level());
			}
			if (filter.length() > 0) {
				return (this.random.nextInt(6) == 0) ? "$share/group/" + filter : filter.toString();
			}
		}
	}

	private String level() {
		return LEVELS[this.random.nextInt(LEVELS.length)];
	}

}
