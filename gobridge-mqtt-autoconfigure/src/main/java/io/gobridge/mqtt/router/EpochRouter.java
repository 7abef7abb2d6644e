package io.gobridge.mqtt.router;

import java.time.Instant;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.ConnectionListener.Poison;
import io.gobridge.mqtt.session.InboundFlow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What one connection has delivered and what of it is still owed to the broker. A new
 * connection gets a new object, so that nothing has to be cleared.
 */
final class EpochRouter implements InboundFlow.OfEpoch {

	private static final Logger logger = LoggerFactory.getLogger(EpochRouter.class);

	/** Reason code 0x92, Packet Identifier not found. */
	private static final int PACKET_IDENTIFIER_NOT_FOUND = 0x92;

	private final Router router;

	private final ConnectionEpoch epoch;

	private final RouterSettings settings;

	private final RouterStatistics statistics;

	private final Qos2Exchanges exchanges;

	private final SettlementLine qos1;

	private final SettlementLine qos2;

	private final Surplus.OfEpoch surplus;

	private volatile boolean quiesced;

	EpochRouter(Router router, ConnectionEpoch epoch, RouterSettings settings, RouterStatistics statistics,
			Qos2Exchanges exchanges, Surplus surplus) {
		this.router = router;
		this.epoch = epoch;
		this.settings = settings;
		this.statistics = statistics;
		this.exchanges = exchanges;
		this.qos1 = settings.ackOrder()
			.line(epoch,
					(receipt) -> finish(receipt, !epoch.isRetired() && epoch.connection().pubAck(receipt.packetId, 0)));
		this.qos2 = settings.ackOrder()
			.line(epoch,
					(receipt) -> finish(receipt, !epoch.isRetired() && epoch.connection().pubRec(receipt.packetId, 0)));
		this.surplus = surplus.of(this);
	}

	ConnectionEpoch epoch() {
		return this.epoch;
	}

	private void finish(Receipt receipt, boolean written) {
		SettlementResult result = written ? SettlementResult.WRITTEN : SettlementResult.STALE;
		if (receipt.finish(result)) {
			this.statistics.result(result);
		}
	}

	/**
	 * Takes packets also beyond our Receive Maximum: HiveMQ CE exceeds it by a few
	 * messages under load, and several times when it resumes a session with a backlog. To
	 * acknowledge and drop a surplus that a route wants would lose it; where it becomes
	 * too much it is left to the broker.
	 */
	@Override
	@RunsOn(RunsOn.Kind.WIRE)
	public void accept(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
		if (this.quiesced) {
			this.router.refuse(delivery.qos());
			return;
		}
		if (delivery.qos() == 0) {
			this.router.dispatch(delivery, null, subscriptionIdentifiers);
			return;
		}
		if (this.surplus.leaves(delivery)) {
			this.router.refuse(delivery.qos());
			return;
		}
		if (delivery.qos() == 1) {
			Receipt receipt = new Receipt(this.epoch, packetId, this.qos1, delivery);
			this.qos1.append(receipt);
			this.router.dispatch(delivery, receipt, subscriptionIdentifiers);
		}
		else {
			acceptQos2(delivery, packetId, subscriptionIdentifiers);
		}
	}

	/**
	 * A PUBLISH that a broker sends again after a reconnect carries the packet identifier
	 * of the first one (MQTT 5, section 4.4). While its handler runs, or once it has run,
	 * only the PUBREC is owed again.
	 */
	private void acceptQos2(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
		Qos2Exchange exchange = this.exchanges.of(packetId, delivery);
		Receipt receipt = new Qos2Receipt(this.epoch, packetId, this.qos2, delivery, exchange,
				(left, of) -> left(left, of, subscriptionIdentifiers));
		this.qos2.append(receipt);
		if (exchange.take(receipt)) {
			this.router.dispatch(delivery, receipt, subscriptionIdentifiers);
		}
	}

