package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.plan.Coverage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deliveries that no running route takes. What the application wants waits,
 * unacknowledged, however long its route takes to appear. What it does not want waits as
 * long as the grace window is open, and is then acknowledged, dropped and counted: it
 * would hold up everything behind it for ever. Guarded by the lock of the router.
 */
final class UnmatchedDeliveries {

	private static final Logger logger = LoggerFactory.getLogger(Router.class);

	private static final int PACKET_IDENTIFIERS = 65535;

	private final RouterSettings settings;

	private final RouterStatistics statistics;

	private final GraceWindow grace;

	private final OrphanListener orphans;

	private final DisplacedDeliveries displaced;

	private final PendingBuffer pending = new PendingBuffer();

	private final WarnedTopics retained = new WarnedTopics();

	private final WarnedTopics dropped = new WarnedTopics();

	private final WarnedTopics orphaned = new WarnedTopics();

	private final WarnedTopics overflowed = new WarnedTopics();

	private Coverage coverage = Coverage.unknown();

	UnmatchedDeliveries(RouterSettings settings, RouterStatistics statistics, GraceWindow grace, OrphanListener orphans,
			DisplacedDeliveries displaced) {
		this.settings = settings;
		this.statistics = statistics;
		this.grace = grace;
		this.orphans = orphans;
		this.displaced = displaced;
	}

	/**
	 * A delivery has come that no running route takes.
	 */
	void take(PendingBuffer.Entry entry) {
		if (this.coverage.covers(entry.topic())) {
			hold(entry, PACKET_IDENTIFIERS);
		}
		else if (isDisplaced(entry)) {
			hold(entry, PACKET_IDENTIFIERS);
			if (!this.grace.isOpen()) {
				this.displaced.giveUp(entry, displacedBy(entry));
			}
		}
		else if (this.grace.isOpen() && !this.coverage.isRemoved(entry.topic())) {
			hold(entry, uncoveredLimit(entry));
		}
		else {
			drop(entry);
		}
	}

	private boolean isDisplaced(PendingBuffer.Entry entry) {
		return entry.receipt != null && displacedBy(entry) != null;
	}

	private @Nullable String displacedBy(PendingBuffer.Entry entry) {
		return this.coverage.displacedBy(entry.topic(), entry.identifiers);
	}

	/**
	 * How many deliveries may wait before one that nothing wants yet is too many. On a
	 * new session our Receive Maximum; a resumed one brings back what it had kept, which
	 * may be more.
	 */
	private int uncoveredLimit(PendingBuffer.Entry entry) {
		return (entry.receipt != null && entry.receipt.epoch.connAck().sessionPresent()) ? PACKET_IDENTIFIERS
				: this.settings.receiveMaximum();
	}

	private void hold(PendingBuffer.Entry entry, int limit) {
		if (this.pending.size() >= this.settings.receiveMaximum() && !makeRoom(entry, limit)) {
			return;
		}
		this.pending.add(entry);
		if (this.grace.isOpen()) {
			this.statistics.buffered();
		}
		else if (!isDisplaced(entry)) {
			retain(entry);
		}
	}

	/**
	 * QoS 0 gives way to QoS 1 and QoS 2, and to nothing else.
	 */
	private boolean makeRoom(PendingBuffer.Entry entry, int limit) {
		if (entry.receipt == null) {
			refuse(entry);
			return false;
		}
		PendingBuffer.Entry evicted = this.pending.evict();
		if (evicted != null) {
			evicted(evicted);
			return true;
		}
		if (this.pending.size() >= limit) {
			overflow(entry, entry.receipt);
			return false;
		}
		return true;
	}

	private void evicted(PendingBuffer.Entry entry) {
		if (entry.isRetained()) {
			coveredDropped(entry);
		}
		else {
			this.statistics.shed(RouterStatistics.Shed.EVICTED);
		}
	}

	private void refuse(PendingBuffer.Entry entry) {
		if (this.grace.isOpen()) {
			this.statistics.shed(RouterStatistics.Shed.PENDING_FULL);
		}
		else {
			coveredDropped(entry);
		}
	}

	private void coveredDropped(PendingBuffer.Entry entry) {
		this.statistics.coveredDropped();
		if (this.dropped.isFirst(entry.topic())) {
			logger.warn("Session '{}': a QoS 0 message on '{}' is dropped, there is no more room to wait for a route",
					this.settings.session(), entry.topic());
		}
	}

	/**
	 * The broker has exceeded our Receive Maximum with messages that nothing wants yet;
	 * unacknowledged they would stall everything behind them for good.
	 */
	private void overflow(PendingBuffer.Entry entry, Receipt receipt) {
		this.statistics.overflowDropped();
		if (this.overflowed.isFirst(entry.topic())) {
			logger.warn(
					"Session '{}': the broker exceeds the Receive Maximum of {}; a message on '{}' that no route "
							+ "wants yet is acknowledged and dropped",
					this.settings.session(), this.settings.receiveMaximum(), entry.topic());
		}
		receipt.settle();
	}

