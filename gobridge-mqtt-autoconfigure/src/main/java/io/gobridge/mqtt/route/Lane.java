package io.gobridge.mqtt.route;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.gobridge.mqtt.RunsOn;

/**
 * Runs tasks one after the other in the order in which they were offered. It occupies a
 * thread of its executor only while there is something to run, and for a moment after
 * that; it owns no thread, and no queue before the first offer.
 * <p>
 * All methods may be called from any thread and none waits for a task. Two tasks never
 * run at the same time, and a task sees what the one before it did, also where their
 * threads differ. Offers of one thread keep their order.
 */
public final class Lane {

	/**
	 * How often a lane that has become empty looks for a new task before it gives its
	 * thread back. A hand-over to the executor costs some 10 microseconds, so at medium
	 * rates it is cheaper to look for about as long; much longer would burn processor
	 * time of a machine that is otherwise idle.
	 */
	static final int LINGER_SPINS = 200;

	static final int LINGER_YIELDS = 20;

	private static final Logger logger = LoggerFactory.getLogger(Lane.class);

	private static final int SCHEDULED = 1;

	private static final int PAUSED = 2;

	private static final int STOPPED = 4;

	private final String name;

	private final Executor executor;

	private final int capacity;

	private final int qos0Capacity;

	private final ReentrantLock allocation = new ReentrantLock();

	// SCHEDULED is set by whoever hands the lane to the executor, and cleared by the
	// thread that runs it.
	private final AtomicInteger control = new AtomicInteger();

	private volatile @Nullable LaneQueue queue;

	// Whether a task is running or about to be taken.
	private volatile boolean busy;

	// Guarded by the claim of the queue, so that an interrupt never reaches a thread that
	// has already left for other work.
	private @Nullable Thread runner;

	Lane(String name, LaneSettings settings) {
		this.name = name;
		this.executor = settings.executor();
		this.capacity = settings.receiveMaximum() + settings.qos0Capacity();
		this.qos0Capacity = settings.qos0Capacity();
	}

	/**
	 * Appends a task. Never waits, and never runs the task on the calling thread.
	 * <p>
	 * A task at QoS 0 is refused where the QoS 0 capacity is already waiting. Tasks at
	 * QoS 1 and QoS 2 always find room as long as the broker keeps to the Receive Maximum
	 * and stale tasks of earlier connections have been purged.
	 * @param task the task
	 * @return whether the lane has taken the task; {@code false} where it is full or
	 * stopped
	 */
	@RunsOn({ RunsOn.Kind.WIRE, RunsOn.Kind.SESSION })
	public boolean offer(LaneTask task) {
		LaneQueue queue = this.queue;
		if (queue == null) {
			queue = allocate();
		}
		if ((this.control.get() & STOPPED) != 0 || !queue.offer(task)) {
			return false;
		}
		// The queue's cursor has moved before this read, and the lane reads the cursor
		// after it has cleared SCHEDULED. So either the lane sees the task or this sees
		// that the lane has gone. Likewise with STOPPED and the removal after it.
		int now = this.control.get();
		if (now != SCHEDULED) {
			offeredTo(now);
		}
		return true;
	}

	private void offeredTo(int now) {
		if ((now & STOPPED) != 0) {
			discardAll();
		}
		else {
			schedule();
		}
	}

	private LaneQueue allocate() {
		this.allocation.lock();
		try {
			LaneQueue queue = this.queue;
			if (queue == null) {
				queue = new LaneQueue(this.capacity, this.qos0Capacity);
				this.queue = queue;
			}
			return queue;
		}
		finally {
			this.allocation.unlock();
		}
	}

