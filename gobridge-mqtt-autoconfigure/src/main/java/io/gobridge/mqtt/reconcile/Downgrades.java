package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.Backoff;
import io.gobridge.mqtt.session.SessionClock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Filters that the broker grants at a lower QoS than wanted, which it may (MQTT 5,
 * section 3.9.3). A single such grant may be a passing state of the broker, as during the
 * start of a cluster: it is accepted when three answers, some seconds apart, agree, and
 * asked for again once in a while. Outlives connections, as the answer on a new one is
 * one more answer.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class Downgrades {

	private static final Logger logger = LoggerFactory.getLogger(Downgrades.class);

	private static final int ANSWERS_THAT_COUNT = 3;

	private static final Duration CONFIRMATION = Duration.ofSeconds(5);

	private static final Duration LAST_RETRY = Duration.ofSeconds(60);

	private final ReconcileSettings settings;

	private final SessionClock clock;

	private final Map<String, Downgrade> byFilter = new HashMap<>();

	/** Read by any thread. */
	private final LongAdder count = new LongAdder();

	Downgrades(ReconcileSettings settings, SessionClock clock) {
		this.settings = settings;
		this.clock = clock;
	}

	/**
	 * The broker has granted a filter, at whatever QoS.
	 */
	void granted(WantedSubscription subscription, int granted) {
		String filter = subscription.filter().value();
		Downgrade known = this.byFilter.get(filter);
		if (granted >= subscription.qos()) {
			if (this.byFilter.remove(filter) != null && known != null && known.isAccepted()) {
				logger.info("Session '{}': the broker grants '{}' at QoS {} again", this.settings.session(), filter,
						granted);
			}
			return;
		}
		if (known == null || known.granted != granted) {
			first(subscription, granted);
		}
		else if (known.isAccepted()) {
			known.answered(recheck());
		}
		else if (DueTime.hasCome(known.due, this.clock)) {
			confirmed(subscription, known);
		}
		// Otherwise a new connection has answered sooner than the answer could count.
	}

	private void first(WantedSubscription subscription, int granted) {
		Downgrade downgrade = new Downgrade(subscription.qos(), granted);
		downgrade.answered(DueTime.in(CONFIRMATION, this.clock));
		this.byFilter.put(subscription.filter().value(), downgrade);
		this.count.increment();
		logger.warn("Session '{}': the broker grants '{}' at QoS {} where QoS {} is wanted by {}; asks again",
				this.settings.session(), subscription.filter(), granted, subscription.qos(), subscription.owners());
	}

	private void confirmed(WantedSubscription subscription, Downgrade downgrade) {
		downgrade.answers++;
		if (!downgrade.isAccepted()) {
			downgrade.answered(DueTime.in(CONFIRMATION, this.clock));
			return;
		}
		downgrade.answered(recheck());
		logger.error(
				"Session '{}': the broker grants '{}' at QoS {} only, where QoS {} is wanted by {}; messages arrive "
						+ "with less than the wanted guarantee until the broker's configuration or rights change",
				this.settings.session(), subscription.filter(), downgrade.granted, subscription.qos(),
				subscription.owners());
	}

	private @Nullable Long recheck() {
		Duration interval = this.settings.qosRecheckInterval();
		if (interval.isZero()) {
			return null;
		}
		return DueTime.in(interval, this.clock);
	}

	/**
	 * A confirmation or re-check brought no grant. The last one stands.
	 */
	void unanswered(WantedSubscription subscription, String why) {
		Downgrade downgrade = this.byFilter.get(subscription.filter().value());
		if (downgrade == null) {
			return;
		}
		if (!downgrade.failing) {
			downgrade.failing = true;
			logger.warn("Session '{}': asked for '{}' at QoS {} again, in vain: {}; goes on trying",
					this.settings.session(), subscription.filter(), subscription.qos(), why);
		}
		if (downgrade.isAccepted()) {
			downgrade.due = recheck();
		}
		else {
			downgrade.due = DueTime.in(downgrade.backoff.next(), this.clock);
		}
	}

	boolean isDue(String filter) {
		Downgrade downgrade = this.byFilter.get(filter);
		return downgrade != null && DueTime.hasCome(downgrade.due, this.clock);
	}

	boolean isAccepted(String filter) {
		Downgrade downgrade = this.byFilter.get(filter);
		return downgrade != null && downgrade.isAccepted();
	}

	void remove(String filter) {
		this.byFilter.remove(filter);
	}

	/**
	 * Forgets what is no longer wanted, or wanted at another QoS.
	 */
	void retain(SubscriptionPlan plan) {
		this.byFilter.entrySet().removeIf((entry) -> {
			WantedSubscription subscription = plan.get(entry.getKey());
			return subscription == null || subscription.qos() != entry.getValue().wanted;
		});
	}

	@Nullable Long nextDue() {
		Long next = null;
		for (Downgrade downgrade : this.byFilter.values()) {
			next = DueTime.earlier(next, downgrade.due);
		}
		return next;
	}

	/**
	 * How often a lower QoS was reported for the first time.
	 */
	long count() {
		return this.count.sum();
	}

	private static final class Downgrade {

		private final int wanted;

		private final int granted;

		private final Backoff backoff = new Backoff(CONFIRMATION, LAST_RETRY);

		private int answers = 1;

		private boolean failing;

		private @Nullable Long due;

		private Downgrade(int wanted, int granted) {
			this.wanted = wanted;
			this.granted = granted;
		}

		private boolean isAccepted() {
			return this.answers >= ANSWERS_THAT_COUNT;
		}

		private void answered(@Nullable Long nextDue) {
			this.due = nextDue;
			this.failing = false;
			this.backoff.reset();
		}

	}

}
