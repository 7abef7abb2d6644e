package io.gobridge.mqtt.reconcile;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.ledger.LedgerEntry;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * The filters that are remembered, that nobody wants, and that this process has not
 * subscribed itself: an older installation has left them at the broker. Each is
 * unsubscribed. An UNSUBACK alone proves nothing, as HiveMQ answers 0x00 to everything,
 * and deliveries that had begun may follow (MQTT 5, section 3.10.4). So a filter is gone
 * only when a whole grace window has passed on a connection without a delivery for it;
 * where the broker says that there was a subscription that has to be a new connection, on
 * which it sends again what it had begun. At the end of the window the broker is asked
 * once more: its answer comes behind whatever it had sent before, however slowly that was
 * read.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class Leftovers {

	private final ReconcileSettings settings;

	private final SessionClock clock;

	private final RememberedSession history;

	private final BrokerFilters filters;

	/** The removals that the broker has confirmed. */
	private final Map<String, Removal> removals = new HashMap<>();

	Leftovers(ReconcileSettings settings, SessionClock clock, RememberedSession history, BrokerFilters filters) {
		this.settings = settings;
		this.clock = clock;
		this.history = history;
		this.filters = filters;
	}

	/**
	 * A connection is up. A new session of the broker has no filters at all; on a resumed
	 * one everything that is still to come comes within the grace window.
	 */
	void connected(boolean sessionPresent, SubscriptionPlan plan) {
		if (!sessionPresent) {
			this.removals.clear();
			long now = this.clock.nanoTime();
			all(plan).forEach((entry) -> this.removals.put(entry.filter().value(), new Removal(now, Proof.GIVEN)));
			return;
		}
		long end = DueTime.in(this.settings.unmatchedGrace(), this.clock);
		this.removals.replaceAll((filter, removal) -> new Removal(end, Proof.NONE));
	}

	/**
	 * All of them, sorted by filter.
	 */
	private List<LedgerEntry> all(SubscriptionPlan... plans) {
		return this.history.entries().stream().filter((entry) -> isLeftover(entry.filter().value(), plans)).toList();
	}

	private boolean isLeftover(String filter, SubscriptionPlan... plans) {
		return !this.filters.isOurs(filter) && Arrays.stream(plans).allMatch((plan) -> plan.get(filter) == null);
	}

	List<TopicFilter> filters(SubscriptionPlan plan) {
		return all(plan).stream().map(LedgerEntry::filter).toList();
	}

	/**
	 * Those that the broker has still to be asked to remove.
	 */
	List<TopicFilter> unconfirmed(SubscriptionPlan... plans) {
		return all(plans).stream()
			.map(LedgerEntry::filter)
			.filter((filter) -> !this.removals.containsKey(filter.value()))
			.toList();
	}

	/**
	 * Whether the broker has still to be asked to remove a filter.
	 */
	boolean isUnconfirmed(TopicFilter filter, SubscriptionPlan plan) {
		return this.history.contains(filter) && isLeftover(filter.value(), plan)
				&& !this.removals.containsKey(filter.value());
	}

	/**
	 * Those that the broker is to be asked about, be it once more.
	 */
	List<TopicFilter> toAsk(SubscriptionPlan... plans) {
		return all(plans).stream().map(LedgerEntry::filter).filter((filter) -> {
			Removal removal = this.removals.get(filter.value());
			return removal == null || removal.proof == Proof.ASKED;
		}).toList();
	}

	/**
	 * Those whose removal is confirmed and not yet proven, with their identifiers.
	 */
	Map<TopicFilter, Integer> confirmed(SubscriptionPlan plan) {
		Map<TopicFilter, Integer> confirmed = new LinkedHashMap<>();
		for (LedgerEntry entry : all(plan)) {
			if (this.removals.containsKey(entry.filter().value())) {
				confirmed.put(entry.filter(), entry.identifier());
			}
		}
		return confirmed;
	}

	/**
	 * The broker has confirmed a removal.
	 * @param existed whether it says that there was a subscription
	 */
	void confirmed(TopicFilter filter, boolean existed) {
		Long end = existed ? null : DueTime.in(this.settings.unmatchedGrace(), this.clock);
		this.removals.put(filter.value(), new Removal(end, Proof.NONE));
	}

	/**
	 * The windows of these have passed; the answer to the next UNSUBSCRIBE comes behind
	 * everything that the broker has sent.
	 * @return whether there is one to be asked about
	 */
	boolean ask(Collection<TopicFilter> passed) {
		boolean asked = false;
		for (TopicFilter filter : passed) {
			Removal removal = this.removals.get(filter.value());
			if (removal != null && removal.proof == Proof.NONE) {
				this.removals.put(filter.value(), new Removal(removal.end, Proof.ASKED));
				asked = true;
			}
		}
		return asked;
	}

	/**
	 * The broker has answered for a filter that it was asked about once more.
	 * @return whether it was
	 */
	boolean answered(TopicFilter filter) {
		Removal removal = this.removals.get(filter.value());
		if (removal == null || removal.proof != Proof.ASKED) {
			return false;
		}
		this.removals.put(filter.value(), new Removal(removal.end, Proof.GIVEN));
		return true;
	}

	/**
	 * They are wanted again, and will be subscribed.
	 */
	void retain(SubscriptionPlan plan) {
		this.removals.keySet().removeIf((filter) -> plan.get(filter) != null);
	}

	/**
	 * Whether a removal waits for a new connection.
	 */
	boolean needConnection() {
		return this.removals.values().stream().anyMatch((removal) -> removal.end == null);
	}

	/**
	 * When the next window ends.
	 */
	@Nullable Long nextDue() {
		if (needConnection()) {
			// With it all windows begin anew.
			return null;
		}
		Long next = null;
		for (Removal removal : this.removals.values()) {
			if (removal.proof != Proof.ASKED) {
				next = DueTime.earlier(next, removal.end);
			}
		}
		return next;
	}

	/**
	 * Those whose window has passed.
	 */
	List<TopicFilter> due(SubscriptionPlan plan) {
		return all(plan).stream().map(LedgerEntry::filter).filter((filter) -> {
			Removal removal = this.removals.get(filter.value());
			return removal != null && removal.proof != Proof.ASKED && DueTime.hasCome(removal.end, this.clock);
		}).toList();
	}

	/**
	 * Looks at some again, a while later.
	 */
	void postpone(Collection<TopicFilter> postponed, long until) {
		for (TopicFilter filter : postponed) {
			this.removals.computeIfPresent(filter.value(), (key, removal) -> new Removal(until, Proof.NONE));
		}
	}

	/**
	 * They are forgotten.
	 */
	void gone(Collection<TopicFilter> gone) {
		gone.forEach((filter) -> this.removals.remove(filter.value()));
	}

	/**
	 * A removal that the broker has confirmed.
	 *
	 * @param end when its window ends, or {@code null} where that begins with the next
	 * connection
	 * @param proof whether everything that the broker had sent has been read
	 */
	private record Removal(@Nullable Long end, Proof proof) {
	}

	/**
	 * How far the last question has come.
	 */
	private enum Proof {

		NONE, ASKED, GIVEN

	}

}
