package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.ledger.LedgerEntry;
import io.gobridge.mqtt.ledger.LedgerHistory;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.SessionHistory;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a session remembers, over the end of the process, of the filters that it has
 * subscribed. Written before the broker is asked, so that the broker never has a filter
 * which is not in here.
 * <p>
 * Where nothing was ever recorded the past is unknown, which is not the same as empty.
 * Session Present = 0 proves that it is empty (MQTT 5, section 3.2.2.1.1).
 */
public final class RememberedSession implements SessionHistory {

	private static final Logger logger = LoggerFactory.getLogger(RememberedSession.class);

	private final String session;

	private final SubscriptionLedger ledger;

	private final LedgerIdentity identity;

	private final List<LedgerEntry> baseline;

	private final UnknownHistory unknownHistory;

	private final SessionLoop loop;

	private final Map<String, LedgerEntry> entries = new TreeMap<>();

	/**
	 * What the ledger was told to forget and has not said that it did: it may have them
	 * or not.
	 */
	private final Set<String> doubtful = new HashSet<>();

	private CompletableFuture<Void> forgetting = CompletableFuture.completedFuture(null);

	/** Written by the session's thread; the reader of a CONNACK may prove it empty. */
	private volatile Knowledge knowledge = Knowledge.UNREAD;

	/** For everybody else. */
	private volatile List<String> filters = List.of();

	/**
	 * Creates the memory of a session. Reads nothing yet.
	 * @param session the name of the session
	 * @param ledger where it is kept
	 * @param identity which session of which broker
	 * @param baseline filters that an older installation is known to have left behind
	 * @param unknownHistory what happens where the past is unknown
	 * @param loop the thread of the session
	 */
	public RememberedSession(String session, SubscriptionLedger ledger, LedgerIdentity identity,
			List<TopicFilter> baseline, UnknownHistory unknownHistory, SessionLoop loop) {
		this.session = session;
		this.ledger = ledger;
		this.identity = identity;
		this.baseline = baseline.stream().map(LedgerEntry::of).toList();
		this.unknownHistory = unknownHistory;
		this.loop = loop;
	}

