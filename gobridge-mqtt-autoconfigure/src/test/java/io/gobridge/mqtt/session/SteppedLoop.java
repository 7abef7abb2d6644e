package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * A session loop that runs when a test says so, on the thread of the test. Tasks may be
 * given from any thread. A task that throws fails the test.
 */
public final class SteppedLoop implements SessionLoop {

	private static final int ENDLESS = 100_000;

	private final ReentrantLock lock = new ReentrantLock();

	private final Queue<Runnable> ready = new ArrayDeque<>();

	private final PriorityQueue<Timer> timers = new PriorityQueue<>(
			Comparator.comparingLong((Timer timer) -> timer.due).thenComparingLong((timer) -> timer.sequence));

	private final SteppedClock clock;

	private long sequence;

	private boolean closed;

	private volatile @Nullable Thread runner;

	/**
	 * Creates an open loop.
	 * @param clock the clock that {@link #advance(Duration)} moves
	 */
	public SteppedLoop(SteppedClock clock) {
		this.clock = clock;
	}

	@Override
	public void execute(Runnable task) {
		this.lock.lock();
		try {
			if (!this.closed) {
				this.ready.add(task);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public Cancellable schedule(Runnable task, Duration delay) {
		this.lock.lock();
		try {
			Timer timer = new Timer(task, this.clock.nanoTime() + delay.toNanos(), this.sequence++);
			if (!this.closed) {
				this.timers.add(timer);
			}
			return () -> cancel(timer);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void cancel(Timer timer) {
		this.lock.lock();
		try {
			this.timers.remove(timer);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public boolean inLoop() {
		return Thread.currentThread() == this.runner;
	}

	@Override
	public void open() {
		this.lock.lock();
		try {
			this.closed = false;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.ready.clear();
			this.timers.clear();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether the loop is closed.
	 * @return whether tasks are dropped
	 */
	public boolean isClosed() {
		this.lock.lock();
		try {
			return this.closed;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Runs everything that is due now, and what that brings with it.
	 */
	public void runReady() {
		for (int steps = 0; steps < ENDLESS; steps++) {
			Runnable task = nextDue();
			if (task == null) {
				return;
			}
			run(task);
		}
		throw new AssertionError("The loop spins: " + ENDLESS + " tasks without time going on");
	}

	/**
	 * Runs one task that is due now.
	 * @return whether there was one
	 */
	public boolean runOne() {
		Runnable task = nextDue();
		if (task == null) {
			return false;
		}
		run(task);
		return true;
	}

	private void run(Runnable task) {
		Thread outer = this.runner;
		this.runner = Thread.currentThread();
		try {
			task.run();
		}
		finally {
			this.runner = outer;
		}
	}

	private @Nullable Runnable nextDue() {
		this.lock.lock();
		try {
			Timer timer = this.timers.peek();
			if (timer != null && timer.due <= this.clock.nanoTime()) {
				this.timers.remove();
				this.ready.add(timer.task);
			}
			return this.ready.poll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Lets time go on and runs every timer at its own moment.
	 * @param duration how far
	 */
	public void advance(Duration duration) {
		long target = this.clock.nanoTime() + duration.toNanos();
		runReady();
		Long due = nextTimer();
		while (due != null && due <= target) {
			this.clock.set(Math.max(due, this.clock.nanoTime()));
			runReady();
			due = nextTimer();
		}
		this.clock.set(target);
		runReady();
	}

	private @Nullable Long nextTimer() {
		this.lock.lock();
		try {
			Timer timer = this.timers.peek();
			return (timer != null) ? timer.due : null;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns when the timers that are set are due.
	 * @return the delays from now, the shortest first
	 */
	public List<Duration> delays() {
		this.lock.lock();
		try {
			List<Duration> delays = new ArrayList<>();
			this.timers.forEach((timer) -> delays.add(Duration.ofNanos(timer.due - this.clock.nanoTime())));
			delays.sort(Comparator.naturalOrder());
			return delays;
		}
		finally {
			this.lock.unlock();
		}
	}

	private static final class Timer {

		private final Runnable task;

		private final long due;

		private final long sequence;

		private Timer(Runnable task, long due, long sequence) {
			this.task = task;
			this.due = due;
			this.sequence = sequence;
		}

	}

}
