package io.gobridge.mqtt.reconcile;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.SessionClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the broker has answered for each wanted filter on this connection, and what is to
 * be asked next. A new connection begins with no answers.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class BrokerAnswers {

	private static final Logger logger = LoggerFactory.getLogger(BrokerAnswers.class);

	private final ReconcileSettings settings;

	private final SessionClock clock;

	private final ReconcileListener listener;

	private final Map<String, Grant> grants = new HashMap<>();

	private final Refusals refusals;

	private final Downgrades downgrades;

	private boolean identifiers;

	/** Read by any thread. */
	private final LongAdder refused = new LongAdder();

	BrokerAnswers(ReconcileSettings settings, SessionClock clock, ReconcileListener listener) {
		this.settings = settings;
		this.clock = clock;
		this.listener = listener;
		this.refusals = new Refusals(clock);
		this.downgrades = new Downgrades(settings, clock);
	}

	void connected(boolean identifiersAvailable) {
		this.identifiers = identifiersAvailable;
		this.grants.clear();
		this.refusals.clear();
	}

	/**
	 * Forgets what depends on a filter being wanted. Grants stay: the broker has them
	 * until it is told otherwise.
	 */
	void retain(SubscriptionPlan plan) {
		this.refusals.retain(plan);
		this.downgrades.retain(plan);
		// But for those of a lower QoS, as nothing would ask for the wanted one again
		// when
		// such a filter comes back.
		this.grants.values().removeIf((grant) -> {
			WantedSubscription wanted = plan.get(grant.subscription.filter().value());
			return grant.qos < grant.subscription.qos() && (wanted == null || !wanted.asksTheSame(grant.subscription));
		});
	}

	Need need(WantedSubscription subscription) {
		Refusals.Refusal refusal = this.refusals.find(subscription);
		if (refusal != null) {
			return this.refusals.isDue(refusal) ? Need.SUBSCRIBE : Need.NONE;
		}
		if (grant(subscription) == null) {
			return Need.SUBSCRIBE;
		}
		return this.downgrades.isDue(subscription.filter().value()) ? Need.PROBE : Need.NONE;
	}

	private @Nullable Grant grant(WantedSubscription subscription) {
		Grant grant = this.grants.get(subscription.filter().value());
		return (grant != null && grant.subscription.asksTheSame(subscription)) ? grant : null;
	}

	void granted(WantedSubscription subscription, int qos) {
		String filter = subscription.filter().value();
		if (this.refusals.remove(filter)) {
			logger.info("Session '{}': the broker grants '{}' after all", this.settings.session(), filter);
		}
		this.grants.put(filter, new Grant(subscription, qos));
		this.downgrades.granted(subscription, qos);
	}

	void refused(WantedSubscription subscription, int code, @Nullable String reason) {
		ungranted(subscription);
		if (this.refusals.refused(subscription, code, reason)) {
			report(subscription, code, reason);
		}
	}

	/**
	 * The CONNACK has said that the filter cannot be had.
	 */
	void excluded(WantedSubscription subscription, int code) {
		String reason = "announced in the CONNACK";
		ungranted(subscription);
		if (this.refusals.excluded(subscription, code, reason)) {
			report(subscription, code, reason);
		}
	}

	private void ungranted(WantedSubscription subscription) {
		this.grants.remove(subscription.filter().value());
		this.downgrades.remove(subscription.filter().value());
	}

	private void report(WantedSubscription subscription, int code, @Nullable String reason) {
		this.refused.increment();
		logger.error("Session '{}': the broker refuses '{}' with {}{}; wanted by {}", this.settings.session(),
				subscription.filter(), Codes.hex(code), (reason != null) ? " (" + reason + ")" : "",
				subscription.owners());
		this.listener.refused(SubscriptionStatus.refused(subscription, code, reason, identifier(subscription)));
	}

	/**
	 * A probe brought no grant. What was granted before stands.
	 */
	void probeFailed(WantedSubscription subscription, String why) {
		this.downgrades.unanswered(subscription, why);
	}

	/**
	 * An UNSUBSCRIBE, or a SUBSCRIBE with other options, is about to be sent: whatever
	 * comes of it, the grant is void.
	 */
	void forget(String filter) {
		this.grants.remove(filter);
	}

	SubscriptionStatus status(WantedSubscription subscription) {
		Refusals.Refusal refusal = this.refusals.find(subscription);
		if (refusal != null) {
			return SubscriptionStatus.refused(subscription, refusal.code(), refusal.reason(), identifier(subscription));
		}
		Grant grant = grant(subscription);
		if (grant == null) {
			return SubscriptionStatus.wanted(subscription);
		}
		SubscriptionState state = SubscriptionState.ACTIVE;
		if (grant.qos < subscription.qos()) {
			state = this.downgrades.isAccepted(subscription.filter().value()) ? SubscriptionState.BEST_EFFORT
					: SubscriptionState.WANTED;
		}
		return SubscriptionStatus.granted(subscription, grant.qos, state, identifier(subscription));
	}

	private @Nullable Integer identifier(WantedSubscription subscription) {
		return this.identifiers ? subscription.identifier() : null;
	}

	@Nullable Long nextDue() {
		return DueTime.earlier(this.refusals.nextDue(), this.downgrades.nextDue());
	}

	boolean isDue() {
		return DueTime.hasCome(nextDue(), this.clock);
	}

	long refusedCount() {
		return this.refused.sum();
	}

	long downgradedCount() {
		return this.downgrades.count();
	}

	/**
	 * What is to be asked for a filter.
	 */
	enum Need {

		/** Nothing: the broker has answered, and nothing is due. */
		NONE,

		/** A subscription. */
		SUBSCRIBE,

		/** The subscription that is there once more, as its QoS is lower than wanted. */
		PROBE

	}

	/**
	 * A filter as it was asked for, and what was granted.
	 */
	private record Grant(WantedSubscription subscription, int qos) {
	}

}
