package io.gobridge.mqtt.actuate;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.reconcile.RememberedSession;
import io.gobridge.mqtt.topic.TopicFilter;

/**
 * What is remembered of the subscriptions of a durable session.
 */
public interface SessionLedger {

	/**
	 * Returns the filters that are remembered. Never blocks.
	 * @return the exact filters as last read or written
	 */
	List<String> filters();

	/**
	 * Records what an older installation left at the broker, where nobody knows.
	 * @param filters the exact filters, which may be none
	 * @return completes when they are durable
	 */
	CompletableFuture<Void> baseline(Collection<TopicFilter> filters);

	/**
	 * Returns the ledger of a session that remembers.
	 * @param history what it remembers
	 * @return its ledger
	 */
	static SessionLedger of(RememberedSession history) {
		return new SessionLedger() {

			@Override
			public List<String> filters() {
				return history.filters();
			}

			@Override
			public CompletableFuture<Void> baseline(Collection<TopicFilter> filters) {
				return history.baseline(filters);
			}

		};
	}

}
