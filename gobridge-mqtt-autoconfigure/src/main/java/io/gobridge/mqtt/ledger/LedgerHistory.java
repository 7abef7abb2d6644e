package io.gobridge.mqtt.ledger;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * What a session has subscribed to and not given up, as it was when it was read.
 * Immutable.
 */
public final class LedgerHistory {

	private final List<LedgerEntry> entries;

	/** By identifier; an identifier of two filters names none. */
	private final Map<Integer, Optional<TopicFilter>> byIdentifier = new HashMap<>();

	/**
	 * Creates a history.
	 * @param entries the entries in any order, each filter once
	 */
	public LedgerHistory(Collection<LedgerEntry> entries) {
		this.entries = entries.stream().sorted(Comparator.comparing((entry) -> entry.filter().value())).toList();
		for (LedgerEntry entry : this.entries) {
			if (entry.identifier() != LedgerEntry.NO_IDENTIFIER) {
				this.byIdentifier.merge(entry.identifier(), Optional.of(entry.filter()),
						(one, other) -> Optional.empty());
			}
		}
	}

	/**
	 * Creates a history.
	 * @param entries the filters with their identifiers, in any order
	 * @return the history
	 */
	public static LedgerHistory of(Collection<LedgerEntry> entries) {
		return new LedgerHistory(entries);
	}

	/**
	 * Returns the filters with their identifiers.
	 * @return the entries, sorted by filter, each filter once
	 */
	public List<LedgerEntry> entries() {
		return this.entries;
	}

	/**
	 * Returns the filters.
	 * @return the filters, sorted, each once
	 */
	public List<TopicFilter> filters() {
		return this.entries.stream().map(LedgerEntry::filter).toList();
	}

	/**
	 * Returns the filter that was subscribed with an identifier.
	 * @param identifier a subscription identifier of a delivery
	 * @return the filter, or {@code null} where none or more than one has it
	 */
	public @Nullable TopicFilter filter(int identifier) {
		return this.byIdentifier.getOrDefault(identifier, Optional.empty()).orElse(null);
	}

	@Override
	public String toString() {
		return this.entries.size() + " filters";
	}

}
