package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * Makes the subscriptions of the broker equal to the plan, on every connection and with
 * every change: subscribes what is missing, unsubscribes what this process has subscribed
 * and nobody wants any more, reads every answer, and asks again where one was bad. Of
 * what others have subscribed in the same session it removes only what the application's
 * own history names (see {@link RememberedSession}), and what orphans come from where the
 * session ends with its connection (see {@link OrphanRemovals}).
 * <p>
 * What is wanted and what the broker was asked for are two things. A plan counts from the
 * moment it is given, for what is covered too; what the broker was asked for is
 * remembered until it has confirmed the removal, over failures and connections, and ends
 * with the session of the broker (Session Present = 0).
 * <p>
 * Owned by the thread of the session, on which everything but the snapshots and counters
 * is called and happens.
 */
public final class SubscriptionReconciler implements Reconciler {

	private final ReconcileSettings settings;

	private final SessionLoop loop;

	private final ReconcileListener listener;

	private final CallGate gate = new CallGate();

	private final BrokerAnswers answers;

	private final BrokerFilters filters;

	private final CoverageView coverage;

	private final SessionMemory memory;

	private final UnsubscribeStep unsubscribe;

	private final List<ReconcileStep> steps;

	private final PlanWarnings warnings;

	private final OrphanRemovals orphans;

	private final WakeUp wakeUp;

	private SubscriptionPlan plan = SubscriptionPlan.empty();

	/** Counts the plans. */
	private long version;

	private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

	private @Nullable ReconcileRun run;

	/** What the caller of a run that waits or goes on was given. */
	private @Nullable CompletableFuture<Outcome> promised;

	/** A run will come without being asked for again. */
	private boolean expected;

	private boolean coverageDue;

	private volatile @Nullable ConnectionEpoch epoch;

	private volatile ReconcileSnapshot snapshot = ReconcileSnapshot.NOTHING;

	/**
	 * Creates a reconciler with an empty plan, of a session whose past is not remembered.
	 * @param settings how to ask the broker
	 * @param loop the thread of the session
	 * @param clock the time
	 * @param coverage told what is covered
	 * @param orphans removes what deliveries that nobody wants come from
	 * @param listener the session
	 */
	public SubscriptionReconciler(ReconcileSettings settings, SessionLoop loop, SessionClock clock,
			Consumer<Coverage> coverage, OrphanRemovals orphans, ReconcileListener listener) {
		this(settings, loop, clock, coverage, orphans, null, DisplacedMessages.NONE, listener);
	}

	/**
	 * Creates a reconciler with an empty plan.
	 * @param settings how to ask the broker
	 * @param loop the thread of the session
	 * @param clock the time
	 * @param coverage told what is covered, with every change, on the session's thread or
	 * on the one that gives the first plan
	 * @param orphans removes what deliveries that nobody wants come from; driven by this
	 * reconciler from now on
	 * @param history what is remembered of the session, or {@code null} where it ends
	 * with its connection
	 * @param displaced the messages of filters that are removed
	 * @param listener the session
	 */
	public SubscriptionReconciler(ReconcileSettings settings, SessionLoop loop, SessionClock clock,
			Consumer<Coverage> coverage, OrphanRemovals orphans, @Nullable RememberedSession history,
			DisplacedMessages displaced, ReconcileListener listener) {
		this.settings = settings;
		this.loop = loop;
		this.listener = listener;
		this.answers = new BrokerAnswers(settings, clock, listener);
		this.filters = new BrokerFilters(settings, clock);
		this.coverage = new CoverageView(coverage);
		this.memory = (history != null)
				? new LedgerMemory(settings, clock, history, this.filters, displaced, listener, this::coverageChanged)
				: SessionMemory.NONE;
		KnownIdentifiers identifiers = new KnownIdentifiers();
		this.unsubscribe = new UnsubscribeStep(settings, clock, this.answers, this.filters, this.memory,
				() -> this.plan, this::coverageChanged);
		List<ReconcileStep> steps = new ArrayList<>();
		steps.add((run) -> this.memory.remember(run.plan()));
		steps.addAll(StepOrder.of(settings)
			.of(new SubscribeStep(settings, this.answers, this.filters, identifiers, () -> this.plan),
					this.unsubscribe));
		this.steps = List.copyOf(steps);
		this.warnings = new PlanWarnings(settings);
		this.wakeUp = new WakeUp(loop, clock, this::awake);
		this.orphans = orphans;
		orphans.attach(new OrphanSources(this.gate, identifiers, this.coverage::current, () -> this.plan,
				() -> this.epoch, (filter) -> {
					this.filters.removed(filter);
					coverageChanged();
				}));
	}

