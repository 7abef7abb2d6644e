package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.Backoff;
import io.gobridge.mqtt.session.SessionClock;
import org.jspecify.annotations.Nullable;

/**
 * The filters that the broker refuses on this connection, and when to ask again: rights
 * change without a reconnect.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class Refusals {

	private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

	private static final Duration LAST_RETRY = Duration.ofSeconds(30);

	private final SessionClock clock;

	private final Map<String, Refusal> byFilter = new HashMap<>();

	Refusals(SessionClock clock) {
		this.clock = clock;
	}

	/**
	 * The broker has answered with an error.
	 * @return whether that is new: another code than before on this connection
	 */
	boolean refused(WantedSubscription subscription, int code, @Nullable String reason) {
		Refusal known = find(subscription);
		Refusal refusal = (known != null) ? known : new Refusal(subscription);
		boolean news = known == null || known.code != code;
		refusal.code = code;
		refusal.reason = reason;
		refusal.due = DueTime.in(refusal.backoff.next(), this.clock);
		this.byFilter.put(subscription.filter().value(), refusal);
		return news;
	}

	/**
	 * The CONNACK excludes the filter, so there is no use in asking on this connection.
	 * @return whether that is new
	 */
	boolean excluded(WantedSubscription subscription, int code, String reason) {
		boolean news = refused(subscription, code, reason);
		Refusal refusal = find(subscription);
		if (refusal != null) {
			refusal.due = null;
		}
		return news;
	}

	@Nullable Refusal find(WantedSubscription subscription) {
		Refusal refusal = this.byFilter.get(subscription.filter().value());
		return (refusal != null && refusal.subscription.asksTheSame(subscription)) ? refusal : null;
	}

	boolean isDue(Refusal refusal) {
		return DueTime.hasCome(refusal.due, this.clock);
	}

	boolean remove(String filter) {
		return this.byFilter.remove(filter) != null;
	}

	void clear() {
		this.byFilter.clear();
	}

	void retain(SubscriptionPlan plan) {
		this.byFilter.values().removeIf((refusal) -> {
			WantedSubscription wanted = plan.get(refusal.subscription.filter().value());
			return wanted == null || !wanted.asksTheSame(refusal.subscription);
		});
	}

	@Nullable Long nextDue() {
		Long next = null;
		for (Refusal refusal : this.byFilter.values()) {
			next = DueTime.earlier(next, refusal.due);
		}
		return next;
	}

	/**
	 * One refused filter.
	 */
	static final class Refusal {

		private final WantedSubscription subscription;

		private final Backoff backoff = new Backoff(FIRST_RETRY, LAST_RETRY);

		private int code;

		private @Nullable String reason;

		private @Nullable Long due;

		private Refusal(WantedSubscription subscription) {
			this.subscription = subscription;
		}

		int code() {
			return this.code;
		}

		@Nullable String reason() {
			return this.reason;
		}

	}

}
