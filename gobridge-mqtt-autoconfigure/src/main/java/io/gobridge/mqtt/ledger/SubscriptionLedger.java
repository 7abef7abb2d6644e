package io.gobridge.mqtt.ledger;

import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.topic.TopicFilter;

/**
 * The durable memory of what a session has subscribed to, written before each SUBSCRIBE
 * and cleared only after the broker was seen to have forgotten. Identities do not see
 * each other.
 * <p>
 * When a future completes normally the change is durable; each change takes effect as a
 * whole or not at all. A future fails with {@link io.gobridge.mqtt.store.StoreException}
 * where the store failed; that is never to be taken for an empty history. Messages hold
 * neither identity nor filters. May be called from any thread and never blocks. Futures
 * complete on a thread of the store, which must not be blocked. Calls that do not wait
 * for each other have no order.
 */
public interface SubscriptionLedger {

	/**
	 * Reads the history of a session.
	 * @param identity whose history
	 * @return the history, which may be empty of filters, or nothing where none was ever
	 * recorded: then what the broker holds is unknown
	 */
	CompletableFuture<Optional<LedgerHistory>> read(LedgerIdentity identity);

	/**
	 * Adds filters. Begins the history where there is none: with no filters at all this
	 * records that the broker holds nothing. To add what is there is harmless; its
	 * identifier is replaced unless the new one is {@link LedgerEntry#NO_IDENTIFIER}.
	 * @param identity whose history
	 * @param entries the filters with their identifiers
	 * @return completes when they are durable
	 */
	CompletableFuture<Void> remember(LedgerIdentity identity, Collection<LedgerEntry> entries);

	/**
	 * Removes filters. The history itself stays, also when nothing is left in it.
	 * @param identity whose history
	 * @param filters the exact filters; those that are not there are ignored
	 * @return completes when they are gone; fails with {@link UnknownHistoryException}
	 * where there is no history
	 */
	CompletableFuture<Void> forget(LedgerIdentity identity, Collection<TopicFilter> filters);

}
