package io.gobridge.mqtt.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import org.jspecify.annotations.Nullable;

/**
 * A clock that moves when it is told to, and the loop that runs by it.
 */
final class ManualTime implements SessionClock, SessionLoop {

	private final List<Task> tasks = new ArrayList<>();

	// A monotonic clock may begin anywhere, also right before an overflow.
	private long now = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

	private volatile boolean inLoop;

	@Override
	public synchronized long nanoTime() {
		return this.now;
	}

	@Override
	public Instant now() {
		return Instant.EPOCH;
	}

	@Override
	public void execute(Runnable task) {
		schedule(task, Duration.ZERO);
	}

	@Override
	public synchronized Cancellable schedule(Runnable task, Duration delay) {
		Task scheduled = new Task(task, this.now + delay.toNanos());
		this.tasks.add(scheduled);
		return () -> {
			synchronized (this) {
				this.tasks.remove(scheduled);
			}
		};
	}

	synchronized int scheduled() {
		return this.tasks.size();
	}

	void advance(Duration by) {
		long until;
		synchronized (this) {
			until = this.now + by.toNanos();
		}
		for (Task next = next(until); next != null; next = next(until)) {
			next.action().run();
		}
		synchronized (this) {
			this.now = until;
		}
	}

	private synchronized @Nullable Task next(long until) {
		Task next = this.tasks.stream()
			.filter((task) -> task.time() - until <= 0)
			.min(Comparator.comparingLong((task) -> task.time() - this.now))
			.orElse(null);
		if (next != null) {
			this.tasks.remove(next);
			this.now = next.time();
		}
		return next;
	}

	void pretendInLoop(boolean inLoop) {
		this.inLoop = inLoop;
	}

	@Override
	public boolean inLoop() {
		return this.inLoop;
	}

	@Override
	public void open() {
	}

	@Override
	public void close() {
	}

	private record Task(Runnable action, long time) {
	}

}
