package io.gobridge.mqtt.model;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Topic matching of its own, so that the one under test is not its own judge.
 */
final class Filters {

	private static final Map<String, Map<String, Boolean>> KNOWN = new ConcurrentHashMap<>();

	private Filters() {
	}

	static boolean matches(String filter, String topic) {
		return KNOWN.computeIfAbsent(filter, (any) -> new ConcurrentHashMap<>())
			.computeIfAbsent(topic, (name) -> compare(filter, name));
	}

	private static boolean compare(String filter, String topic) {
		String[] levels = plain(filter).split("/", -1);
		String[] names = topic.split("/", -1);
		for (int i = 0; i < levels.length; i++) {
			if (levels[i].equals("#")) {
				return true;
			}
			if (i >= names.length || !(levels[i].equals("+") || levels[i].equals(names[i]))) {
				return false;
			}
		}
		return levels.length == names.length;
	}

	static boolean matchesAny(Iterable<String> filters, String topic) {
		for (String filter : filters) {
			if (matches(filter, topic)) {
				return true;
			}
		}
		return false;
	}

	static boolean isShared(String filter) {
		return filter.startsWith("$share/");
	}

	private static String plain(String filter) {
		return isShared(filter) ? filter.split("/", 3)[2] : filter;
	}

}
