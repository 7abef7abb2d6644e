package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A session loop on a daemon thread.
 */
final class SingleThreadSessionLoop implements SessionLoop {

	private static final Logger logger = LoggerFactory.getLogger(SingleThreadSessionLoop.class);

	private static final Cancellable NOTHING = () -> {
	};

	private final String threadName;

	private final ReentrantLock lock = new ReentrantLock();

	private volatile ScheduledThreadPoolExecutor executor;

	private volatile @Nullable Thread thread;

	SingleThreadSessionLoop(String threadName) {
		this.threadName = threadName;
		this.executor = newExecutor();
	}

	private ScheduledThreadPoolExecutor newExecutor() {
		ScheduledThreadPoolExecutor executor = new ScheduledThreadPoolExecutor(1, this::newThread,
				new ThreadPoolExecutor.DiscardPolicy());
		executor.setRemoveOnCancelPolicy(true);
		executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
		return executor;
	}

	private Thread newThread(Runnable work) {
		Thread previous = this.thread;
		Thread next = new Thread(() -> {
			// After close() and open() the last task of the old thread, the one that
			// closed, may not have returned yet: two threads of one session must not
			// overlap.
			if (joined(previous)) {
				work.run();
			}
		}, this.threadName);
		next.setDaemon(true);
		this.thread = next;
		return next;
	}

	private static boolean joined(@Nullable Thread previous) {
		try {
			if (previous != null) {
				previous.join();
			}
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Override
	public void execute(Runnable task) {
		schedule(task, Duration.ZERO);
	}

	@Override
	public Cancellable schedule(Runnable task, Duration delay) {
		try {
			Future<?> future = this.executor.schedule(() -> run(task), delay.toNanos(), TimeUnit.NANOSECONDS);
			return () -> future.cancel(false);
		}
		catch (RejectedExecutionException ex) {
			return NOTHING;
		}
	}

	private void run(Runnable task) {
		try {
			task.run();
		}
		catch (Throwable ex) {
			// An Error too: without this thread the session would be silent for ever.
			logger.error("Task of {} failed", this.threadName, ex);
		}
	}

	@Override
	public boolean inLoop() {
		return Thread.currentThread() == this.thread;
	}

	@Override
	public void open() {
		this.lock.lock();
		try {
			if (this.executor.isShutdown()) {
				this.executor = newExecutor();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void close() {
		this.lock.lock();
		try {
			// Not shutdownNow: it would interrupt the task that calls this.
			this.executor.shutdown();
			this.executor.getQueue().clear();
		}
		finally {
			this.lock.unlock();
		}
	}

}
