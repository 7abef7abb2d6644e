package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that wait for a route, in order of arrival. Guarded by the lock of the
 * router.
 */
final class PendingBuffer {

	private final LinkedList<Entry> entries = new LinkedList<>();

	private int qos0;

	/** Retained deliveries at QoS 1 and QoS 2; read by anybody. */
	private volatile int backlog;

	void add(Entry entry) {
		this.entries.add(entry);
		if (entry.receipt == null) {
			this.qos0++;
		}
	}

	/**
	 * Takes out the oldest delivery at QoS 0, or nothing.
	 */
	@Nullable Entry evict() {
		if (this.qos0 == 0) {
			return null;
		}
		for (Iterator<Entry> candidates = this.entries.iterator(); candidates.hasNext();) {
			Entry entry = candidates.next();
			if (entry.receipt == null) {
				candidates.remove();
				removed(entry);
				return entry;
			}
		}
		return null;
	}

	/**
	 * Takes out every entry that meets a condition, in order of arrival.
	 */
	List<Entry> takeIf(Predicate<Entry> condition) {
		List<Entry> taken = new ArrayList<>();
		for (Iterator<Entry> candidates = this.entries.iterator(); candidates.hasNext();) {
			Entry entry = candidates.next();
			if (condition.test(entry)) {
				candidates.remove();
				removed(entry);
				taken.add(entry);
			}
		}
		return taken;
	}

	private void removed(Entry entry) {
		if (entry.receipt == null) {
			this.qos0--;
		}
		else if (entry.retained) {
			this.backlog--;
		}
	}

	/**
	 * Marks an entry as one that waits past the grace window.
	 * @return whether it was not yet
	 */
	boolean retain(Entry entry) {
		if (entry.retained) {
			return false;
		}
		entry.retained = true;
		if (entry.receipt != null) {
			this.backlog++;
		}
		return true;
	}

	void forEach(Consumer<Entry> action) {
		this.entries.forEach(action);
	}

	/**
	 * Takes out one entry.
	 * @return whether it was there
	 */
	boolean remove(Entry entry) {
		boolean there = this.entries.remove(entry);
		if (there) {
			removed(entry);
		}
		return there;
	}

	int size() {
		return this.entries.size();
	}

	int backlog() {
		return this.backlog;
	}

	/**
	 * A delivery that waits.
	 */
	static final class Entry {

		final MqttDelivery delivery;

		/** What we owe the broker for it, {@code null} at QoS 0. */
		final @Nullable Receipt receipt;

		final int[] identifiers;

		/** Whether it was counted as one that waits past the grace window. */
		private boolean retained;

		private boolean givenUp;

		Entry(MqttDelivery delivery, @Nullable Receipt receipt, int[] identifiers) {
			this.delivery = delivery;
			this.receipt = receipt;
			this.identifiers = identifiers;
		}

		String topic() {
			return this.delivery.topic();
		}

		/**
		 * Marks an entry whose dead letter is being written.
		 * @return whether it was not yet
		 */
		boolean beginGivingUp() {
			boolean first = !this.givenUp;
			this.givenUp = true;
			return first;
		}

		boolean isRetained() {
			return this.retained;
		}

		/** Its connection has ended: the broker delivers it again. */
		boolean isStale() {
			return this.receipt != null && this.receipt.epoch.isRetired();
		}

	}

}
