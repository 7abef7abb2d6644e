package io.gobridge.mqtt.model;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.reconcile.Orphan;
import io.gobridge.mqtt.reconcile.OrphanRemovals;
import io.gobridge.mqtt.reconcile.ReconcileListener;
import io.gobridge.mqtt.reconcile.ReconcileSettings;
import io.gobridge.mqtt.reconcile.SubscriptionReconciler;
import io.gobridge.mqtt.reconcile.SubscriptionStatus;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.LaneSettings;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.AckOrder;
import io.gobridge.mqtt.router.RoutePlanner;
import io.gobridge.mqtt.router.Router;
import io.gobridge.mqtt.router.RouterPorts;
import io.gobridge.mqtt.router.RouterSettings;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.InboundFlow;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.ReconnectSettings;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.session.SessionSettings;
import io.gobridge.mqtt.session.SteppedClock;
import io.gobridge.mqtt.session.SteppedLoop;
import io.gobridge.mqtt.session.SteppedSession;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * A session put together as the application does it, on a stepped thread, with a
 * simulated broker in front of it and the model listening at every seam.
 */
final class World implements ReconcileListener, InboundFlow {

	static final String SESSION = "model";

	static final Duration GRACE = Duration.ofSeconds(30);

	/** The filters of all routes. */
	static final List<String> FILTERS = List.of("a/1", "a/#", "a/+", "+/1", "b/1", "b/#", "#", "c", "$share/g/a/+",
			"$share/g/b/1");

	/** The subscription identifiers of these filters, which never change. */
	private static final Map<Integer, String> IDENTIFIERS = FILTERS.stream()
		.collect(Collectors.toMap(World::identifierOf, (filter) -> filter));

	final SteppedClock clock = new SteppedClock();

	final SteppedLoop loop = new SteppedLoop(this.clock);

	final Deque<Runnable> lanes = new ArrayDeque<>();

	final DefaultMqttRouteRegistry registry = new DefaultMqttRouteRegistry(List.of(SESSION), SESSION);

	final Violations violations;

	final Expected expected;

	final SimulatedBroker broker;

	final Router router;

	final SubscriptionReconciler reconciler;

	final ManagedSession session;

	/** How late the session's thread may be with what has come. */
	Duration lateness = Duration.ZERO;

	/** Redelivery was asked for. */
	boolean recovery;

	/** What the newest plan wants. */
	final Map<String, Integer> wanted = new LinkedHashMap<>();

	private final RoutePlanner planner;

	private final TappedLoop plannerLoop;

	private long recoveries;

	/** The connection of the newest reconciliation. */
	private @Nullable ConnectionEpoch known;

	World(Setup setup, Random random, Violations violations) {
		this.violations = violations;
		this.expected = new Expected(setup, IDENTIFIERS, this.clock, GRACE.toNanos(), violations);
		this.broker = new SimulatedBroker(setup, random, this.clock, this.loop, this.expected, violations);
		RouterSettings settings = new RouterSettings(SESSION, setup.durable(), setup.receiveMaximum(), Long.MAX_VALUE,
				setup.settledOrder() ? AckOrder.SETTLED : AckOrder.RECEIVED, OnFailure.DROP, GRACE,
				new RouterSettings.Retry(0, Duration.ofMillis(1), 1.0, Duration.ofMillis(1)));
		ReconcileSettings reconcile = new ReconcileSettings(SESSION, setup.durable(), Duration.ofSeconds(30), 2, GRACE,
				Duration.ofSeconds(10), Duration.ofHours(1));
		OrphanRemovals orphans = new OrphanRemovals(reconcile, this.loop, this.clock, this);
		this.router = new Router(settings, new LaneSettings(this.lanes::add, setup.receiveMaximum(), 4, 1),
				TappedLoop.before(this.loop, this.expected::tick), this.clock,
				RouterPorts.of(this::requestRecovery, (topic, identifiers) -> {
					this.violations.trace("orphan on ", topic);
					String first = this.expected.orphans.isEmpty() ? "none" : this.expected.orphans.remove(0);
					this.violations.unless(first.equals(topic), "Orphan on ", topic, " where the model has ", first);
					orphans.orphaned(topic, identifiers);
				}));
		this.reconciler = new SubscriptionReconciler(reconcile, this.loop, this.clock, this::coverage, orphans, this);
		this.session = SteppedSession.of(SessionSettings.builder(SESSION)
			.clientId("me")
			.addresses("tcp://localhost:1883")
			.mode(setup.durable() ? SessionMode.PERSISTENT : SessionMode.EPHEMERAL)
			.receiveMaximum(setup.receiveMaximum())
			.reconnect(new ReconnectSettings(Duration.ofSeconds(1), Duration.ofSeconds(4), 2.0))
			.build(), this.broker, this, this::reconcile, this.clock, this.loop, random::nextDouble);
		this.plannerLoop = TappedLoop.of(this.loop, this.expected);
		this.planner = new RoutePlanner(this.router, this.plannerLoop, this::apply,
				setup.declared() ? List.of(demand("c")) : List.of(), false);
	}

