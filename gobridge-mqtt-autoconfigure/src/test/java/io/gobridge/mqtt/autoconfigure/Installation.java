package io.gobridge.mqtt.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.publish.PublishSettings;
import io.gobridge.mqtt.reconcile.ReconcileSettings;
import io.gobridge.mqtt.reconcile.UnknownHistory;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.LaneThreads;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.AckOrder;
import io.gobridge.mqtt.router.RouterSettings;
import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.ReconnectSettings;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.session.SessionSettings;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.event.MqttSessionEvent;
import io.gobridge.mqtt.topic.TopicFilter;
import org.awaitility.Awaitility;

import org.springframework.messaging.converter.StringMessageConverter;

/**
 * One version of an application, with one session and its store, without Boot. Closing it
 * leaves the session at the broker and the store on the disk for the next version.
 */
final class Installation implements AutoCloseable {

	final Queue<MqttSessionEvent> events = new ConcurrentLinkedQueue<>();

	private final DefaultMqttRouteRegistry registry;

	private final SessionStores stores = new SessionStores(() -> null);

	private final SessionEngine engine;

	private Installation(Version version) {
		this.registry = new DefaultMqttRouteRegistry(List.of(version.name), version.name);
		version.routes.forEach(this.registry::register);
		SessionSettings session = SessionSettings.builder(version.name)
			.clientId(version.clientId)
			.addresses(version.url)
			.mode(version.mode)
			.receiveMaximum(version.receiveMaximum)
			.cleanStart(version.cleanStart)
			.drainTimeout(Duration.ofMillis(300))
			.reconnect(new ReconnectSettings(Duration.ofMillis(20), Duration.ofMillis(200), 2))
			.build();
		boolean durable = version.mode.isDurable();
		EngineSettings settings = new EngineSettings(session,
				new RouterSettings(version.name, durable, version.receiveMaximum, Long.MAX_VALUE, AckOrder.RECEIVED,
						OnFailure.DEAD_LETTER, version.grace,
						new RouterSettings.Retry(0, Duration.ofMillis(10), 2.0, Duration.ofMillis(100))),
				new ReconcileSettings(version.name, durable, Duration.ofSeconds(30), 8, version.grace,
						Duration.ofSeconds(10), Duration.ofHours(1)),
				PublishSettings.DEFAULT, 1, LaneThreads.platform(version.name), List.of(), false,
				new StoreSettings(version.store, LedgerStorage.EMBEDDED, version.baseline, version.unknownHistory,
						version.deadLetters, "dead", 10_000));
		SessionStore store = version.remembers ? this.stores.of(settings) : SessionStore.NONE;
		this.engine = new SessionEngine(settings, this.registry, new StringMessageConverter(), List.of(), null,
				this.events::add, version.decorate(store));
	}

	static Version version(String url, String clientId, Path store) {
		return new Version(url, clientId, store);
	}

	/**
	 * A route that settles with the return of its handler.
	 */
	static MqttRouteDefinition route(String filter, MqttRouteDefinition.DeliveryHandler handler) {
		return MqttRouteDefinition.builder(filter).topic(filter).handler(handler).build();
	}

	void start() {
		this.engine.start();
	}

	Installation started() {
		start();
		return this;
	}

	Installation active() {
		start();
		await(SessionState.ACTIVE);
		return this;
	}

	void await(SessionState state) {
		Awaitility.await("state " + state)
			.atMost(Duration.ofSeconds(30))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> session().state() == state);
	}

	/**
	 * Waits until the session is active and remembers exactly these filters.
	 */
	void awaitLedger(String... filters) {
		Awaitility.await("ledger of " + List.of(filters))
			.atMost(Duration.ofSeconds(60))
			.pollInterval(Duration.ofMillis(5))
			.until(() -> session().state() == SessionState.ACTIVE && ledger().equals(List.of(filters)));
	}

	List<String> ledger() {
		return Objects.requireNonNull(this.engine.ledger()).filters();
	}

	SessionEngine engine() {
		return this.engine;
	}

	ManagedSession session() {
		return this.engine.session();
	}

	@Override
	public void close() {
		CountDownLatch stopped = new CountDownLatch(1);
		this.engine.stop(stopped::countDown);
		try {
			if (!stopped.await(20, TimeUnit.SECONDS)) {
				throw new IllegalStateException("The session does not stop");
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		this.engine.close();
		this.stores.close();
	}

	/**
	 * What differs from version to version.
	 */
	static final class Version {

		private final String url;

		private final String clientId;

		private final Path store;

		private String name = "default";

		private List<MqttRouteDefinition> routes = List.of();

		private Duration grace = Duration.ofMillis(700);

		private SessionMode mode = SessionMode.PERSISTENT;

		private int receiveMaximum = 192;

		private boolean cleanStart;

		private boolean remembers = true;

		private DeadLetterStorage deadLetters = DeadLetterStorage.EMBEDDED;

		private List<TopicFilter> baseline = List.of();

		private UnknownHistory unknownHistory = UnknownHistory.FAIL;

		private UnaryOperator<SubscriptionLedger> ledgerDecorator = UnaryOperator.identity();

		private UnaryOperator<DeadLetterStore> deadLetterDecorator = UnaryOperator.identity();

		private Version(String url, String clientId, Path store) {
			this.url = url;
			this.clientId = clientId;
			this.store = store;
		}

		Version name(String name) {
			this.name = name;
			return this;
		}

		Version routes(MqttRouteDefinition... routes) {
			this.routes = List.of(routes);
			return this;
		}

		Version grace(Duration grace) {
			this.grace = grace;
			return this;
		}

		Version mode(SessionMode mode) {
			this.mode = mode;
			return this;
		}

		Version receiveMaximum(int receiveMaximum) {
			this.receiveMaximum = receiveMaximum;
			return this;
		}

		Version cleanStart() {
			this.cleanStart = true;
			return this;
		}

		/** Keeps no ledger and no dead letters. */
		Version forgetful() {
			this.remembers = false;
			return this;
		}

		Version withoutDeadLetters() {
			this.deadLetters = DeadLetterStorage.NONE;
			return this;
		}

		Version baseline(String... filters) {
			this.baseline = List.of(filters).stream().map(TopicFilter::of).toList();
			return this;
		}

		Version unknownHistory(UnknownHistory unknownHistory) {
			this.unknownHistory = unknownHistory;
			return this;
		}

		Version decorated(UnaryOperator<SubscriptionLedger> ledger, UnaryOperator<DeadLetterStore> deadLetters) {
			this.ledgerDecorator = ledger;
			this.deadLetterDecorator = deadLetters;
			return this;
		}

		Installation build() {
			return new Installation(this);
		}

		private SessionStore decorate(SessionStore store) {
			SubscriptionLedger ledger = store.ledger();
			return new SessionStore((ledger != null) ? this.ledgerDecorator.apply(ledger) : null, store.identity(),
					(operations) -> {
						DeadLetterStore letters = store.deadLetters().create(operations);
						return (letters != null) ? this.deadLetterDecorator.apply(letters) : null;
					}, store.embedded());
		}

	}

}
