package io.gobridge.mqtt.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

import io.gobridge.mqtt.reconcile.Orphan;
import io.gobridge.mqtt.reconcile.ReconcileSnapshot;
import io.gobridge.mqtt.reconcile.SubscriptionStatus;
import io.gobridge.mqtt.route.MqttRouteSnapshot;
import io.gobridge.mqtt.router.RouterSnapshot;
import io.gobridge.mqtt.router.RouterStatistics;
import io.gobridge.mqtt.router.WaitingTopic;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionListener.Poison;
import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Describes a session from its snapshots.
 */
final class SessionDescriber {

	/** How many topics that pin the Receive Maximum are named. */
	private static final int WAITING_TOPICS = 20;

	private final ReconcileJournal journal;

	private final SessionClock clock;

	SessionDescriber(ReconcileJournal journal, SessionClock clock) {
		this.journal = journal;
		this.clock = clock;
	}

	SessionDescription describe(MqttSessionParts parts) {
		SessionSnapshot snapshot = parts.session().snapshot();
		return new SessionDescription(snapshot.state().name(), snapshot.mode().name().toLowerCase(Locale.ROOT),
				snapshot.clientId(), snapshot.broker(), connection(snapshot), reconcile(parts, snapshot),
				routing(parts), settlement(parts), parts.routes().stream().map(SessionDescriber::describe).toList());
	}

	static SessionDescription.RouteDescription describe(MqttRouteSnapshot route) {
		return new SessionDescription.RouteDescription(route.id(), route.topics(), route.state().name(),
				route.handled(), route.failed(), route.deadLettered());
	}

	private static SessionDescription.Connection connection(SessionSnapshot snapshot) {
		ConnAck broker = snapshot.connAck();
		return new SessionDescription.Connection(snapshot.epoch(), snapshot.connectedAt(),
				(broker != null) ? broker.sessionPresent() : null, snapshot.reconnects(), snapshot.sessionsLost(),
				snapshot.takeovers(), snapshot.lastError(), (broker != null) ? broker.receiveMaximum() : null,
				(broker != null) ? broker.maximumQos() : null, (broker != null) ? broker.maximumPacketSize() : null,
				(broker != null) ? broker.subscriptionIdentifiersAvailable() : null);
	}

	private SessionDescription.Reconcile reconcile(MqttSessionParts parts, SessionSnapshot snapshot) {
		ReconcileJournal.Entry last = this.journal.last(parts.name());
		ReconcileSnapshot reconcile = parts.reconciler().snapshot();
		return new SessionDescription.Reconcile(reconcileState(snapshot, reconcile), (last != null) ? last.at() : null,
				(last != null) ? last.label() : null,
				parts.session().statistics().reconciliations(Reconciler.Outcome.FAILED), migration(snapshot),
				reconcile.subscriptions().stream().map(SessionDescriber::describe).toList(), reconcile.removing(),
				(parts.ledger() != null) ? parts.ledger().filters() : List.of(),
				parts.reconciler().orphans().orphans().stream().map(SessionDescriber::describe).toList());
	}

	private static SessionDescription.@Nullable Migration migration(SessionSnapshot snapshot) {
		MigrationRequired migration = snapshot.migration();
		return (migration != null)
				? new SessionDescription.Migration(migration.reason(), migration.filters(), migration.waysOut()) : null;
	}

	/**
	 * Not the state of the session: that may be degraded for other reasons.
	 */
	private static String reconcileState(SessionSnapshot snapshot, ReconcileSnapshot reconcile) {
		return switch (snapshot.state()) {
			case ACTIVE, DEGRADED -> reconcile.state().name();
			case MIGRATION_REQUIRED -> "MIGRATION_REQUIRED";
			case STOPPED, STANDBY, CONNECTING, RECONCILING, RECONNECTING, FAILED -> "PENDING";
		};
	}

	private static SessionDescription.OrphanDescription describe(Orphan orphan) {
		return new SessionDescription.OrphanDescription(orphan.topic(), orphan.filter(), orphan.outcome().name(),
				orphan.at());
	}

	private static SessionDescription.Subscription describe(SubscriptionStatus status) {
		return new SessionDescription.Subscription(status.filter(), status.qos(), status.grantedQos(),
				status.state().name(), status.reasonCode(), status.reason(), status.subscriptionIdentifier(),
				status.routes());
	}

	private static SessionDescription.Routing routing(MqttSessionParts parts) {
		RouterStatistics statistics = parts.router().statistics();
		long shed = Stream.of(RouterStatistics.Shed.values()).mapToLong(statistics::shedCount).sum();
		long poison = Stream.of(Poison.values()).mapToLong(statistics::poisonCount).sum();
		RouterSnapshot snapshot = parts.router().snapshot();
		return new SessionDescription.Routing(snapshot.graceRemaining().toString(), snapshot.pending(),
				new SessionDescription.Covered(statistics.coveredRetainedCount(), statistics.coveredDroppedCount()),
				new SessionDescription.Unmatched(statistics.unmatchedDroppedCount()), statistics.lateCount(), shed,
				statistics.stalePurgedCount(), poison,
				parts.router().waiting(WAITING_TOPICS).stream().map(SessionDescriber::describe).toList());
	}

	private static SessionDescription.Waiting describe(WaitingTopic topic) {
		return new SessionDescription.Waiting(topic.topic(), topic.deliveries(), topic.since(), topic.coveredBy());
	}

	private SessionDescription.Settlement settlement(MqttSessionParts parts) {
		RouterSnapshot snapshot = parts.router().snapshot();
		return SessionDescription.Settlement.of(snapshot.unsettled(), age(snapshot.oldestUnsettled(), this.clock.now()),
				snapshot.windowUtilization(), parts.session().statistics().recoveries());
	}

	static Duration age(@Nullable Instant since, Instant now) {
		return (since == null || since.isAfter(now)) ? Duration.ZERO : Duration.between(since, now);
	}

}
