package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.Reconciler.Outcome;
import io.gobridge.mqtt.session.SteppedClock;
import io.gobridge.mqtt.session.SteppedLoop;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * A reconciler on a stepped loop. A run that it asks for begins at once where a
 * connection is open, as with a session.
 */
final class ReconcileFixture implements ReconcileListener {

	static final Duration GRACE = Duration.ofSeconds(20);

	final SteppedClock clock = new SteppedClock();

	final SteppedLoop loop = new SteppedLoop(this.clock);

	final List<Coverage> coverages = new ArrayList<>();

	final List<SubscriptionStatus> refused = new ArrayList<>();

	final List<Orphan> detected = new ArrayList<>();

	final OrphanRemovals orphans;

	final SubscriptionReconciler reconciler;

	static final LedgerIdentity IDENTITY = LedgerIdentity.of("mqtt://localhost", "test");

	final @Nullable RememberedSession history;

	final Displaced displaced = new Displaced();

	final List<MigrationRequired> migrations = new ArrayList<>();

	/** How often the reconciler asked for a new connection. */
	int reconnects;

	final SubscribingConnection connection = new SubscribingConnection();

	/** How often the reconciler asked for a run. */
	int asked;

	ConnectionEpoch epoch;

	CompletableFuture<Outcome> outcome = new CompletableFuture<>();

	ReconcileFixture(boolean durable) {
		this(durable, Duration.ofHours(1));
	}

	/** A durable session that remembers. */
	ReconcileFixture(SubscriptionLedger ledger, UnknownHistory unknownHistory, String... baseline) {
		ReconcileSettings settings = new ReconcileSettings("test", true, Duration.ofSeconds(30), 8, GRACE,
				Duration.ofSeconds(10), Duration.ofHours(1));
		this.orphans = new OrphanRemovals(settings, this.loop, this.clock, this);
		this.history = new RememberedSession("test", ledger, IDENTITY,
				Arrays.stream(baseline).map(TopicFilter::of).toList(), unknownHistory, this.loop);
		this.reconciler = new SubscriptionReconciler(settings, this.loop, this.clock, this.coverages::add, this.orphans,
				this.history, this.displaced, this);
		this.epoch = this.connection.epoch(1, false);
	}

	ReconcileFixture(boolean durable, Duration recheck) {
		this.history = null;
		ReconcileSettings settings = new ReconcileSettings("test", durable, Duration.ofSeconds(30), 8, GRACE,
				Duration.ofSeconds(10), recheck);
		this.orphans = new OrphanRemovals(settings, this.loop, this.clock, this);
		this.reconciler = new SubscriptionReconciler(settings, this.loop, this.clock, this.coverages::add, this.orphans,
				this);
		this.epoch = this.connection.epoch(1, false);
	}

	static SubscriptionPlan plan(String... filters) {
		return planAt(1, filters);
	}

	static SubscriptionPlan planAt(int qos, String... filters) {
		return SubscriptionPlan.of(Arrays.stream(filters)
			.map((filter) -> new Demand("route " + filter, TopicFilter.of(filter), qos, false, false,
					Demand.Retained.UNSPECIFIED))
			.toList());
	}

	/** Opens the first connection with a plan. */
	ReconcileFixture start(SubscriptionPlan plan) {
		this.reconciler.plan(plan);
		reconcile();
		return this;
	}

	/** Ends the connection and opens another. */
	void reconnect(boolean sessionPresent) {
		disconnect();
		this.epoch = this.connection.epoch(this.epoch.number() + 1, sessionPresent);
		reconcile();
	}

	void disconnect() {
		this.epoch.retire();
		this.connection.cut();
		this.loop.runReady();
	}

	CompletableFuture<Outcome> change(SubscriptionPlan plan) {
		this.reconciler.plan(plan);
		return reconcile();
	}

	CompletableFuture<Outcome> reconcile() {
		this.outcome = this.reconciler.reconcile(this.epoch);
		this.loop.runReady();
		return this.outcome;
	}

	void answer(Integer... codes) {
		this.connection.answer(codes);
		this.loop.runReady();
	}

	/** Answers everything with the QoS that was asked for, or with success. */
	void answerAll() {
		while (!this.connection.answers.isEmpty()) {
			this.connection.answerAsAsked();
			this.loop.runReady();
		}
	}

	List<String> takeSent() {
		List<String> sent = List.copyOf(this.connection.sent);
		this.connection.sent.clear();
		return sent;
	}

	List<SubscriptionState> states() {
		return this.reconciler.subscriptions().stream().map(SubscriptionStatus::state).toList();
	}

	Coverage coverage() {
		return this.coverages.get(this.coverages.size() - 1);
	}

	void orphan(String topic, int... identifiers) {
		this.orphans.orphaned(topic, identifiers);
		this.loop.runReady();
	}

	/**
	 * Messages of removed filters that the test says there are.
	 */
	static final class Displaced implements DisplacedMessages {

		final List<String> topics = new ArrayList<>();

		boolean kept = true;

		long settled;

		/** Run when the topics have been read. */
		Runnable afterwards = () -> {
		};

		@Override
		public List<String> topics() {
			List<String> read = List.copyOf(this.topics);
			this.afterwards.run();
			return read;
		}

		@Override
		public long settled() {
			return this.settled;
		}

		@Override
		public boolean areKept() {
			return this.kept;
		}

	}

	@Override
	public void reconnectDue() {
		this.reconnects++;
	}

	@Override
	public void migrationRequired(MigrationRequired migration) {
		this.migrations.add(migration);
	}

	@Override
	public void reconcileDue() {
		this.asked++;
		this.loop.execute(() -> this.outcome = this.reconciler.reconcile(this.epoch));
	}

	@Override
	public void refused(SubscriptionStatus status) {
		this.refused.add(status);
	}

	@Override
	public void orphanDetected(Orphan orphan) {
		this.detected.add(orphan);
	}

}
