package io.gobridge.mqtt.sample.telemetry;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import org.springframework.stereotype.Component;

/**
 * The newest readings, in memory. May be used from any thread.
 */
@Component
class NewestReadings {

	static final int CAPACITY = 100;

	private final ReentrantLock lock = new ReentrantLock();

	private final Deque<SiteReading> newestFirst = new ArrayDeque<>(CAPACITY + 1);

	void add(SiteReading reading) {
		this.lock.lock();
		try {
			this.newestFirst.addFirst(reading);
			if (this.newestFirst.size() > CAPACITY) {
				this.newestFirst.removeLast();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * What is there now.
	 * @return the newest first
	 */
	List<SiteReading> list() {
		this.lock.lock();
		try {
			return List.copyOf(this.newestFirst);
		}
		finally {
			this.lock.unlock();
		}
	}

}
