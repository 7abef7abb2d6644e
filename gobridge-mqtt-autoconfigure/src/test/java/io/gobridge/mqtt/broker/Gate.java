package io.gobridge.mqtt.broker;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets threads through while it is open.
 */
final class Gate {

	private final ReentrantLock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private boolean open = true;

	void open() {
		set(true);
	}

	void shut() {
		set(false);
	}

	private void set(boolean value) {
		this.lock.lock();
		try {
			this.open = value;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	void pass() {
		this.lock.lock();
		try {
			while (!this.open) {
				this.changed.awaitUninterruptibly();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
