package io.gobridge.mqtt.route;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

/**
 * Queue of a lane, bounded for QoS 0. Any thread may offer, without a lock and without
 * waiting but for the moment in which a full ring is emptied into a list. The taking side
 * belongs to whoever holds the claim: the lane for the moment of each poll, or another
 * thread that removes stale tasks. Because removal excludes polling, what is kept stays
 * in order, in front of everything offered meanwhile.
 */
final class LaneQueue {

	// Cells of the cursors, far enough apart that producers and the consumer do not write
	// to the same cache line.
	private static final int TAIL = 16;

	private static final int LIMIT = 17;

	private static final int QOS0_LIMIT = 18;

	private static final int HEAD = 40;

	private static final int CLAIM = 41;

	private static final int CELLS = 56;

	private static final int SPINS = 64;

	private final AtomicLongArray cursors = new AtomicLongArray(CELLS);

	private final AtomicReferenceArray<@Nullable LaneTask> slots;

	private final int mask;

	private final int qos0Capacity;

	// What a purge has kept or a full ring has spilt, older than everything in the ring.
	// Guarded by the claim.
	private final ArrayDeque<LaneTask> kept = new ArrayDeque<>(0);

	private volatile int keptCount;

	LaneQueue(int capacity, int qos0Capacity) {
		int size = Math.max(2, Integer.highestOneBit(Math.max(1, capacity - 1)) << 1);
		this.slots = new AtomicReferenceArray<>(size);
		this.mask = size - 1;
		this.qos0Capacity = qos0Capacity;
		this.cursors.set(LIMIT, size);
		this.cursors.set(QOS0_LIMIT, qos0Capacity);
	}

	/**
	 * Appends a task.
	 * @param task the task
	 * @return whether there was room for it, always at QoS 1 and QoS 2
	 */
	boolean offer(LaneTask task) {
		return (task.qos() == 0) ? offer(task, QOS0_LIMIT) : offer(task, LIMIT);
	}

	private boolean offer(LaneTask task, int limitCell) {
		long tail = this.cursors.get(TAIL);
		for (;;) {
			// The limit is remembered so that the consumer's cursor is read only now and
			// then. It may be too low, when it is computed again, but never too high: the
			// head only grows, and by more than a purge keeps.
			if (tail >= this.cursors.getAcquire(limitCell)) {
				long limit = limit(limitCell);
				if (tail < limit) {
					this.cursors.setRelease(limitCell, limit);
				}
				else if (limitCell == LIMIT) {
					spill();
					tail = this.cursors.get(TAIL);
					continue;
				}
				else {
					return false;
				}
			}
			long seen = this.cursors.compareAndExchange(TAIL, tail, tail + 1);
			if (seen == tail) {
				this.slots.setRelease((int) tail & this.mask, task);
				return true;
			}
			tail = seen;
		}
	}

	private long limit(int limitCell) {
		long head = this.cursors.get(HEAD);
		return (limitCell == LIMIT) ? head + this.mask + 1 : head + this.qos0Capacity - this.keptCount;
	}

	/**
	 * Makes room for a task at QoS 1 or QoS 2, which is never refused: how many there are
	 * is bounded by the session. A broker that resumes a session may send more than the
	 * Receive Maximum again.
	 */
	private void spill() {
		claim();
		try {
			long tail = this.cursors.get(TAIL);
			while (this.cursors.getPlain(HEAD) < tail) {
				this.keptCount = this.kept.size() + 1;
				LaneTask task = take();
				if (task == null) {
					// Another producer has its place and not filled it yet: there is room
					// now for this one.
					break;
				}
				this.kept.add(task);
			}
			this.keptCount = this.kept.size();
		}
		finally {
			release();
		}
	}

	/**
	 * Takes the oldest task. {@code null} does not mean that the queue is empty: a
	 * producer may have a place in it and not have filled it yet.
	 * @return the task, or {@code null}
	 */
	@Nullable LaneTask poll() {
		claim();
		try {
			if (this.keptCount > 0) {
				LaneTask task = this.kept.poll();
				this.keptCount = this.kept.size();
				return task;
			}
			return take();
		}
		finally {
			release();
		}
	}

	private @Nullable LaneTask take() {
		long head = this.cursors.getPlain(HEAD);
		int index = (int) head & this.mask;
		LaneTask task = this.slots.getAcquire(index);
		if (task != null) {
			this.slots.setPlain(index, null);
			this.cursors.setRelease(HEAD, head + 1);
		}
		return task;
	}

	/**
	 * Removes what a predicate accepts of all that has been offered before.
	 * @param condition tells what to remove; called while the lane can not poll
	 * @return what was removed, in order
	 */
	List<LaneTask> remove(Predicate<? super LaneTask> condition) {
		List<LaneTask> removed = new ArrayList<>();
		claim();
		try {
			ArrayDeque<LaneTask> remaining = new ArrayDeque<>(this.kept.size());
			for (LaneTask task : this.kept) {
				(condition.test(task) ? removed : remaining).add(task);
			}
			long tail = this.cursors.get(TAIL);
			while (this.cursors.getPlain(HEAD) < tail) {
				// Counted before the head moves on, or a producer would see the room
				// twice.
				this.keptCount = remaining.size() + 1;
				LaneTask task = take();
				if (task != null) {
					(condition.test(task) ? removed : remaining).add(task);
				}
				else {
					// A producer is between taking the place and filling it.
					Thread.yield();
				}
			}
			this.kept.clear();
			this.kept.addAll(remaining);
			this.keptCount = this.kept.size();
		}
		finally {
			release();
		}
		return removed;
	}

	boolean isEmpty() {
		return size() <= 0;
	}

	int size() {
		return (int) (this.cursors.get(TAIL) - this.cursors.get(HEAD)) + this.keptCount;
	}

	/**
	 * Waits until nobody else is on the taking side, which is a matter of a few
	 * instructions or of one removal.
	 */
	void claim() {
		int spins = 0;
		while (!this.cursors.compareAndSet(CLAIM, 0, 1)) {
			if (spins++ < SPINS) {
				Thread.onSpinWait();
			}
			else {
				Thread.yield();
			}
		}
	}

	void release() {
		this.cursors.setRelease(CLAIM, 0);
	}

}
