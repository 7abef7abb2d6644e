package io.gobridge.mqtt.router;

import java.util.HashSet;
import java.util.Set;

/**
 * Remembers which topics a warning has named, so that it comes once for each and not for
 * every message. Bounded: topics are chosen by others.
 */
final class WarnedTopics {

	private static final int CAPACITY = 1000;

	private final Set<String> topics = new HashSet<>();

	/**
	 * Whether this is the first time, and the warning is to be logged.
	 */
	boolean isFirst(String topic) {
		return this.topics.size() < CAPACITY && this.topics.add(topic);
	}

}