	/**
	 * Replaces the plan. It is applied by the next reconciliation, now or on a later
	 * connection; what it covers is covered at once.
	 * @param plan what is wanted from now on
	 * @return completes when the broker has answered for this plan or a later one;
	 * whether it granted everything is shown by {@link #snapshot()}
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	public CompletableFuture<Void> plan(SubscriptionPlan plan) {
		CompletableFuture<Void> applied = new CompletableFuture<>();
		this.waiting.add(new Waiting(++this.version, applied));
		this.plan = plan;
		this.warnings.check(plan);
		this.answers.retain(plan);
		this.memory.plan(plan);
		updateCoverage();
		refresh();
		return applied;
	}

	/**
	 * The session has stopped: nobody applies a plan any more. To be called when the
	 * session's thread has ended.
	 */
	public void stopped() {
		this.gate.reset();
		this.orphans.stopped();
		this.wakeUp.set(null);
		ReconcileRun run = this.run;
		if (run != null) {
			run.abandon();
			this.run = null;
		}
		CompletableFuture<Outcome> promised = this.promised;
		if (promised != null) {
			promised.complete(Outcome.FAILED);
			this.promised = null;
		}
		this.coverageDue = false;
		ConnectionClosedException stopped = new ConnectionClosedException("The session was stopped");
		for (Waiting next = this.waiting.poll(); next != null; next = this.waiting.poll()) {
			next.applied.completeExceptionally(stopped);
		}
	}

	/**
	 * How far reconciling has come. May be called from any thread.
	 * @return what was known at the end of the last step
	 */
	public ReconcileSnapshot snapshot() {
		ReconcileSnapshot current = this.snapshot;
		ConnectionEpoch connection = this.epoch;
		return (connection == null || connection.isRetired()) ? current.disconnected() : current;
	}

	/**
	 * What the broker says of each wanted subscription. May be called from any thread.
	 * @return the subscriptions, sorted by filter
	 */
	public List<SubscriptionStatus> subscriptions() {
		return snapshot().subscriptions();
	}

	/**
	 * How many refusals were reported: one for each filter and reason code on a
	 * connection.
	 * @return the count
	 */
	public long refusedCount() {
		return this.answers.refusedCount();
	}

	/**
	 * How many grants of a lower QoS than wanted were reported: one for each filter and
	 * QoS, until the wanted one is granted.
	 * @return the count
	 */
	public long downgradedCount() {
		return this.answers.downgradedCount();
	}

