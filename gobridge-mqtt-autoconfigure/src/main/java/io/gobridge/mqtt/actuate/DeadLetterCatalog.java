package io.gobridge.mqtt.actuate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import org.jspecify.annotations.Nullable;

/**
 * Several stores as one.
 */
final class DeadLetterCatalog {

	private final List<DeadLetterStore> stores;

	DeadLetterCatalog(Collection<DeadLetterStore> stores) {
		this.stores = List.copyOf(stores);
	}

	/**
	 * Identifiers sort by the time of the failure, in each store and over all of them.
	 */
	List<DeadLetterMetadata> list(@Nullable String after, int limit) {
		List<DeadLetterMetadata> merged = new ArrayList<>();
		this.stores.forEach((store) -> merged.addAll(store.list(after, limit)));
		merged.sort(Comparator.comparing(DeadLetterMetadata::id));
		return merged.subList(0, Math.min(limit, merged.size()));
	}

	Optional<Found> find(String id) {
		for (DeadLetterStore store : this.stores) {
			Optional<DeadLetter> found = store.find(id);
			if (found.isPresent()) {
				return Optional.of(new Found(found.get(), store));
			}
		}
		return Optional.empty();
	}

	boolean delete(String id) {
		boolean deleted = false;
		for (DeadLetterStore store : this.stores) {
			deleted |= store.delete(id);
		}
		return deleted;
	}

	/**
	 * A dead letter and where it is.
	 */
	record Found(DeadLetter deadLetter, DeadLetterStore store) {
	}

}
