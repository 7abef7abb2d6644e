package io.gobridge.mqtt.ledger;

import io.gobridge.mqtt.topic.TopicFilter;

/**
 * One filter of a history.
 *
 * @param filter the exact filter, with {@code $share} and the group where it is shared
 * @param identifier the subscription identifier it was subscribed with (MQTT 5, section
 * 3.8.2.1.2), or {@link #NO_IDENTIFIER}
 */
public record LedgerEntry(TopicFilter filter, int identifier) {

	/** The filter was subscribed without an identifier, or it is not known. */
	public static final int NO_IDENTIFIER = 0;

	private static final int MAX_IDENTIFIER = 268_435_455;

	/**
	 * Creates an entry.
	 */
	public LedgerEntry {
		if (identifier < NO_IDENTIFIER || identifier > MAX_IDENTIFIER) {
			throw new IllegalArgumentException("Subscription identifier " + identifier);
		}
	}

	/**
	 * Returns an entry whose identifier is not known.
	 * @param filter the exact filter
	 * @return the entry
	 */
	public static LedgerEntry of(TopicFilter filter) {
		return new LedgerEntry(filter, NO_IDENTIFIER);
	}

}
