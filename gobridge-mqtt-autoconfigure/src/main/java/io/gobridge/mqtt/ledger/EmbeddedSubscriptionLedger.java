package io.gobridge.mqtt.ledger;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.store.EmbeddedStore;
import io.gobridge.mqtt.store.StoreTransaction;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * The ledger in the embedded store. That there is a history at all is a key of its own in
 * front of its filters.
 */
public final class EmbeddedSubscriptionLedger implements SubscriptionLedger {

	private static final String TABLE = "ledger";

	private static final String SEPARATOR = "/";

	private final EmbeddedStore store;

	/**
	 * Creates a ledger.
	 * @param store where it is kept
	 */
	public EmbeddedSubscriptionLedger(EmbeddedStore store) {
		this.store = store;
	}

	@Override
	public CompletableFuture<Optional<LedgerHistory>> read(LedgerIdentity identity) {
		return this.store.submit((transaction) -> transaction.contains(TABLE, identity.key())
				? Optional.of(LedgerHistory.of(entries(transaction, identity.key() + SEPARATOR))) : Optional.empty());
	}

	private List<LedgerEntry> entries(StoreTransaction transaction, String prefix) {
		List<LedgerEntry> entries = new ArrayList<>();
		transaction.forEachAfter(TABLE, prefix, (key, value) -> {
			if (!key.startsWith(prefix)) {
				return false;
			}
			entries.add(new StoredEntry(key.substring(prefix.length()), identifier(value))
				.toEntry(this.store.directory().toString()));
			return true;
		});
		return entries;
	}

	@Override
	public CompletableFuture<Void> remember(LedgerIdentity identity, Collection<LedgerEntry> entries) {
		List<LedgerEntry> added = List.copyOf(entries);
		return this.store.<@Nullable Void>submit((transaction) -> {
			if (!transaction.contains(TABLE, identity.key())) {
				transaction.put(TABLE, identity.key(), new byte[0]);
			}
			for (LedgerEntry entry : added) {
				remember(transaction, identity.key() + SEPARATOR + entry.filter().value(), entry.identifier());
			}
			return null;
		});
	}

	private static void remember(StoreTransaction transaction, String key, int identifier) {
		byte[] old = transaction.get(TABLE, key);
		if (old == null || identifier != LedgerEntry.NO_IDENTIFIER && identifier(old) != identifier) {
			transaction.put(TABLE, key, ByteBuffer.allocate(Integer.BYTES).putInt(identifier).array());
		}
	}

	@Override
	public CompletableFuture<Void> forget(LedgerIdentity identity, Collection<TopicFilter> filters) {
		List<TopicFilter> removed = List.copyOf(filters);
		return this.store.<@Nullable Void>submit((transaction) -> {
			if (!transaction.contains(TABLE, identity.key())) {
				throw new UnknownHistoryException();
			}
			removed.forEach((filter) -> transaction.remove(TABLE, identity.key() + SEPARATOR + filter.value()));
			return null;
		});
	}

	private static int identifier(byte[] value) {
		return ByteBuffer.wrap(value).getInt();
	}

}