	/**
	 * The session starts: what is remembered is read again. Called while the session has
	 * no thread.
	 */
	public void start() {
		this.knowledge = Knowledge.UNREAD;
		// A stop may have taken the end of it away.
		this.doubtful.clear();
		this.forgetting = CompletableFuture.completedFuture(null);
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public CompletableFuture<Void> load() {
		// What is unknown is read before every CONNECT: somebody may have recorded it.
		if (this.knowledge == Knowledge.RECORDED || this.knowledge == Knowledge.PROVEN_EMPTY) {
			return CompletableFuture.completedFuture(null);
		}
		return inLoop(this.ledger.read(this.identity).thenCompose(this::withBaseline)).thenAccept(this::loaded);
	}

	private CompletableFuture<Optional<LedgerHistory>> withBaseline(Optional<LedgerHistory> history) {
		List<LedgerEntry> missing = new ArrayList<>(this.baseline);
		history.ifPresent((known) -> {
			Set<TopicFilter> filters = new HashSet<>(known.filters());
			missing.removeIf((entry) -> filters.contains(entry.filter()));
		});
		if (missing.isEmpty()) {
			return CompletableFuture.completedFuture(history);
		}
		return this.ledger.remember(this.identity, missing).thenCompose((done) -> this.ledger.read(this.identity));
	}

	private void loaded(Optional<LedgerHistory> history) {
		this.entries.clear();
		history
			.ifPresent((known) -> known.entries().forEach((entry) -> this.entries.put(entry.filter().value(), entry)));
		this.knowledge = history.isPresent() ? Knowledge.RECORDED : Knowledge.UNKNOWN;
		publish();
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public boolean wantsCleanStart() {
		boolean clean = this.knowledge == Knowledge.UNKNOWN && this.unknownHistory == UnknownHistory.CLEAN;
		if (clean) {
			logger.warn(
					"Session '{}': nothing is known of the subscriptions that the broker may have kept; it is told to "
							+ "discard the session, with the messages that wait in it",
					this.session);
		}
		return clean;
	}

	@Override
	@RunsOn(RunsOn.Kind.WIRE)
	public @Nullable MigrationRequired objection(ConnAck ack) {
		if (this.knowledge != Knowledge.UNKNOWN) {
			return null;
		}
		if (!ack.sessionPresent()) {
			this.knowledge = Knowledge.PROVEN_EMPTY;
			return null;
		}
		return new MigrationRequired(
				"the broker has kept a session (Session Present = 1) of whose subscriptions "
						+ "nothing is recorded; they may deliver messages that nobody handles",
				List.of(),
				List.of("name the exact filters that the older installation has left behind in "
						+ "gobridge.mqtt.ledger.baseline, or by POST to ledger/baseline of the endpoint 'mqtt'",
						"let the broker discard the session and the messages in it, once, by "
								+ "gobridge.mqtt.ledger.unknown-history=clean",
						"restore the ledger of the older installation (gobridge.mqtt.store.path or its database)"));
	}

	/**
	 * Whether what is remembered is durable, be it nothing.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	boolean isRecorded() {
		return this.knowledge == Knowledge.RECORDED;
	}

	/**
	 * Records what is about to be subscribed, where it is not recorded yet.
	 * @return completes on the session's thread when everything is durable
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	CompletableFuture<Void> remember(SubscriptionPlan plan) {
		if (!this.forgetting.isDone() && this.doubtful.stream().anyMatch((filter) -> plan.get(filter) != null)) {
			// Wanted again before it was forgotten: recorded behind that, since a ledger
			// may carry out in any order what it is told at the same time.
			return this.forgetting.handle((done, failure) -> plan).thenCompose(this::remember);
		}
		List<LedgerEntry> missing = new ArrayList<>();
		for (WantedSubscription subscription : plan.subscriptions()) {
			if (!isKnown(subscription)) {
				missing.add(new LedgerEntry(subscription.filter(), subscription.identifier()));
			}
		}
		if (missing.isEmpty() && isRecorded()) {
			return CompletableFuture.completedFuture(null);
		}
		return inLoop(this.ledger.remember(this.identity, missing)).thenRun(() -> {
			missing.forEach((entry) -> {
				this.entries.put(entry.filter().value(), entry);
				this.doubtful.remove(entry.filter().value());
			});
			this.knowledge = Knowledge.RECORDED;
			publish();
		});
	}

	private boolean isKnown(WantedSubscription subscription) {
		String filter = subscription.filter().value();
		LedgerEntry known = this.entries.get(filter);
		return known != null && known.identifier() == subscription.identifier() && !this.doubtful.contains(filter);
	}

	/**
	 * Forgets filters that the broker has been seen not to have any more.
	 * @return completes on the session's thread when that is durable
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	CompletableFuture<Void> forget(Collection<TopicFilter> gone) {
		List<TopicFilter> known = gone.stream().filter(this::contains).toList();
		if (known.isEmpty()) {
			return CompletableFuture.completedFuture(null);
		}
		known.forEach((filter) -> this.doubtful.add(filter.value()));
		CompletableFuture<Void> forgotten = inLoop(this.ledger.forget(this.identity, known)).thenRun(() -> {
			known.forEach((filter) -> {
				this.entries.remove(filter.value());
				this.doubtful.remove(filter.value());
			});
			publish();
		});
		this.forgetting = CompletableFuture.allOf(this.forgetting.exceptionally((failure) -> null), forgotten);
		return forgotten;
	}

	/**
	 * What is remembered.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	Collection<LedgerEntry> entries() {
		return this.entries.values();
	}

	@RunsOn(RunsOn.Kind.SESSION)
	boolean contains(TopicFilter filter) {
		return this.entries.containsKey(filter.value());
	}

	/**
	 * Records what an operator says that the broker has, where the past is unknown. The
	 * session has to be told to go on. Any thread.
	 * @param filters the exact filters, with {@code $share} prefix where shared; may be
	 * none
	 * @return completes when they are durable
	 */
	public CompletableFuture<Void> baseline(Collection<TopicFilter> filters) {
		return this.ledger.remember(this.identity, filters.stream().map(LedgerEntry::of).toList());
	}

	/**
	 * The filters that are remembered, sorted. Any thread.
	 * @return the filters as of the last change
	 */
	public List<String> filters() {
		return this.filters;
	}

	private void publish() {
		this.filters = List.copyOf(this.entries.keySet());
	}

	/**
	 * Futures of a ledger complete on a thread of the store.
	 */
	private <T> CompletableFuture<T> inLoop(CompletableFuture<T> future) {
		CompletableFuture<T> inLoop = new CompletableFuture<>();
		future.whenComplete((value, failure) -> this.loop.execute(() -> {
			if (failure != null) {
				inLoop.completeExceptionally(failure);
			}
			else {
				inLoop.complete(value);
			}
		}));
		return inLoop;
	}

	/**
	 * What is known of the past.
	 */
	private enum Knowledge {

		/** The ledger was not read yet. */
		UNREAD,

		/** The ledger has nothing. */
		UNKNOWN,

		/** The broker has said that it has no session; not recorded yet. */
		PROVEN_EMPTY,

		/** The ledger knows, be it that there is nothing. */
		RECORDED

	}

}
