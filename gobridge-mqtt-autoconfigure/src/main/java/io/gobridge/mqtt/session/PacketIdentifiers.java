package io.gobridge.mqtt.session;

import java.util.BitSet;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The packet identifiers of what we send: PUBLISH, SUBSCRIBE and UNSUBSCRIBE share one
 * space of 1 to 65535 (MQTT 5, section 2.2.1). Lives as long as the session, because the
 * identifier of an unfinished QoS 2 publish outlives its connection. May be used from any
 * thread.
 */
public final class PacketIdentifiers {

	private static final int LAST = 65535;

	private final ReentrantLock lock = new ReentrantLock();

	private final BitSet taken = new BitSet(LAST + 1);

	private int previous;

	/**
	 * Takes an identifier that is not in use. Identifiers are handed out in a circle, so
	 * that a late answer to an abandoned request does not meet a new one.
	 * @return an identifier, or 0 if all are in use
	 */
	public int take() {
		this.lock.lock();
		try {
			int next = this.taken.nextClearBit(this.previous + 1);
			if (next > LAST) {
				next = this.taken.nextClearBit(1);
				if (next > LAST) {
					return 0;
				}
			}
			this.taken.set(next);
			this.previous = next;
			return next;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Gives an identifier back.
	 * @param identifier the identifier
	 */
	public void release(int identifier) {
		this.lock.lock();
		try {
			this.taken.clear(identifier);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns how many identifiers are in use.
	 * @return the number of identifiers that were taken and not given back
	 */
	public int inUse() {
		this.lock.lock();
		try {
			return this.taken.cardinality();
		}
		finally {
			this.lock.unlock();
		}
	}

}
