package io.gobridge.mqtt.router;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.ConnectionEpoch;
import org.jspecify.annotations.Nullable;

/**
 * Releases acknowledgements in the order of receipt: only the head of the line leaves
 * (MQTT 5, section 4.6).
 * <p>
 * A linked list with one producer, the wire thread. Whoever settles becomes the one that
 * releases unless somebody is at it, who then looks again: {@link #work} counts the calls
 * that the releasing thread has not seen yet. No thread ever waits for another.
 */
final class ReceiptOrderLine implements SettlementLine {

	private final AcknowledgementWriter writer;

	private final AtomicInteger work = new AtomicInteger();

	/** The last packet; touched by the wire thread only. */
	private Receipt tail;

	/** The last packet that was released; touched by the releasing thread only. */
	private volatile Receipt released;

	private volatile long appendedCount;

	private volatile long releasedCount;

	ReceiptOrderLine(AcknowledgementWriter writer, ConnectionEpoch epoch) {
		this.writer = writer;
		Receipt anchor = new Receipt(epoch, 0, this, null);
		this.tail = anchor;
		this.released = anchor;
	}

	@Override
	@SuppressWarnings("NonAtomicOperationOnVolatileField")
	public void append(Receipt receipt) {
		this.appendedCount = this.appendedCount + 1;
		this.tail.next = receipt;
		this.tail = receipt;
	}

	@Override
	public void settled(Receipt receipt) {
		if (receipt.epoch.isRetired()) {
			// Nothing leaves any more. In its turn it would wait for those ahead of it,
			// which may never be settled.
			this.writer.acknowledge(receipt);
			return;
		}
		if (this.work.getAndIncrement() != 0) {
			return;
		}
		int seen = 1;
		do {
			release();
			seen = this.work.addAndGet(-seen);
		}
		while (seen != 0);
	}

	@SuppressWarnings("NonAtomicOperationOnVolatileField")
	private void release() {
		Receipt next = this.released.next;
		while (next != null && next.isSettled()) {
			// Counted before it is written: the broker answers an acknowledgement with
			// the
			// next message at once, and must not seem to exceed our Receive Maximum.
			this.released = next;
			this.releasedCount = this.releasedCount + 1;
			this.writer.acknowledge(next);
			next = next.next;
		}
	}

	@Override
	public int unreleased() {
		return (int) (this.appendedCount - this.releasedCount);
	}

	@Override
	public @Nullable MqttDelivery oldest() {
		Receipt next = this.released.next;
		return (next != null) ? next.delivery : null;
	}

	@Override
	public void forEachUnreleased(Consumer<Receipt> visitor) {
		for (Receipt receipt = this.released.next; receipt != null; receipt = receipt.next) {
			visitor.accept(receipt);
		}
	}

}
