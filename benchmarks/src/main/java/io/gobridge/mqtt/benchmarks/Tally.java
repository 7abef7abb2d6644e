package io.gobridge.mqtt.benchmarks;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * Counts the messages that reached the handler of a contender, and knows when the last of
 * a run came. Handlers call it from whatever threads they run on; it costs them one
 * atomic increment, the same for every contender.
 */
final class Tally {

	private final AtomicLong count = new AtomicLong();

	private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

	private final int payloadSize;

	private volatile long timed = Long.MAX_VALUE;

	private volatile long total = Long.MAX_VALUE;

	private volatile long reachedAt;

	private volatile CountDownLatch complete = new CountDownLatch(1);

	Tally(int payloadSize) {
		this.payloadSize = payloadSize;
	}

	/**
	 * Start a run. No message may be on its way.
	 * @param messages how many messages to time
	 * @param tail how many come behind them
	 */
	void expect(long messages, long tail) {
		this.complete = new CountDownLatch(1);
		this.count.set(0);
		this.reachedAt = 0;
		this.timed = messages;
		this.total = messages + tail;
	}

	/** A handler has got a message as bytes. */
	void received(byte[] payload) {
		if (payload.length != this.payloadSize) {
			fail(new IllegalStateException("A payload of " + payload.length + " bytes"));
		}
		increment();
	}

	/** A handler has got a message as a value and a part of the topic. */
	void received(String site, double celsius) {
		if (celsius != Workload.CELSIUS || !site.startsWith("site-")) {
			fail(new IllegalStateException("A reading of " + celsius + " at " + site));
		}
		increment();
	}

	private void increment() {
		long messages = this.count.incrementAndGet();
		if (messages >= this.timed) {
			reached(messages);
		}
	}

	private void reached(long messages) {
		if (messages == this.timed) {
			this.reachedAt = System.nanoTime();
		}
		if (messages == this.total) {
			this.complete.countDown();
		}
	}

	/** Something went wrong where no caller would see it; the first one counts. */
	void fail(Throwable cause) {
		this.failure.compareAndSet(null, cause);
	}

	@Nullable Throwable failure() {
		return this.failure.get();
	}

	long count() {
		return this.count.get();
	}

	/**
	 * Wait for the last message of the run.
	 * @return whether it came in time
	 */
	boolean await(long timeout, TimeUnit unit) throws InterruptedException {
		return this.complete.await(timeout, unit);
	}

	/** {@link System#nanoTime()} when the last timed message came, 0 before. */
	long reachedAt() {
		return this.reachedAt;
	}

}
