package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.Backoff;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Remembers in the ledger, and removes what an older installation has left behind: an
 * UNSUBSCRIBE of the exact filter, a new connection where the broker had it, one grace
 * window without a delivery, and only then it is forgotten. The process may end between
 * any two of these: the next one finds the filter in the ledger and begins again.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class LedgerMemory implements SessionMemory {

	private static final Logger logger = LoggerFactory.getLogger(LedgerMemory.class);

	private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

	private final ReconcileSettings settings;

	private final SessionClock clock;

	private final RememberedSession history;

	private final Leftovers leftovers;

	private final DisplacedMessages displaced;

	private final ReconcileListener listener;

	private final Runnable changed;

	/** What this process has forgotten, bounded by what the ledger had. */
	private final Map<TopicFilter, Integer> forgotten = new LinkedHashMap<>();

	private final Backoff backoff = new Backoff(LOOK_AGAIN, Duration.ofSeconds(30));

	private @Nullable ConnectionEpoch epoch;

	/** A new connection was asked for. */
	private boolean reconnecting;

	private boolean forgetting;

	/** How many messages of removed filters were settled when it was last looked at. */
	private long settled;

	/** Somebody has to decide; nothing more is done on this connection. */
	private boolean undecided;

	/**
	 * Creates the memory.
	 * @param changed told of everything that changes what is covered
	 */
	LedgerMemory(ReconcileSettings settings, SessionClock clock, RememberedSession history, BrokerFilters filters,
			DisplacedMessages displaced, ReconcileListener listener, Runnable changed) {
		this.settings = settings;
		this.clock = clock;
		this.history = history;
		this.leftovers = new Leftovers(settings, clock, history, filters);
		this.displaced = displaced;
		this.listener = listener;
		this.changed = changed;
	}

	@Override
	public CompletableFuture<Void> remember(SubscriptionPlan plan) {
		return this.history.remember(plan);
	}

	@Override
	public void connected(ConnectionEpoch epoch, SubscriptionPlan plan) {
		this.epoch = epoch;
		this.reconnecting = false;
		this.undecided = false;
		this.backoff.reset();
		this.settled = this.displaced.settled();
		this.leftovers.connected(epoch.connAck().sessionPresent(), plan);
	}

	@Override
	public void plan(SubscriptionPlan plan) {
		this.leftovers.retain(plan);
		this.forgotten.keySet().removeIf((filter) -> plan.get(filter.value()) != null);
	}

	@Override
	public List<TopicFilter> toAsk(SubscriptionPlan... plans) {
		return this.leftovers.toAsk(plans);
	}

	@Override
	public List<TopicFilter> unconfirmed(SubscriptionPlan... plans) {
		return this.leftovers.unconfirmed(plans);
	}

	@Override
	public Map<TopicFilter, Integer> confirmed(SubscriptionPlan plan) {
		return this.leftovers.confirmed(plan);
	}

	@Override
	public Map<TopicFilter, Integer> displaced(SubscriptionPlan plan) {
		Map<TopicFilter, Integer> displaced = new LinkedHashMap<>(this.forgotten);
		displaced.putAll(this.leftovers.confirmed(plan));
		return displaced;
	}

	@Override
	public boolean removed(TopicFilter filter, boolean existed, SubscriptionPlan plan) {
		if (this.leftovers.answered(filter)) {
			return true;
		}
		if (!this.leftovers.isUnconfirmed(filter, plan)) {
			return false;
		}
		logger.info(
				"Session '{}': '{}', which an older installation has subscribed, is unsubscribed; it is forgotten "
						+ "when nothing came from it for {}{}",
				this.settings.session(), filter, this.settings.unmatchedGrace(), existed ? " on a new connection" : "");
		this.leftovers.confirmed(filter, existed);
		this.changed.run();
		return true;
	}

	@Override
	public void forget(Collection<TopicFilter> filters) {
		this.history.forget(filters).exceptionally((failure) -> {
			// It stays in the ledger: harmless, and the next process removes it.
			logger.warn("Session '{}': {} removed filters are not forgotten: {}", this.settings.session(),
					filters.size(), message(failure));
			return null;
		});
	}

	@Override
	public void proceed(SubscriptionPlan plan) {
		ConnectionEpoch connection = this.epoch;
		if (connection == null || connection.isRetired() || this.undecided) {
			return;
		}
		if (this.leftovers.needConnection()) {
			if (!this.reconnecting) {
				this.reconnecting = true;
				logger.info("Session '{}' connects anew, so that the broker sends again what it had begun to deliver "
						+ "for removed filters", this.settings.session());
				this.listener.reconnectDue();
			}
			return;
		}
		List<TopicFilter> due = this.leftovers.due(plan);
		if (due.isEmpty() || this.forgetting) {
			return;
		}
		if (this.leftovers.ask(due)) {
			this.listener.reconcileDue();
		}
		else {
			verify(due);
		}
	}

	/**
	 * The windows of these have passed on this connection, and the broker has answered
	 * behind whatever it had sent.
	 */
	private void verify(List<TopicFilter> due) {
		// In this order: what is settled between the two is missed by neither.
		long settled = this.displaced.settled();
		List<String> topics = this.displaced.topics();
		List<TopicFilter> delivered = new ArrayList<>();
		List<TopicFilter> silent = new ArrayList<>();
		for (TopicFilter filter : due) {
			(topics.stream().anyMatch(filter::matches) ? delivered : silent).add(filter);
		}
		if (!delivered.isEmpty() && !this.displaced.areKept()) {
			this.undecided = true;
			this.listener.migrationRequired(migration(delivered));
			return;
		}
		// Their dead letters are being written.
		this.leftovers.postpone(delivered, DueTime.in(LOOK_AGAIN, this.clock));
		if (settled != this.settled) {
			// The Receive Maximum may have kept the broker from sending the next ones
			// before: only a window in which none came proves that none is left.
			this.settled = settled;
			this.leftovers.postpone(silent, DueTime.in(this.settings.unmatchedGrace(), this.clock));
			silent.clear();
		}
		if (silent.isEmpty()) {
			this.changed.run();
			return;
		}
		Map<TopicFilter, Integer> identifiers = this.leftovers.confirmed(SubscriptionPlan.empty());
		this.forgetting = true;
		this.history.forget(silent).whenComplete((done, failure) -> forgotten(silent, identifiers, failure));
	}

	private void forgotten(List<TopicFilter> silent, Map<TopicFilter, Integer> identifiers,
			@Nullable Throwable failure) {
		this.forgetting = false;
		if (failure == null) {
			logger.info("Session '{}': nothing comes any more from {}; forgotten", this.settings.session(), silent);
			this.backoff.reset();
			this.leftovers.gone(silent);
			rememberForgotten(silent, identifiers);
			this.listener.reconcileDue();
		}
		else {
			logger.warn("Session '{}': {} removed filters can not be forgotten yet: {}", this.settings.session(),
					silent.size(), message(failure));
			this.leftovers.postpone(silent, DueTime.in(this.backoff.next(), this.clock));
		}
		this.changed.run();
	}

	/**
	 * Where there is a dead-letter store a straggler becomes a dead letter, for as long
	 * as the process lives. Without one it could only be kept unacknowledged for ever.
	 */
	private void rememberForgotten(List<TopicFilter> silent, Map<TopicFilter, Integer> identifiers) {
		if (this.displaced.areKept()) {
			silent.forEach((filter) -> this.forgotten.put(filter, identifiers.getOrDefault(filter, 0)));
		}
	}

	private MigrationRequired migration(List<TopicFilter> delivered) {
		return new MigrationRequired(
				"the broker delivers messages of filters that an older installation had subscribed and this one does "
						+ "not want, and there is no dead-letter store to keep them in",
				delivered.stream().map(TopicFilter::value).toList(),
				List.of("restore the routes of these filters under the same client id until the messages are handled",
						"set gobridge.mqtt.dead-letter.store to embedded, jdbc or topic, so that they are kept there",
						"give the messages up: start once with gobridge.mqtt.session.clean-start=true"));
	}

	private static @Nullable String message(Throwable failure) {
		@Nullable Throwable cause = failure.getCause();
		return (cause != null) ? cause.getMessage() : failure.getMessage();
	}

	@Override
	public @Nullable Long nextDue() {
		return (this.forgetting || this.undecided) ? null : this.leftovers.nextDue();
	}

	@Override
	public boolean isSettled(SubscriptionPlan plan) {
		return this.history.isRecorded() && this.leftovers.filters(plan).isEmpty();
	}

}
