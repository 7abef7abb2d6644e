package io.gobridge.mqtt.actuate;

import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;

import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.publish.PublishOutcome;
import io.gobridge.mqtt.route.MqttRouteSnapshot;
import io.gobridge.mqtt.router.RouterStatistics;
import io.gobridge.mqtt.session.ConnectOutcome;
import io.gobridge.mqtt.session.ConnectionListener.Poison;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.event.MqttReconciledEvent;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

import org.springframework.context.ApplicationListener;

/**
 * The meters of all sessions. They read what is counted anyway; a topic is never a tag.
 * The meters of a route appear when the subscriptions of its session have been
 * reconciled, which follows every registration.
 */
public final class MqttMeters implements MeterBinder, ApplicationListener<MqttReconciledEvent> {

	private static final String PREFIX = "gobridge.mqtt.";

	/** What a reconciliation that asked the broker for anything can end in. */
	private static final Set<Reconciler.Outcome> RUNS = EnumSet.complementOf(EnumSet.of(Reconciler.Outcome.IDLE));

	/** What an attempt to remove a subscription can end in. */
	private static final Set<OrphanOutcome> ORPHANS = EnumSet
		.complementOf(EnumSet.of(OrphanOutcome.NOT_EFFECTIVE, OrphanOutcome.REPORTED));

	private final List<MqttSessionParts> sessions;

	private final SessionClock clock;

	private final List<MeterRegistry> registries = new CopyOnWriteArrayList<>();

	/** Registries warn of a meter that comes twice. */
	private final Set<RouteKey> routes = ConcurrentHashMap.newKeySet();

	/**
	 * Creates the meters.
	 * @param sessions all sessions
	 * @param clock the time
	 */
	public MqttMeters(Collection<MqttSessionParts> sessions, SessionClock clock) {
		this.sessions = List.copyOf(sessions);
		this.clock = clock;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (MqttSessionParts parts : this.sessions) {
			Binding binding = new Binding(registry, parts);
			binding.router();
			binding.session();
			binding.gauges();
			binding.deadLetters(RouterStatistics.NO_ROUTE);
			binding.routes();
		}
		this.registries.add(registry);
	}

	@Override
	public void onApplicationEvent(MqttReconciledEvent event) {
		for (MqttSessionParts parts : this.sessions) {
			if (parts.name().equals(event.session())) {
				this.registries.forEach((registry) -> new Binding(registry, parts).routes());
			}
		}
	}