	private void schedule() {
		if (!this.control.compareAndSet(0, SCHEDULED)) {
			return;
		}
		try {
			this.executor.execute(this::drain);
		}
		catch (Exception | Error ex) {
			// Out of threads, or the executor has been closed before the lane. The tasks
			// keep their place; without another attempt a full Receive Maximum would
			// never bring the next offer.
			unschedule();
			logger.error("No thread for lane {}; trying again", this.name, ex);
			if ((this.control.get() & STOPPED) == 0) {
				CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, Runnable::run).execute(this::rescheduleIfNeeded);
			}
		}
	}

	private void rescheduleIfNeeded() {
		LaneQueue queue = this.queue;
		if (queue != null && !queue.isEmpty()) {
			schedule();
		}
	}

	@RunsOn(RunsOn.Kind.HANDLER)
	private void drain() {
		LaneQueue queue = this.queue;
		if (queue == null) {
			return;
		}
		setRunner(queue, Thread.currentThread());
		try {
			do {
				runAvailable(queue);
			}
			while (staysAfter(queue));
		}
		finally {
			setRunner(queue, null);
			// An interrupt that came for the last task must not reach the next user of
			// the thread.
			Thread.interrupted();
			unschedule();
			// Whoever offered or resumed before SCHEDULED was cleared has left it to us.
			if (!queue.isEmpty()) {
				schedule();
			}
		}
	}

	private void runAvailable(LaneQueue queue) {
		// Before the first poll: who finds the queue empty must find this.
		this.busy = true;
		while (this.control.get() == SCHEDULED) {
			LaneTask task = queue.poll();
			if (task == null) {
				break;
			}
			run(task);
		}
		this.busy = false;
	}

	private void run(LaneTask task) {
		try {
			if (task.stale()) {
				task.discarded();
			}
			else {
				task.run();
			}
		}
		catch (Throwable ex) {
			logger.error("Lane {} goes on after a task that failed unexpectedly", this.name, ex);
		}
		if (Thread.currentThread().isInterrupted() && (this.control.get() & STOPPED) == 0) {
			// Left behind by a handler; not meant for the next one.
			Thread.interrupted();
		}
	}

	private boolean staysAfter(LaneQueue queue) {
		for (int i = 0; i < LINGER_SPINS + LINGER_YIELDS; i++) {
			if (this.control.get() != SCHEDULED) {
				return false;
			}
			if (!queue.isEmpty()) {
				return true;
			}
			if (i < LINGER_SPINS) {
				Thread.onSpinWait();
			}
			else {
				Thread.yield();
			}
		}
		return false;
	}

	private void unschedule() {
		this.control.getAndUpdate((value) -> value & ~SCHEDULED);
	}

	private void setRunner(LaneQueue queue, @Nullable Thread thread) {
		queue.claim();
		this.runner = thread;
		queue.release();
	}

	/**
	 * Discards the tasks that are {@link LaneTask#stale()} now. What is left keeps its
	 * order, and stays ahead of what is offered meanwhile. A task that is running goes
	 * on.
	 * @return how many tasks were discarded
	 */
	public int purge() {
		LaneQueue queue = this.queue;
		return (queue != null) ? discard(queue.remove(LaneTask::stale)) : 0;
	}

	private void discardAll() {
		LaneQueue queue = this.queue;
		if (queue != null) {
			discard(queue.remove((task) -> true));
		}
	}

	private int discard(List<LaneTask> tasks) {
		for (LaneTask task : tasks) {
			try {
				task.discarded();
			}
			catch (Throwable ex) {
				logger.error("Discarding a task of lane {} failed unexpectedly", this.name, ex);
			}
		}
		return tasks.size();
	}

	/**
	 * Begins no further task until {@link #resume()}. One that is running goes on, and
	 * offers are still taken.
	 */
	public void pause() {
		this.control.getAndUpdate((value) -> value | PAUSED);
	}

	/**
	 * Goes on after {@link #pause()}.
	 */
	public void resume() {
		this.control.getAndUpdate((value) -> value & ~PAUSED);
		rescheduleIfNeeded();
	}

	/**
	 * Whether no task runs, and none waits that would run without anybody's doing.
	 * @return whether there is nothing to wait for
	 */
	public boolean isIdle() {
		LaneQueue queue = this.queue;
		// In this order: a task is taken from the queue only after the lane was busy.
		boolean nothingToTake = queue == null || queue.isEmpty() || (this.control.get() & PAUSED) != 0;
		return nothingToTake && !this.busy;
	}

	/**
	 * How many tasks wait.
	 * @return the number of tasks, not counting one that is running
	 */
	public int size() {
		LaneQueue queue = this.queue;
		return (queue != null) ? Math.max(0, queue.size()) : 0;
	}

	boolean isStopped() {
		return (this.control.get() & STOPPED) != 0;
	}

	/**
	 * Ends for good: takes no more tasks, discards those that wait, and interrupts one
	 * that is running. Does not wait for it.
	 */
	public void stop() {
		this.control.getAndUpdate((value) -> value | STOPPED);
		LaneQueue queue = this.queue;
		if (queue == null) {
			return;
		}
		discardAll();
		queue.claim();
		try {
			if (this.runner != null) {
				this.runner.interrupt();
			}
		}
		finally {
			queue.release();
		}
	}

	@Override
	public String toString() {
		return "lane " + this.name;
	}

}
