package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.function.Predicate;

import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * Deliveries that no route matches yet, in order of arrival. QoS 0 finds room up to our
 * Receive Maximum; QoS 1 and QoS 2 up to a limit of their own, and take room from QoS 0
 * where they must. Guarded by the lock of the router.
 */
final class PendingBuffer {

	private final int capacity;

	private final LinkedList<Entry> entries = new LinkedList<>();

	PendingBuffer(int capacity) {
		this.capacity = capacity;
	}

	/**
	 * Adds a delivery.
	 * @param entry the delivery
	 * @param limit how many deliveries may wait if it is one at QoS 1 or QoS 2
	 * @return how that went
	 */
	Admission add(Entry entry, int limit) {
		if (this.entries.size() < this.capacity) {
			this.entries.add(entry);
			return Admission.ADDED;
		}
		if (entry.receipt() == null) {
			return Admission.REFUSED;
		}
		for (Iterator<Entry> candidates = this.entries.iterator(); candidates.hasNext();) {
			if (candidates.next().receipt() == null) {
				candidates.remove();
				this.entries.add(entry);
				return Admission.ADDED_AFTER_EVICTION;
			}
		}
		if (this.entries.size() >= limit) {
			return Admission.REFUSED;
		}
		this.entries.add(entry);
		return Admission.ADDED;
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
				taken.add(entry);
			}
		}
		return taken;
	}

	int size() {
		return this.entries.size();
	}

	enum Admission {

		ADDED, ADDED_AFTER_EVICTION, REFUSED

	}

	/**
	 * A delivery that waits.
	 *
	 * @param delivery the message
	 * @param receipt what we owe the broker for it, {@code null} at QoS 0
	 * @param identifiers its subscription identifiers
	 */
	record Entry(MqttDelivery delivery, @Nullable Receipt receipt, int[] identifiers) {
	}

}
