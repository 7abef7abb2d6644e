package io.gobridge.mqtt.router;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.session.ConnectionEpoch;
import org.jspecify.annotations.Nullable;

/**
 * What we owe the broker for one QoS 1 or QoS 2 PUBLISH packet of one epoch. It is
 * claimed when the first handler begins, settled when all routes have settled, and
 * released when its acknowledgement leaves.
 */
class Receipt {

	private static final VarHandle PROGRESS;

	private static final VarHandle REMAINING;

	private static final VarHandle RESULT;

	static {
		try {
			MethodHandles.Lookup lookup = MethodHandles.lookup();
			PROGRESS = lookup.findVarHandle(Receipt.class, "progress", int.class);
			REMAINING = lookup.findVarHandle(Receipt.class, "remaining", int.class);
			RESULT = lookup.findVarHandle(Receipt.class, "result", CompletableFuture.class);
		}
		catch (ReflectiveOperationException ex) {
			throw new ExceptionInInitializerError(ex);
		}
	}

	private static final int WAITING = 0;

	private static final int CLAIMED = 1;

	private static final int PURGED = 2;

	private static final int SETTLED = 3;

	private static final int FINISHED = 4;

	private static final int LEFT = 5;

	final ConnectionEpoch epoch;

	final int packetId;

	private final SettlementLine line;

	/** For the age of the oldest unsettled delivery; dropped when settled. */
	@Nullable MqttDelivery delivery;

	/** The packet received after this one; written by the wire thread only. */
	volatile @Nullable Receipt next;

	@SuppressWarnings("FieldMayBeFinal")
	private volatile int progress = WAITING;

	/** How many routes have still to settle. */
	@SuppressWarnings("FieldMayBeFinal")
	private volatile int remaining = 1;

	/** Completed at release; only there where someone asked for the result. */
	private volatile @Nullable CompletableFuture<SettlementResult> result;

	Receipt(ConnectionEpoch epoch, int packetId, SettlementLine line, @Nullable MqttDelivery delivery) {
		this.epoch = epoch;
		this.packetId = packetId;
		this.line = line;
		this.delivery = delivery;
	}

	/**
	 * Says how many routes must settle before the packet is. Called by the wire thread
	 * before the first of them can.
	 */
	final void expect(int routes) {
		REMAINING.setRelease(this, routes);
	}

	/**
	 * A handler wants to begin. Refused where the connection has ended and no other
	 * handler of the same packet has begun: the broker delivers it again, and handling it
	 * twice helps nobody.
	 */
	final boolean claim() {
		int current = this.progress;
		if (current == WAITING && !this.epoch.isRetired()) {
			// Not a compare-and-set where one will do: a purge needs a retired epoch, and
			// an epoch that retires right now may see either of the two outcomes.
			return PROGRESS.compareAndSet(this, WAITING, CLAIMED) || this.progress == CLAIMED;
		}
		return current == CLAIMED;
	}

	/**
	 * The connection has ended: gives the packet back to the broker unless a handler has
	 * begun.
	 * @return whether this call purged it
	 */
	final boolean purge() {
		return this.epoch.isRetired() && PROGRESS.compareAndSet(this, WAITING, PURGED);
	}

	final boolean isPurged() {
		return this.progress == PURGED;
	}

	final boolean isClaimed() {
		return this.progress == CLAIMED;
	}

	final boolean isSettled() {
		int current = this.progress;
		return current == SETTLED || current == FINISHED;
	}

	/**
	 * One route has settled. When it was the last the packet is settled.
	 */
	final void settledByRoute() {
		if (this.remaining == 1 || (int) REMAINING.getAndAdd(this, -1) == 1) {
			settle();
		}
	}

	/**
	 * Settles the packet. Called once: by the last of its routes, or by the wire thread
	 * for a packet that no route gets.
	 */
	final void settle() {
		this.progress = SETTLED;
		this.delivery = null;
		settled();
		this.line.settled(this);
	}

	/**
	 * Leaves the packet to the broker: it is never acknowledged in this epoch, and
	 * everything behind it waits where receipt order is kept.
	 */
	final void leave() {
		this.progress = LEFT;
		this.delivery = null;
		left();
	}

	/** For QoS 2: all routes have settled, whether or not the epoch still lives. */
	void settled() {
	}

	/** For QoS 2: a route left the packet to the broker. */
	void left() {
	}

	/**
	 * The future of this packet's acknowledgement. To be asked for before settling, so
	 * that the release finds it.
	 */
	@SuppressWarnings("unchecked")
	final CompletableFuture<SettlementResult> result() {
		CompletableFuture<SettlementResult> future = this.result;
		if (future == null) {
			// Two routes of one packet may ask at the same time.
			CompletableFuture<SettlementResult> mine = new CompletableFuture<>();
			future = (CompletableFuture<SettlementResult>) RESULT.compareAndExchange(this, null, mine);
			return (future != null) ? future : mine;
		}
		return future;
	}

	/**
	 * The acknowledgement of a settled packet has left, or never will. The thread that
	 * releases the line and the one that retires the epoch may both say so; the first
	 * wins.
	 * @return whether this call was the first
	 */
	final boolean finish(SettlementResult outcome) {
		if (!PROGRESS.compareAndSet(this, SETTLED, FINISHED)) {
			return false;
		}
		CompletableFuture<SettlementResult> future = this.result;
		if (future != null) {
			future.complete(outcome);
		}
		return true;
	}

	/**
	 * Ends the future of a packet that will not be settled in its epoch any more.
	 */
	final void abandon() {
		CompletableFuture<SettlementResult> future = this.result;
		if (future != null) {
			future.complete(SettlementResult.STALE);
		}
	}

}
