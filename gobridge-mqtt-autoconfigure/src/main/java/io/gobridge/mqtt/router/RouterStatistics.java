package io.gobridge.mqtt.router;

import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.session.ConnectionListener.Poison;
import org.jspecify.annotations.Nullable;

/**
 * What the router has counted since the process started. Each delivery is counted at most
 * once by each of them.
 */
public final class RouterStatistics {

	/**
	 * Stands for the route of a dead letter that no route was involved in.
	 */
	public static final String NO_ROUTE = "none";

	private final LongAdder buffered = new LongAdder();

	private final LongAdder stalePurged = new LongAdder();

	private final LongAdder overflowDropped = new LongAdder();

	private final LongAdder coveredRetained = new LongAdder();

	private final LongAdder coveredDropped = new LongAdder();

	private final LongAdder unmatchedDropped = new LongAdder();

	private final LongAdder late = new LongAdder();

	private final LongAdder[] shed = adders(Shed.values().length);

	private final LongAdder[] poison = adders(Poison.values().length);

	private final ConcurrentMap<String, LongAdder[]> failures = new ConcurrentHashMap<>();

	private final ConcurrentMap<String, LongAdder[]> deadLetters = new ConcurrentHashMap<>();

	private final LongAdder[] results = adders(SettlementResult.values().length);

	RouterStatistics() {
	}

	private static LongAdder[] adders(int count) {
		LongAdder[] adders = new LongAdder[count];
		for (int i = 0; i < count; i++) {
			adders[i] = new LongAdder();
		}
		return adders;
	}

	void buffered() {
		this.buffered.increment();
	}

	void stalePurged() {
		this.stalePurged.increment();
	}

	void overflowDropped() {
		this.overflowDropped.increment();
	}

	void coveredRetained() {
		this.coveredRetained.increment();
	}

	void coveredDropped() {
		this.coveredDropped.increment();
	}

	void unmatchedDropped() {
		this.unmatchedDropped.increment();
	}

	void late() {
		this.late.increment();
	}

	void shed(Shed reason) {
		this.shed[reason.ordinal()].increment();
	}

	void poison(Poison kind) {
		this.poison[kind.ordinal()].increment();
	}

	void result(SettlementResult result) {
		this.results[result.ordinal()].increment();
	}

	void failed(String route, FailureOutcome outcome) {
		this.failures.computeIfAbsent(route, (id) -> adders(FailureOutcome.values().length))[outcome.ordinal()]
			.increment();
	}

	void deadLetter(@Nullable String route, DeadLetterOutcome outcome) {
		this.deadLetters.computeIfAbsent((route != null) ? route : NO_ROUTE,
				(id) -> adders(DeadLetterOutcome.values().length))[outcome.ordinal()]
			.increment();
	}

	/**
	 * Writes of dead letters.
	 * @param route the id of the route, or {@link #NO_ROUTE}
	 * @param outcome what came of them
	 * @return how many writes ended so
	 */
	public long deadLetterCount(String route, DeadLetterOutcome outcome) {
		LongAdder[] adders = this.deadLetters.get(route);
		return (adders != null) ? adders[outcome.ordinal()].sum() : 0;
	}

	/**
	 * Deliveries that a route could not handle.
	 * @param route the id of the route
	 * @param outcome what became of them
	 * @return how many deliveries ended so
	 */
	public long failureCount(String route, FailureOutcome outcome) {
		LongAdder[] adders = this.failures.get(route);
		return (adders != null) ? adders[outcome.ordinal()].sum() : 0;
	}

	/**
	 * Deliveries that no running route took and that waited within the grace window.
	 * @return how many deliveries came into the pending buffer within the window
	 */
	public long bufferedCount() {
		return this.buffered.sum();
	}

	/**
	 * QoS 1 and QoS 2 deliveries that were given back to the broker because their
	 * connection had ended, or the session was stopping, before a handler began.
	 * @return how many deliveries were purged
	 */
	public long stalePurgedCount() {
		return this.stalePurged.sum();
	}

	/**
	 * QoS 1 and QoS 2 deliveries that a broker sent beyond our Receive Maximum and that
	 * no route wanted yet: they were acknowledged and dropped.
	 * @return how many deliveries were dropped
	 */
	public long overflowDroppedCount() {
		return this.overflowDropped.sum();
	}

	/**
	 * Deliveries that the application wants and that wait for a route past the grace
	 * window.
	 * @return how many deliveries were kept, each counted once
	 */
	public long coveredRetainedCount() {
		return this.coveredRetained.sum();
	}

	/**
	 * QoS 0 deliveries that the application wants and that were dropped past the grace
	 * window because there was no room to keep them.
	 * @return how many deliveries were dropped
	 */
	public long coveredDroppedCount() {
		return this.coveredDropped.sum();
	}

	/**
	 * Deliveries that the application does not want: acknowledged and dropped past the
	 * grace window.
	 * @return how many deliveries were dropped
	 */
	public long unmatchedDroppedCount() {
		return this.unmatchedDropped.sum();
	}

	/**
	 * Deliveries that came after the removal of their filter was confirmed, because the
	 * broker completes what it had begun: acknowledged and dropped.
	 * @return how many deliveries were dropped
	 */
	public long lateCount() {
		return this.late.sum();
	}

	/**
	 * QoS 0 deliveries that were dropped because there was no room for them.
	 * @param reason why there was no room
	 * @return how many deliveries were dropped
	 */
	public long shedCount(Shed reason) {
		return this.shed[reason.ordinal()].sum();
	}

	/**
	 * Deliveries over our caps, acknowledged and dropped.
	 * @param kind which cap they were over
	 * @return how many deliveries were dropped
	 */
	public long poisonCount(Poison kind) {
		return this.poison[kind.ordinal()].sum();
	}

	/**
	 * Settlements by what came of them.
	 * @param result the result
	 * @return how many settlements had this result
	 */
	public long resultCount(SettlementResult result) {
		return this.results[result.ordinal()].sum();
	}

	/**
	 * What became of a delivery that a route could not handle.
	 */
	public enum FailureOutcome {

		/** Written to the dead-letter store, then acknowledged. */
		DEAD_LETTERED,

		/** Acknowledged and dropped. */
		DROPPED,

		/** Left to the broker, which delivers it again on a later connection. */
		REDELIVERED;

		/**
		 * The value of the {@code outcome} tag of the meter.
		 * @return the outcome in kebab case
		 */
		public String tag() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

	/**
	 * What came of the write of a dead letter.
	 */
	public enum DeadLetterOutcome {

		/** It is durable. */
		WRITTEN,

		/**
		 * It failed; a QoS 1 or QoS 2 message stays unacknowledged, and is tried again.
		 */
		FAILED;

		/**
		 * The value of the {@code outcome} tag of the meter.
		 * @return the outcome in lower case
		 */
		public String tag() {
			return name().toLowerCase(Locale.ROOT);
		}

	}

	/**
	 * Why a QoS 0 delivery was dropped.
	 */
	public enum Shed {

		/** The lane of the route was full. */
		LANE_FULL,

		/** The pending buffer was full. */
		PENDING_FULL,

		/**
		 * It waited in the pending buffer and made room for a QoS 1 or QoS 2 delivery.
		 */
		EVICTED,

		/** The session was stopping. */
		CLOSING;

		/**
		 * The value of the {@code reason} tag of the meter.
		 * @return the reason in kebab case
		 */
		public String tag() {
			return name().toLowerCase(Locale.ROOT).replace('_', '-');
		}

	}

}
