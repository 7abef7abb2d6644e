package io.gobridge.mqtt.topic;

/**
 * The matching rules of MQTT 5, section 4.7, in the plainest form, to hold the matchers
 * against. Shares no code with them.
 */
final class NaiveMatcher {

	private NaiveMatcher() {
	}

	static boolean matches(String filter, String topic) {
		if (filter.startsWith("$share/")) {
			String[] parts = filter.split("/", 3);
			return matches(parts[2], topic);
		}
		if (topic.startsWith("$") && (filter.startsWith("+") || filter.startsWith("#"))) {
			return false;
		}
		return matches(filter.split("/", -1), 0, topic.split("/", -1), 0);
	}

	private static boolean matches(String[] filter, int i, String[] topic, int j) {
		if (i == filter.length) {
			return j == topic.length;
		}
		if (filter[i].equals("#")) {
			return true;
		}
		return j < topic.length && (filter[i].equals("+") || filter[i].equals(topic[j]))
				&& matches(filter, i + 1, topic, j + 1);
	}

}
