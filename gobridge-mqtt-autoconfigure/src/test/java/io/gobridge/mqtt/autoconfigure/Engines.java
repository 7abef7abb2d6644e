package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;

import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.publish.PublishSettings;
import io.gobridge.mqtt.reconcile.ReconcileSettings;
import io.gobridge.mqtt.reconcile.UnknownHistory;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.LaneThreads;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.AckOrder;
import io.gobridge.mqtt.router.Router;
import io.gobridge.mqtt.router.RouterSettings;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.ReconnectSettings;
import io.gobridge.mqtt.session.SessionSettings;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.event.MqttSessionEvent;
import io.gobridge.mqtt.topic.TopicFilter;
import org.awaitility.Awaitility;

import org.springframework.messaging.converter.StringMessageConverter;

/**
 * One engine without Boot, as a test needs it.
 */
final class Engines implements AutoCloseable {

	final Queue<MqttSessionEvent> events = new ConcurrentLinkedQueue<>();

	private final DefaultMqttRouteRegistry registry = new DefaultMqttRouteRegistry(List.of("default"), "default");

	private final SessionEngine engine;

	private Engines(SessionSettings settings, Duration grace, long maxHeldBytes, List<String> declared,
			MqttRouteDefinition... routes) {
		for (MqttRouteDefinition route : routes) {
			this.registry.register(route);
		}
		boolean durable = settings.mode().isDurable();
		this.engine = new SessionEngine(
				new EngineSettings(settings,
						new RouterSettings("default", durable, settings.receiveMaximum(), maxHeldBytes,
								AckOrder.RECEIVED, OnFailure.DROP, grace,
								new RouterSettings.Retry(3, Duration.ofMillis(10), 2.0, Duration.ofMillis(100))),
						new ReconcileSettings("default", durable, Duration.ofSeconds(30), 8, grace,
								Duration.ofSeconds(10), Duration.ofHours(1)),
						PublishSettings.DEFAULT, 1, LaneThreads.platform("default"),
						declared.stream().map(Engines::declared).toList(), false,
						new StoreSettings(Path.of("unused"), LedgerStorage.EMBEDDED, List.of(), UnknownHistory.FAIL,
								DeadLetterStorage.NONE, "unused", 1)),
				this.registry, new StringMessageConverter(), List.of(), null, this.events::add, SessionStore.NONE);
	}

	/**
	 * A durable session with fast reconnects.
	 */
	static Engines create(String url, String clientId, UnaryOperator<SessionSettings.Builder> customizer,
			MqttRouteDefinition... routes) {
		return new Engines(customizer.apply(settings(url, clientId)).build(), Duration.ofSeconds(30), Long.MAX_VALUE,
				List.of(), routes);
	}

	/**
	 * A durable session that holds no more than this of what a broker sends beyond the
	 * Receive Maximum.
	 */
	static Engines holding(String url, String clientId, long maxHeldBytes, MqttRouteDefinition... routes) {
		return new Engines(settings(url, clientId).build(), Duration.ofSeconds(30), maxHeldBytes, List.of(), routes);
	}

	/**
	 * A durable session with a grace window of its own, and with filters that are wanted
	 * without a route.
	 */
	static Engines withGrace(String url, String clientId, Duration grace, List<String> declared,
			MqttRouteDefinition... routes) {
		return new Engines(settings(url, clientId).build(), grace, Long.MAX_VALUE, declared, routes);
	}

	private static Demand declared(String filter) {
		return new Demand("declared", TopicFilter.of(filter), 1, false, false, Demand.Retained.UNSPECIFIED);
	}

	private static SessionSettings.Builder settings(String url, String clientId) {
		return SessionSettings.builder("default")
			.clientId(clientId)
			.addresses(url)
			.drainTimeout(Duration.ofSeconds(5))
			.reconnect(new ReconnectSettings(Duration.ofMillis(20), Duration.ofMillis(200), 2));
	}

	static Engines start(String url, String clientId, MqttRouteDefinition... routes) {
		Engines engines = create(url, clientId, UnaryOperator.identity(), routes);
		engines.start();
		engines.awaitActive();
		return engines;
	}

	void start() {
		this.engine.start();
	}

	void awaitActive() {
		Awaitility.await()
			.atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> session().state() == SessionState.ACTIVE);
	}

	ManagedSession session() {
		return this.engine.session();
	}

	MqttTemplate template() {
		return this.engine.template();
	}

	Router router() {
		return this.engine.router();
	}

	DefaultMqttRouteRegistry registry() {
		return this.registry;
	}

	SessionEngine engine() {
		return this.engine;
	}

	@Override
	public void close() {
		this.engine.session().stop();
	}

}
