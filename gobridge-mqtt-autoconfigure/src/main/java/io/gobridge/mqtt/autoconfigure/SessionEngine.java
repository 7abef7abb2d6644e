package io.gobridge.mqtt.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.gobridge.mqtt.actuate.Redrive;
import io.gobridge.mqtt.actuate.SessionLedger;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.publish.OutboundMessages;
import io.gobridge.mqtt.publish.PublishThreads;
import io.gobridge.mqtt.reconcile.OrphanRemovals;
import io.gobridge.mqtt.reconcile.RememberedSession;
import io.gobridge.mqtt.reconcile.SubscriptionReconciler;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.LaneSettings;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.ReceiveObservations;
import io.gobridge.mqtt.router.RoutePlanner;
import io.gobridge.mqtt.router.Router;
import io.gobridge.mqtt.router.RouterPorts;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionHistory;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.session.SessionLoops;
import io.gobridge.mqtt.session.event.MqttSessionEvent;
import io.gobridge.mqtt.transport.MqttConnectionOptionsCustomizer;
import io.gobridge.mqtt.transport.PahoBrokerConnector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.messaging.converter.MessageConverter;

/**
 * The parts of one session, put together. Lives as long as the context; may be started
 * again after it was stopped, as a context that is paused does.
 */
final class SessionEngine implements AutoCloseable {

	private static final Logger logger = LoggerFactory.getLogger(SessionEngine.class);

	/** How many QoS 0 deliveries wait in a lane before more are shed. */
	private static final int QOS0_CAPACITY = 1024;

	private final EngineSettings settings;

	private final DefaultMqttRouteRegistry registry;

	private final SessionLoop loop;

	private final RecoveryReconnect recovery;

	private final Router router;

	private final SubscriptionReconciler reconciler;

	private final PahoBrokerConnector connector;

	private final PublishThreads publishThreads;

	private final OutboundMessages messages;

	private final MqttTemplate template;

	private final ManagedSession session;

	private final SessionStore store;

	/** Nothing is remembered of an ephemeral session. */
	private final @Nullable RememberedSession history;

	/** Of the newest start; touched by whoever starts and stops, one at a time. */
	private volatile @Nullable RoutePlanner planner;

	SessionEngine(EngineSettings settings, DefaultMqttRouteRegistry registry, MessageConverter converter,
			List<MqttConnectionOptionsCustomizer> customizers, @Nullable ReceiveObservations observations,
			Consumer<MqttSessionEvent> events, SessionStore store) {
		this.settings = settings;
		this.store = store;
		this.registry = registry;
		String name = settings.session().name();
		SessionClock clock = SessionClock.SYSTEM;
		this.loop = SessionLoops.singleThread(name);
		PacketIdentifiers identifiers = new PacketIdentifiers();
		LaneSettings lanes = new LaneSettings(settings.handlers(), settings.session().receiveMaximum(), QOS0_CAPACITY,
				settings.concurrency());
		this.recovery = new RecoveryReconnect(this.loop, clock);
		ReconcileNotices notices = new ReconcileNotices();
		OrphanRemovals orphans = new OrphanRemovals(settings.reconcile(), this.loop, clock, notices);
		this.publishThreads = new PublishThreads(name);
		this.messages = new OutboundMessages(name, settings.publish(), identifiers, this.loop, clock,
				this.publishThreads);
		this.template = new MqttTemplate(this.messages, converter);
		DeadLetterStore deadLetters = store.deadLetters().create(this.template);
		DeadLetterNotices deadLettered = new DeadLetterNotices();
		this.router = new Router(settings.router(), lanes, this.loop, clock, new RouterPorts(this.recovery, orphans,
				(observations != null) ? observations : ReceiveObservations.NONE, deadLetters, deadLettered));
		this.history = history(settings, store, this.loop);
		this.reconciler = new SubscriptionReconciler(settings.reconcile(), this.loop, clock, this.router::coverage,
				orphans, this.history, new RouterDisplacedMessages(this.router, deadLetters != null), notices);
		this.connector = new PahoBrokerConnector(name, clock, customizers);
		this.session = new ManagedSession(settings.session(), this.connector, identifiers, this.router, this.messages,
				(this.history != null) ? this.history : SessionHistory.NONE, this.reconciler, clock, this.loop, events);
		this.recovery.attach(this.session);
		notices.attach(this.session);
		deadLettered.attach(this.session);
	}