	private void left(Receipt receipt, Qos2Exchange exchange, int[] subscriptionIdentifiers) {
		Receipt joined = exchange.left(receipt);
		MqttDelivery delivery = (joined != null) ? joined.delivery : null;
		// Of a connection that has ended as well it would wait for a route that nobody
		// takes it to, or be dropped by nobody: the broker delivers it again.
		if (joined != null && delivery != null && !joined.purge()) {
			this.router.dispatch(delivery, joined, subscriptionIdentifiers);
		}
	}

	/**
	 * How many packets count against our Receive Maximum.
	 */
	int unreleased() {
		return this.qos1.unreleased() + this.qos2.unreleased();
	}

	/**
	 * What those of them weigh that are not settled.
	 */
	long heldWeight() {
		Weight weight = new Weight();
		this.qos1.forEachUnreleased(weight::add);
		this.qos2.forEachUnreleased(weight::add);
		return weight.sum;
	}

	@Override
	@RunsOn(RunsOn.Kind.WIRE)
	public void poison(Poison kind, int qos, int packetId) {
		if (this.quiesced) {
			this.router.refuse(qos);
			return;
		}
		this.statistics.poison(kind);
		logger.error("Session '{}': a message over the cap for {} is acknowledged and dropped (QoS {})",
				this.settings.session(), kind, qos);
		if (qos > 0) {
			settleUnrouted(qos, packetId);
		}
	}

	private void settleUnrouted(int qos, int packetId) {
		SettlementLine line = (qos == 1) ? this.qos1 : this.qos2;
		if (qos == 2) {
			this.exchanges.dropped(packetId);
		}
		Receipt receipt = new Receipt(this.epoch, packetId, line, null);
		line.append(receipt);
		receipt.settle();
	}

	@Override
	@RunsOn(RunsOn.Kind.WIRE)
	public void released(int packetId) {
		boolean known = this.exchanges.release(packetId);
		this.epoch.connection().pubComp(packetId, known ? 0 : PACKET_IDENTIFIER_NOT_FOUND);
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public void quiesce() {
		this.quiesced = true;
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public void retired() {
		this.router.retired();
		this.qos1.forEachUnreleased(this::retire);
		this.qos2.forEachUnreleased(this::retire);
	}

	private void retire(Receipt receipt) {
		if (receipt.finish(SettlementResult.STALE)) {
			this.statistics.result(SettlementResult.STALE);
		}
		else {
			receipt.abandon();
		}
	}

	/**
	 * Whether no handler has begun with a packet that is not settled yet.
	 */
	boolean isIdle() {
		Busy busy = new Busy();
		this.qos1.forEachUnreleased(busy::look);
		this.qos2.forEachUnreleased(busy::look);
		return !busy.found;
	}

	/**
	 * Adds what this connection has delivered.
	 * @param idle the router without any connection
	 */
	RouterSnapshot snapshot(RouterSnapshot idle) {
		if (this.epoch.isRetired()) {
			return idle;
		}
		int unsettled = unreleased();
		return new RouterSnapshot(idle.pending(), idle.graceRemaining(), unsettled,
				older(received(this.qos1), received(this.qos2)), (double) unsettled / this.settings.receiveMaximum());
	}

	private static @Nullable Instant received(SettlementLine line) {
		MqttDelivery oldest = line.oldest();
		return (oldest != null) ? oldest.receivedAt() : null;
	}

	private static @Nullable Instant older(@Nullable Instant one, @Nullable Instant other) {
		if (one == null || other == null) {
			return (one != null) ? one : other;
		}
		return one.isBefore(other) ? one : other;
	}

	private static final class Weight {

		private long sum;

		void add(Receipt receipt) {
			MqttDelivery delivery = receipt.delivery;
			this.sum += (delivery != null) ? Surplus.weight(delivery) : 0;
		}

	}

	private static final class Busy {

		private boolean found;

		void look(Receipt receipt) {
			this.found |= receipt.isClaimed();
		}

	}

}