	/**
	 * What removes the subscriptions of deliveries that nobody wants.
	 * @return its records and counters
	 */
	public OrphanRemovals orphans() {
		return this.orphans;
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public CompletableFuture<Outcome> reconcile(ConnectionEpoch epoch) {
		ConnectionEpoch before = this.epoch;
		if (before == null || before.number() != epoch.number()) {
			connected(epoch);
		}
		if (this.plan.isEmpty() && this.filters.isEmpty() && this.memory.isSettled(this.plan)) {
			applied(this.version);
			ended(Outcome.IDLE);
			return CompletableFuture.completedFuture(Outcome.IDLE);
		}
		CompletableFuture<Outcome> promise = new CompletableFuture<>();
		this.promised = promise;
		this.gate.enter(() -> begin(epoch, promise));
		return promise;
	}

	private void connected(ConnectionEpoch epoch) {
		this.epoch = epoch;
		this.answers.connected(epoch.connAck().subscriptionIdentifiersAvailable());
		this.filters.connected(epoch.connAck().sessionPresent());
		this.memory.connected(epoch, this.plan);
		this.unsubscribe.connected();
		this.expected = true;
		updateCoverage();
		refresh();
		this.orphans.connected();
	}

	private void begin(ConnectionEpoch epoch, CompletableFuture<Outcome> promise) {
		long version = this.version;
		SubscriptionPlan plan = this.plan;
		ReconcileRun next = new ReconcileRun(this.settings, this.loop, epoch, plan, () -> judge(plan));
		this.run = next;
		next.begin(this.steps).whenComplete((outcome, failure) -> {
			// By then another one may have begun, after a stop and a start.
			if (this.run == next) {
				this.run = null;
				this.promised = null;
				if (outcome != Outcome.FAILED) {
					applied(version);
				}
				ended(outcome);
				this.gate.leave();
				promise.complete(outcome);
			}
		});
	}

	/** A plan that changed meanwhile has a run of its own. */
	private Outcome judge(SubscriptionPlan applied) {
		boolean complete = this.unsubscribe.kept().isEmpty() && this.memory.isSettled(this.plan);
		for (WantedSubscription subscription : applied.subscriptions()) {
			WantedSubscription newest = this.plan.get(subscription.filter().value());
			if (newest != null && newest.asksTheSame(subscription)) {
				complete &= this.answers.status(subscription).state() == SubscriptionState.ACTIVE;
			}
		}
		return complete ? Outcome.CONVERGED : Outcome.DEGRADED;
	}

	private void ended(Outcome outcome) {
		// After a failure the session comes back by itself, with growing delays.
		this.expected = outcome == Outcome.FAILED;
		// An answer may have come for what another plan has dropped meanwhile, and nobody
		// would ask for it again: it would be due for ever.
		this.answers.retain(this.plan);
		updateCoverage();
		refresh();
		this.memory.proceed(this.plan);
		setWakeUp();
	}

	private void applied(long upTo) {
		for (Waiting next = this.waiting.peek(); next != null && next.version <= upTo; next = this.waiting.peek()) {
			this.waiting.remove(next);
			next.applied.complete(null);
		}
	}

	private void refresh() {
		this.snapshot = SnapshotBuilder.build(this.plan, this.answers, this.filters, this.unsubscribe.kept(),
				this.memory);
	}

	private void updateCoverage() {
		// Without a plan nothing is known of what is wanted, so everything is covered.
		if (this.version > 0) {
			this.coverage.update(this.plan, this.filters, this.memory);
		}
	}

	/**
	 * Several removals come at a time and building a coverage takes time, so it is put
	 * off to the end of what is ready to run.
	 */
	private void coverageChanged() {
		if (!this.coverageDue) {
			this.coverageDue = true;
			this.loop.execute(() -> {
				this.coverageDue = false;
				updateCoverage();
				refresh();
				setWakeUp();
			});
		}
	}

	private void setWakeUp() {
		Long due = DueTime.earlier(this.filters.nextExpiry(), this.memory.nextDue());
		if (!this.expected && this.run == null) {
			due = DueTime.earlier(due, DueTime.earlier(this.answers.nextDue(), this.unsubscribe.nextDue()));
		}
		this.wakeUp.set(due);
	}

	private void awake() {
		ConnectionEpoch connection = this.epoch;
		if (connection == null || connection.isRetired()) {
			// The windows of removals go on, and questions are due, with the next
			// connection.
			return;
		}
		List<TopicFilter> expired = this.filters.expire();
		if (!expired.isEmpty()) {
			this.memory.forget(expired.stream().filter((filter) -> this.plan.get(filter.value()) == null).toList());
			updateCoverage();
		}
		this.memory.proceed(this.plan);
		if (!this.expected && this.run == null && isDue()) {
			this.expected = true;
			this.listener.reconcileDue();
		}
		setWakeUp();
	}

	private boolean isDue() {
		return this.answers.isDue() || this.unsubscribe.isDue();
	}

	/**
	 * Somebody who waits for a plan to be applied.
	 *
	 * @param version the number of the plan
	 * @param applied to be completed
	 */
	private record Waiting(long version, CompletableFuture<Void> applied) {
	}

}