	private void retain(PendingBuffer.Entry entry) {
		if (!this.pending.retain(entry)) {
			return;
		}
		this.statistics.coveredRetained();
		if (this.retained.isFirst(entry.topic())) {
			logger.warn(
					"Session '{}': messages on '{}' wait for a route, held by {}; at QoS 1 and QoS 2 they stay "
							+ "unacknowledged and take room in the Receive Maximum of {}",
					this.settings.session(), entry.topic(), this.coverage.coveredBy(entry.topic()),
					this.settings.receiveMaximum());
		}
	}

	/**
	 * Ends a delivery that the application does not want. Where its filter was removed a
	 * moment ago the broker only completes what it had begun; else there is a
	 * subscription that should not be there.
	 */
	private void drop(PendingBuffer.Entry entry) {
		// A QoS 0 message of a filter that is being removed is late too: nobody was
		// promised that it is kept.
		boolean late = this.coverage.isRemoved(entry.topic()) || displacedBy(entry) != null;
		if (late) {
			this.statistics.late();
		}
		else {
			this.statistics.unmatchedDropped();
			if (this.orphaned.isFirst(entry.topic())) {
				logger.warn("Session '{}': messages on '{}' are acknowledged and dropped, the application does not "
						+ "want them", this.settings.session(), entry.topic());
			}
		}
		if (entry.receipt != null) {
			entry.receipt.settle();
		}
		if (!late) {
			this.orphans.orphaned(entry.topic(), entry.identifiers);
		}
	}

	/**
	 * The grace window has ended: what is wanted goes on waiting, the rest is settled.
	 */
	void graceOver() {
		dropIf((entry) -> !this.coverage.covers(entry.topic()));
		this.pending.forEach((entry) -> {
			if (!entry.isStale() && this.coverage.covers(entry.topic())) {
				retain(entry);
			}
		});
		giveUpDisplaced();
	}

	/**
	 * What is wanted has changed. What lost its coverage by that is settled at once; what
	 * never had one is settled when the grace window ends.
	 */
	void coverage(Coverage next) {
		Coverage previous = this.coverage;
		this.coverage = next;
		boolean known = previous != Coverage.unknown();
		dropIf((entry) -> !next.covers(entry.topic()) && (!this.grace.isOpen() || next.isRemoved(entry.topic())
				|| (known && previous.covers(entry.topic()))));
		if (!this.grace.isOpen()) {
			giveUpDisplaced();
		}
	}

	/**
	 * What an older installation had subscribed and is removed now goes to somebody else
	 * before it is acknowledged, or stays.
	 */
	private void giveUpDisplaced() {
		List<PendingBuffer.Entry> displaced = new ArrayList<>();
		this.pending.forEach((entry) -> {
			if (!entry.isStale() && !this.coverage.covers(entry.topic()) && isDisplaced(entry)) {
				displaced.add(entry);
			}
		});
		displaced.forEach((entry) -> this.displaced.giveUp(entry, displacedBy(entry)));
	}

	/**
	 * The dead letter of a delivery is durable.
	 */
	void givenUp(PendingBuffer.Entry entry) {
		// Where it is gone its connection has ended, or a route has it now.
		if (this.pending.remove(entry) && entry.receipt != null) {
			entry.receipt.settle();
		}
	}

	/**
	 * The topics of deliveries that come from filters which are being removed.
	 */
	List<String> displacedTopics(int limit) {
		Set<String> topics = new LinkedHashSet<>();
		this.pending.forEach((entry) -> {
			if (topics.size() < limit && !this.coverage.covers(entry.topic()) && isDisplaced(entry)) {
				topics.add(entry.topic());
			}
		});
		return List.copyOf(topics);
	}

	private void dropIf(Predicate<PendingBuffer.Entry> condition) {
		// A stale one is not ours to acknowledge any more; it is purged when its
		// connection is retired.
		this.pending.takeIf((entry) -> !entry.isStale() && !isDisplaced(entry) && condition.test(entry))
			.forEach(this::drop);
	}

	/**
	 * Takes out what a route can have now, in order of arrival.
	 */
	List<PendingBuffer.Entry> takeIf(Predicate<PendingBuffer.Entry> matched) {
		return this.pending.takeIf(matched);
	}

	/**
	 * A connection has ended: its deliveries are given back to the broker.
	 */
	void purge() {
		for (PendingBuffer.Entry entry : this.pending.takeIf(PendingBuffer.Entry::isStale)) {
			if (entry.receipt != null && entry.receipt.purge()) {
				this.statistics.stalePurged();
			}
		}
	}

	int size() {
		return this.pending.size();
	}

	/**
	 * How many QoS 1 and QoS 2 deliveries wait past the grace window. May be read without
	 * the lock.
	 */
	int backlog() {
		return this.pending.backlog();
	}

	/**
	 * What waits, by topic, the oldest first.
	 */
	List<WaitingTopic> waiting(int limit) {
		Map<String, WaitingTopic> topics = new LinkedHashMap<>();
		this.pending.forEach((entry) -> {
			WaitingTopic known = topics.get(entry.topic());
			if (known != null) {
				topics.put(entry.topic(), known.oneMore());
			}
			else if (topics.size() < limit) {
				topics.put(entry.topic(), first(entry.delivery));
			}
		});
		return List.copyOf(topics.values());
	}

	private WaitingTopic first(MqttDelivery delivery) {
		return new WaitingTopic(delivery.topic(), 1, delivery.receivedAt(), this.coverage.coveredBy(delivery.topic()));
	}

}