	private static Demand demand(String filter) {
		return new Demand("declared", TopicFilter.of(filter), 2, false, false, Demand.Retained.UNSPECIFIED);
	}

	static int identifierOf(String filter) {
		return SubscriptionPlan.of(List.of(demand(filter))).subscriptions().iterator().next().identifier();
	}

	void start() {
		this.router.start();
		this.registry.attach(SESSION, this.planner);
		this.expected.enterTable();
		this.planner.start();
		this.session.start();
	}

	/** Time goes on, and the session's thread does not. */
	void delay(Duration duration) {
		this.clock.advance(duration);
		this.lateness = this.lateness.plus(duration);
	}

	private CompletableFuture<Void> apply(SubscriptionPlan plan) {
		this.wanted.clear();
		plan.subscriptions()
			.forEach((subscription) -> this.wanted.put(subscription.filter().value(), subscription.qos()));
		this.broker.wanted = Set.copyOf(this.wanted.keySet());
		this.violations.trace("plan: ", this.wanted);
		Set<ModelRoute> leaving = new LinkedHashSet<>(this.expected.table);
		leaving.removeAll(this.expected.registered);
		CompletableFuture<Void> applied = this.reconciler.plan(plan);
		this.session.reconcile();
		return this.plannerLoop.leavingWith(applied, leaving);
	}

	private CompletableFuture<Reconciler.Outcome> reconcile(ConnectionEpoch epoch) {
		if (epoch != this.known) {
			this.broker.connectedAt = this.clock.nanoTime();
			if (!epoch.connAck().sessionPresent()) {
				this.broker.knownToBeNew();
			}
		}
		this.known = epoch;
		return this.reconciler.reconcile(epoch);
	}

	private void coverage(Coverage coverage) {
		this.expected.coverage(coverage);
		this.router.coverage(coverage);
	}

	private void requestRecovery() {
		this.recovery = true;
		this.recoveries++;
	}

	long recoveries() {
		return this.recoveries;
	}

	@Override
	public void reconcileDue() {
		this.session.reconcile();
	}

	@Override
	public void reconnectDue() {
		throw new AssertionError("Nothing of an older installation is remembered");
	}

	@Override
	public void migrationRequired(MigrationRequired migration) {
		throw new AssertionError(migration);
	}

	@Override
	public void refused(SubscriptionStatus refused) {
		this.violations.trace("refused: ", refused);
	}

	@Override
	public void orphanDetected(Orphan orphan) {
		this.violations.trace("detected: ", orphan);
	}

	@Override
	public OfEpoch open(ConnectionEpoch epoch) {
		this.expected.opened(epoch);
		OfEpoch opened = this.router.open(epoch);
		return new OfEpoch() {

			@Override
			public void accept(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
				World.this.expected.accept((Arrival) delivery);
				opened.accept(delivery, packetId, subscriptionIdentifiers);
			}

			@Override
			public void poison(ConnectionListener.Poison kind, int qos, int packetId) {
				opened.poison(kind, qos, packetId);
			}

			@Override
			public void released(int packetId) {
				World.this.expected.released(packetId);
				opened.released(packetId);
			}

			@Override
			public void quiesce() {
				World.this.expected.quiesced(epoch);
				opened.quiesce();
			}

			@Override
			public void retired() {
				World.this.expected.retired(epoch);
				opened.retired();
			}

		};
	}

	@Override
	public void quiesce() {
		this.router.quiesce();
	}

	@Override
	public boolean isIdle() {
		return this.router.isIdle();
	}

	@Override
	public boolean hasBacklog() {
		return this.router.hasBacklog();
	}

	@Override
	public void stop() {
		this.router.stop();
	}

}
