package io.gobridge.mqtt.ledger;

import io.gobridge.mqtt.store.StoreException;
import io.gobridge.mqtt.topic.TopicFilter;

/**
 * An entry as it stands in a store, where anybody may have changed it.
 *
 * @param filter the text of the filter
 * @param identifier the identifier
 */
record StoredEntry(String filter, int identifier) {

	/**
	 * Checks it.
	 * @param location where it was read
	 * @return the entry
	 * @throws StoreException if it is none; one that is left out would be a subscription
	 * that nobody knows of
	 */
	LedgerEntry toEntry(String location) {
		try {
			return new LedgerEntry(TopicFilter.of(this.filter), this.identifier);
		}
		catch (IllegalArgumentException ex) {
			// Without the cause, which names the filter.
			throw new StoreException(StoreException.Kind.CORRUPT, location,
					"holds a ledger entry that is no topic filter", "Correct or remove that entry.", null);
		}
	}

}