	private static @Nullable RememberedSession history(EngineSettings settings, SessionStore store, SessionLoop loop) {
		SubscriptionLedger ledger = store.ledger();
		LedgerIdentity identity = store.identity();
		return (ledger != null && identity != null) ? new RememberedSession(settings.session().name(), ledger, identity,
				settings.stores().baseline(), settings.stores().unknownHistory(), loop) : null;
	}

	private CompletableFuture<Void> apply(SubscriptionPlan plan) {
		CompletableFuture<Void> applied = this.reconciler.plan(plan);
		// Without a connection this fails, and the next one reconciles.
		this.session.reconcile();
		return applied;
	}

	ManagedSession session() {
		return this.session;
	}

	MqttTemplate template() {
		return this.template;
	}

	Router router() {
		return this.router;
	}

	SubscriptionReconciler reconciler() {
		return this.reconciler;
	}

	@Nullable SessionLedger ledger() {
		return (this.history != null) ? SessionLedger.of(this.history) : null;
	}

	/**
	 * What gives a dead letter to its route again.
	 */
	Redrive redrive() {
		return (deadLetter) -> this.router.redrive(deadLetter.delivery(), deadLetter.metadata().route());
	}

	/**
	 * Opens the store, puts the routes in force, then dials.
	 * @throws io.gobridge.mqtt.store.StoreException if a durable session can not open its
	 * embedded store
	 * @throws io.gobridge.mqtt.plan.ConflictingDemandsException if two routes exclude
	 * each other; nothing is dialled then
	 */
	void start() {
		this.store.open();
		warnOfDroppedDeadLetters();
		if (this.history != null) {
			this.history.start();
		}
		this.recovery.started();
		this.messages.start();
		try {
			plan(this::apply);
			this.session.start();
		}
		catch (RuntimeException ex) {
			this.registry.detach(this.session.name());
			throw ex;
		}
	}

	/**
	 * Does what of a start needs no thread, file or connection, of an engine that is not
	 * started.
	 */
	void rehearse() {
		plan(this.reconciler::plan);
	}

	private void plan(RoutePlanner.PlanTarget target) {
		this.router.start();
		// New for every start: what was unregistered since the last one is not in it.
		RoutePlanner planner = new RoutePlanner(this.router, this.loop, target, this.settings.declared(),
				this.settings.noLocal());
		this.planner = planner;
		this.registry.attach(this.session.name(), planner);
		planner.start();
	}

	private void warnOfDroppedDeadLetters() {
		String name = this.session.name();
		if (this.settings.stores().deadLetters() == DeadLetterStorage.NONE
				&& (this.settings.router().onFailure() == OnFailure.DEAD_LETTER || this.registry.routes(name)
					.stream()
					.anyMatch((route) -> route.definition().onFailure() == OnFailure.DEAD_LETTER))) {
			logger.warn("Session '{}': {}dead-letter.store is none, so a message that no handler could handle is "
					+ "acknowledged and dropped, with an error in the log and outcome=dropped in the counter "
					+ "gobridge.mqtt.route.failures", name, PropertiesMapper.prefix(name));
		}
	}

	/**
	 * Stops within the drain timeout and a few seconds.
	 * @param whenStopped called when the session has stopped
	 */
	void stop(Runnable whenStopped) {
		this.registry.detach(this.session.name());
		this.session.stop(() -> {
			this.reconciler.stopped();
			RoutePlanner planner = this.planner;
			if (planner != null) {
				planner.stopped();
			}
			whenStopped.run();
		});
	}

	/**
	 * Ends the threads that outlive a stop. To be called on a stopped engine, or on one
	 * that was never started.
	 */
	@Override
	public void close() {
		this.connector.close();
		this.publishThreads.close();
	}

}
