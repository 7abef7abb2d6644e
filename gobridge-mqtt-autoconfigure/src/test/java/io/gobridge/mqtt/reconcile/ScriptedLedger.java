package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.ledger.LedgerEntry;
import io.gobridge.mqtt.ledger.LedgerHistory;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * A ledger of one identity that can be away.
 */
final class ScriptedLedger implements SubscriptionLedger {

	final List<String> calls = new ArrayList<>();

	private @Nullable Map<String, LedgerEntry> entries;

	boolean away;

	/** What it is told is done, and is said to have failed. */
	boolean answersAreLost;

	/** Nothing is done until it is let go. */
	boolean held;

	private final List<Runnable> waiting = new ArrayList<>();

	static ScriptedLedger of(String... filters) {
		ScriptedLedger ledger = new ScriptedLedger();
		Map<String, LedgerEntry> entries = new TreeMap<>();
		for (String filter : filters) {
			entries.put(filter, LedgerEntry.of(TopicFilter.of(filter)));
		}
		ledger.entries = entries;
		return ledger;
	}

	List<String> filters() {
		Map<String, LedgerEntry> known = this.entries;
		return (known != null) ? List.copyOf(known.keySet()) : List.of("unknown");
	}

	@Override
	public CompletableFuture<Optional<LedgerHistory>> read(LedgerIdentity identity) {
		Map<String, LedgerEntry> known = this.entries;
		return answer("read",
				Optional.ofNullable((known != null) ? LedgerHistory.of(List.copyOf(known.values())) : null));
	}

	/** Does what waits, the newest first, as a database may. */
	void letGo() {
		this.held = false;
		List<Runnable> work = new ArrayList<>(this.waiting);
		this.waiting.clear();
		Collections.reverse(work);
		work.forEach(Runnable::run);
	}

	@Override
	public CompletableFuture<Void> remember(LedgerIdentity identity, Collection<LedgerEntry> added) {
		return change("remember " + added.stream().map((entry) -> entry.filter().value()).sorted().toList(), () -> {
			Map<String, LedgerEntry> known = (this.entries != null) ? this.entries : new TreeMap<>();
			added.forEach((entry) -> known.put(entry.filter().value(), entry));
			this.entries = known;
		});
	}

	@Override
	public CompletableFuture<Void> forget(LedgerIdentity identity, Collection<TopicFilter> filters) {
		return change("forget " + filters.stream().map(TopicFilter::value).sorted().toList(), () -> {
			Map<String, LedgerEntry> known = this.entries;
			if (known != null) {
				filters.forEach((filter) -> known.remove(filter.value()));
			}
		});
	}

	@SuppressWarnings("NullAway") // Void has no value.
	private CompletableFuture<Void> change(String call, Runnable change) {
		if (!this.held) {
			if (!this.away) {
				change.run();
			}
			return answer(call, null);
		}
		this.calls.add(call);
		CompletableFuture<Void> done = new CompletableFuture<>();
		this.waiting.add(() -> {
			change.run();
			done.complete(null);
		});
		return done;
	}

	@SuppressWarnings("NullAway") // Void has no value.
	private <T> CompletableFuture<T> answer(String call, @Nullable T value) {
		this.calls.add(call);
		return (this.away || this.answersAreLost)
				? CompletableFuture.failedFuture(new IllegalStateException("the disk is full"))
				: CompletableFuture.completedFuture(value);
	}

}
