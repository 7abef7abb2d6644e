package io.gobridge.mqtt.autoconfigure;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.publish.OutboundMessages;
import io.gobridge.mqtt.publish.PublishThreads;
import io.gobridge.mqtt.reconcile.SubscriptionReconciler;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.LaneSettings;
import io.gobridge.mqtt.router.ReceiveObservations;
import io.gobridge.mqtt.router.RoutePlanner;
import io.gobridge.mqtt.router.Router;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.session.SessionLoops;
import io.gobridge.mqtt.session.event.MqttSessionEvent;
import io.gobridge.mqtt.transport.MqttConnectionOptionsCustomizer;
import io.gobridge.mqtt.transport.PahoBrokerConnector;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.converter.MessageConverter;

/**
 * The parts of one session, put together. Lives from the start of the context to its end;
 * may be started again after it was stopped.
 */
final class SessionEngine {

	/** How many QoS 0 deliveries wait in a lane before more are shed. */
	private static final int QOS0_CAPACITY = 256;

	private final DefaultMqttRouteRegistry registry;

	private final SessionLoop loop;

	private final Router router;

	private final SubscriptionReconciler reconciler;

	private final RoutePlanner planner;

	private final MqttTemplate template;

	private final ManagedSession session;

	SessionEngine(EngineSettings settings, DefaultMqttRouteRegistry registry, MessageConverter converter,
			List<MqttConnectionOptionsCustomizer> customizers, @Nullable ReceiveObservations observations,
			Consumer<MqttSessionEvent> events) {
		this.registry = registry;
		String name = settings.session().name();
		SessionClock clock = SessionClock.SYSTEM;
		this.loop = SessionLoops.singleThread(name);
		PacketIdentifiers identifiers = new PacketIdentifiers();
		LaneSettings lanes = new LaneSettings(settings.handlers(), settings.session().receiveMaximum(), QOS0_CAPACITY,
				settings.concurrency());
		RecoveryReconnect recovery = new RecoveryReconnect(this.loop, clock);
		this.router = new Router(settings.router(), lanes, recovery, observations);
		this.reconciler = new SubscriptionReconciler(settings.reconcile(), this.loop);
		this.planner = new RoutePlanner(this.router, this.loop, this::apply, settings.declared());
		OutboundMessages messages = new OutboundMessages(name, settings.publish(), identifiers, this.loop, clock,
				new PublishThreads(name));
		this.template = new MqttTemplate(messages, converter);
		this.session = new ManagedSession(settings.session(), new PahoBrokerConnector(name, clock, customizers),
				identifiers, this.router, messages, this.reconciler, clock, this.loop, events);
		recovery.attach(this.session);
	}

	private CompletableFuture<Void> apply(SubscriptionPlan plan) {
		this.reconciler.plan(plan);
		return this.session.reconcile().handle((outcome, failure) -> {
			if (failure != null && !(failure instanceof ConnectionClosedException)) {
				throw new IllegalStateException(failure);
			}
			// Without a connection the next one reconciles.
			return null;
		});
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

	/**
	 * Puts the routes in force, then dials.
	 */
	void start() {
		this.registry.attach(this.session.name(), this.planner);
		this.planner.start();
		this.session.start();
	}

	/**
	 * Stops within the drain timeout and a few seconds.
	 * @param whenStopped called when the session has stopped
	 */
	void stop(Runnable whenStopped) {
		this.registry.detach(this.session.name());
		this.session.stop(whenStopped);
	}

}
