package io.gobridge.mqtt.actuate;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.publish.PublishStatistics;
import io.gobridge.mqtt.reconcile.SubscriptionReconciler;
import io.gobridge.mqtt.reconcile.SubscriptionStatus;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.route.MqttRouteSnapshot;
import io.gobridge.mqtt.router.Router;
import io.gobridge.mqtt.session.ManagedSession;
import org.jspecify.annotations.Nullable;

/**
 * What there is to see of one session. Everything is read from snapshots and counters:
 * nothing waits, and nothing is asked of the broker.
 *
 * @param session the session
 * @param router routes and settles
 * @param reconciler subscribes
 * @param publish what was published
 * @param registry the routes of all sessions
 * @param ledger what is remembered of the subscriptions, {@code null} for an ephemeral
 * session
 */
public record MqttSessionParts(ManagedSession session, Router router, SubscriptionReconciler reconciler,
		PublishStatistics publish, MqttRouteRegistry registry, @Nullable SessionLedger ledger) {

	/** How many topics that wait a reason for being degraded names. */
	private static final int WAITING_TOPICS = 5;

	String name() {
		return this.session.name();
	}

	List<MqttRouteSnapshot> routes() {
		return this.registry.routes().stream().filter((route) -> route.session().equals(name())).toList();
	}

	List<SubscriptionStatus> subscriptions() {
		return this.reconciler.subscriptions();
	}

	/**
	 * Why the session is degraded, where it is: a sentence for each reason.
	 */
	List<String> degradedReasons() {
		List<String> reasons = new ArrayList<>(this.reconciler.snapshot().problems());
		if (this.router.hasBacklog()) {
			this.router.waiting(WAITING_TOPICS)
				.forEach((topic) -> reasons.add(topic.deliveries() + " messages on '" + topic.topic()
						+ "' wait for a route, wanted by " + topic.coveredBy()));
		}
		return reasons;
	}

	/**
	 * Filters that the broker delivers, at whatever QoS. Without a connection there are
	 * none.
	 */
	long activeSubscriptions() {
		if (this.session.snapshot().connAck() == null) {
			return 0;
		}
		return subscriptions().stream().filter((status) -> status.grantedQos() != null).count();
	}

}
