package io.gobridge.mqtt.plan;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;

/**
 * Gives every filter a subscription identifier that follows from its text, so that it
 * means the same filter after a restart: messages that the broker queued while we were
 * away carry the identifiers of the process before (MQTT 5, section 3.8.2.1.2).
 */
final class SubscriptionIdentifiers {

	/** The largest variable byte integer. */
	private static final int MAX = 268_435_455;

	private final Set<Integer> assigned = new HashSet<>();

	int assign(String filter) {
		CRC32C crc = new CRC32C();
		crc.update(filter.getBytes(StandardCharsets.UTF_8));
		int identifier = (int) (crc.getValue() % MAX) + 1;
		while (!this.assigned.add(identifier)) {
			identifier = (identifier < MAX) ? identifier + 1 : 1;
		}
		return identifier;
	}

}
