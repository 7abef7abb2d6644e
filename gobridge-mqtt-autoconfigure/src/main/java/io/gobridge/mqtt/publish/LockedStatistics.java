package io.gobridge.mqtt.publish;

import java.util.concurrent.locks.Lock;
import java.util.function.IntSupplier;

/**
 * Reads what the lock of {@link OutboundMessages} guards.
 *
 * @param lock the lock
 * @param results the counters
 * @param unanswered the unanswered messages
 * @param queue the waiting messages
 */
record LockedStatistics(Lock lock, PublishResults results, InFlight unanswered,
		PublishQueue queue) implements PublishStatistics {

	@Override
	public long count(PublishOutcome outcome) {
		return this.results.value(outcome);
	}

	@Override
	public int inFlight() {
		return read(this.unanswered::size);
	}

	@Override
	public int waiting() {
		return read(this.queue::size);
	}

	private int read(IntSupplier value) {
		this.lock.lock();
		try {
			return value.getAsInt();
		}
		finally {
			this.lock.unlock();
		}
	}

}