	private static String tag(Enum<?> value) {
		return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

	private record RouteKey(MeterRegistry registry, String session, String route) {
	}

	/**
	 * One session in one registry.
	 */
	private final class Binding {

		private final MeterRegistry registry;

		private final MqttSessionParts parts;

		private final Tags tags;

		Binding(MeterRegistry registry, MqttSessionParts parts) {
			this.registry = registry;
			this.parts = parts;
			this.tags = Tags.of("session", parts.name());
		}

		void router() {
			RouterStatistics statistics = this.parts.router().statistics();
			counter("router.buffered", Tags.empty(), (any) -> statistics.bufferedCount());
			counter("router.stale.purged", Tags.empty(), (any) -> statistics.stalePurgedCount());
			counter("router.overflow.dropped", Tags.empty(), (any) -> statistics.overflowDroppedCount());
			counter("router.covered.retained", Tags.empty(), (any) -> statistics.coveredRetainedCount());
			counter("router.covered.dropped", Tags.empty(), (any) -> statistics.coveredDroppedCount());
			counter("router.unmatched.dropped", Tags.empty(), (any) -> statistics.unmatchedDroppedCount());
			counter("router.late", Tags.empty(), (any) -> statistics.lateCount());
			for (RouterStatistics.Shed reason : RouterStatistics.Shed.values()) {
				counter("router.shed", Tags.of("reason", reason.tag()), (any) -> statistics.shedCount(reason));
			}
			for (Poison kind : Poison.values()) {
				counter("ingress.poison.dropped", Tags.of("class", tag(kind)), (any) -> statistics.poisonCount(kind));
			}
			for (SettlementResult result : SettlementResult.values()) {
				counter("settlement.results", Tags.of("result", tag(result)), (any) -> statistics.resultCount(result));
			}
		}

		void deadLetters(String route) {
			RouterStatistics statistics = this.parts.router().statistics();
			for (RouterStatistics.DeadLetterOutcome outcome : RouterStatistics.DeadLetterOutcome.values()) {
				counter("dead.letters", Tags.of("route", route, "outcome", outcome.tag()),
						(any) -> statistics.deadLetterCount(route, outcome));
			}
		}

		void session() {
			for (ConnectOutcome outcome : ConnectOutcome.values()) {
				counter("session.connects", Tags.of("outcome", outcome.tag()),
						(any) -> any.session().statistics().connects(outcome));
			}
			counter("session.lost", Tags.empty(), (any) -> any.session().statistics().sessionsLost());
			counter("session.takeovers", Tags.empty(), (any) -> any.session().statistics().takeovers());
			counter("session.recoveries", Tags.empty(), (any) -> any.session().statistics().recoveries());
			counter("ingress.rejected", Tags.empty(), (any) -> any.session().statistics().rejected());
			for (Reconciler.Outcome outcome : RUNS) {
				counter("reconcile.runs", Tags.of("outcome", tag(outcome)),
						(any) -> any.session().statistics().reconciliations(outcome));
			}
			for (PublishOutcome outcome : PublishOutcome.values()) {
				counter("publish.results", Tags.of("outcome", tag(outcome)), (any) -> any.publish().count(outcome));
			}
			counter("subscriptions.refused", Tags.empty(), (any) -> any.reconciler().refusedCount());
			counter("subscriptions.downgraded", Tags.empty(), (any) -> any.reconciler().downgradedCount());
			for (OrphanOutcome outcome : ORPHANS) {
				counter("orphan.unsubscribes", Tags.of("outcome", tag(outcome)),
						(any) -> any.reconciler().orphans().count(outcome));
			}
		}

		void gauges() {
			gauge("router.pending", Tags.empty(), (any) -> any.router().snapshot().pending());
			gauge("settlement.unsettled", Tags.empty(), (any) -> any.router().snapshot().unsettled());
			SessionClock time = MqttMeters.this.clock;
			gauge("settlement.oldest.age", Tags.empty(),
					(any) -> SessionDescriber.age(any.router().snapshot().oldestUnsettled(), time.now()).toMillis()
							/ 1000.0);
			gauge("settlement.window.utilization", Tags.empty(), (any) -> any.router().snapshot().windowUtilization());
			gauge("subscriptions.wanted", Tags.empty(), (any) -> any.subscriptions().size());
			gauge("subscriptions.active", Tags.empty(), MqttSessionParts::activeSubscriptions);
			gauge("publish.in.flight", Tags.empty(), (any) -> any.publish().inFlight());
			for (SessionState state : SessionState.values()) {
				gauge("session.state", Tags.of("state", tag(state)), (any) -> (any.session().state() == state) ? 1 : 0);
			}
		}

		void routes() {
			RouterStatistics statistics = this.parts.router().statistics();
			for (MqttRouteSnapshot route : this.parts.routes()) {
				if (!MqttMeters.this.routes.add(new RouteKey(this.registry, this.parts.name(), route.id()))) {
					continue;
				}
				for (RouterStatistics.FailureOutcome outcome : RouterStatistics.FailureOutcome.values()) {
					counter("route.failures", Tags.of("route", route.id(), "outcome", outcome.tag()),
							(any) -> statistics.failureCount(route.id(), outcome));
				}
				if (!route.id().equals(RouterStatistics.NO_ROUTE)) {
					deadLetters(route.id());
				}
			}
		}

		private void counter(String name, Tags more, ToDoubleFunction<MqttSessionParts> value) {
			FunctionCounter.builder(PREFIX + name, this.parts, value).tags(this.tags.and(more)).register(this.registry);
		}

		private void gauge(String name, Tags more, ToDoubleFunction<MqttSessionParts> value) {
			Gauge.builder(PREFIX + name, this.parts, value)
				.tags(this.tags.and(more))
				.strongReference(true)
				.register(this.registry);
		}

	}

}
