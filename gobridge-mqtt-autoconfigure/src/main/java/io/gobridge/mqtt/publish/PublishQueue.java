package io.gobridge.mqtt.publish;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The messages that were not sent yet, in order, and behind them those of callers that
 * wait for room. A caller's message moves up on its behalf, so that no thread that comes
 * later can take its place. Guarded by the lock of {@link OutboundMessages}.
 */
final class PublishQueue {

	private final Deque<PendingPublish> accepted = new ArrayDeque<>();

	private final Deque<PendingPublish> callers = new ArrayDeque<>();

	private final int capacity;

	PublishQueue(int capacity) {
		this.capacity = capacity;
	}

	int size() {
		return this.accepted.size() + this.callers.size();
	}

	Stream<PendingPublish> stream() {
		return Stream.concat(this.accepted.stream(), this.callers.stream());
	}

	boolean offer(PendingPublish pending) {
		if (!this.callers.isEmpty() || this.accepted.size() >= this.capacity) {
			return false;
		}
		return this.accepted.add(pending);
	}

	/**
	 * Lines up a message whose caller waits until {@link PendingPublish#room} is
	 * {@code null}.
	 */
	void line(PendingPublish pending, Lock lock) {
		pending.room = lock.newCondition();
		this.callers.add(pending);
	}

	/**
	 * Puts a message before all others, also where that makes the queue longer than it
	 * may grow otherwise.
	 */
	void putBack(PendingPublish pending) {
		this.accepted.addFirst(pending);
	}

	@Nullable PendingPublish peek() {
		while (this.accepted.size() < this.capacity && !this.callers.isEmpty()) {
			PendingPublish caller = this.callers.remove();
			this.accepted.add(caller);
			wake(caller);
		}
		return this.accepted.peek();
	}

	boolean isNext(PendingPublish pending) {
		return this.accepted.peek() == pending;
	}

	void remove() {
		this.accepted.remove();
	}

	/**
	 * Takes back a message whose caller does not wait any longer.
	 */
	void leave(PendingPublish caller) {
		this.callers.remove(caller);
		wake(caller);
	}

	/**
	 * Takes out what has expired.
	 * @param unsent told the messages that had been accepted
	 * @param waiting told the messages that had not
	 */
	void expire(long now, Consumer<PendingPublish> unsent, Consumer<PendingPublish> waiting) {
		removeExpired(this.accepted, now, unsent);
		removeExpired(this.callers, now, waiting);
	}

	private void removeExpired(Deque<PendingPublish> from, long now, Consumer<PendingPublish> action) {
		for (Iterator<PendingPublish> iterator = from.iterator(); iterator.hasNext();) {
			PendingPublish pending = iterator.next();
			if (pending.isExpired(now)) {
				iterator.remove();
				action.accept(pending);
				wake(pending);
			}
		}
	}

	void clear() {
		this.callers.forEach(PublishQueue::wake);
		this.callers.clear();
		this.accepted.clear();
	}

	private static void wake(PendingPublish pending) {
		Condition room = pending.room;
		pending.room = null;
		if (room != null) {
			room.signal();
		}
	}

}
