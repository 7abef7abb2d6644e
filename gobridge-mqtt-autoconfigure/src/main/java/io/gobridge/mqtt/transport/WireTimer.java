package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * One daemon thread for the timers of all connections of a session: it bounds attempts
 * and ends, keeps connections alive and tidies up behind Paho. Nothing that it runs
 * waits.
 */
final class WireTimer implements Executor {

	private static final long TIDY_MILLIS = 100;

	private static final int PATIENCE = 10;

	private static final int LIMIT = 300;

	private final ScheduledThreadPoolExecutor executor;

	WireTimer(String name) {
		this.executor = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, name);
			thread.setDaemon(true);
			return thread;
		});
		this.executor.setRemoveOnCancelPolicy(true);
		this.executor.setKeepAliveTime(1, TimeUnit.SECONDS);
		this.executor.allowCoreThreadTimeOut(true);
	}

	@Override
	public void execute(Runnable task) {
		this.executor.execute(task);
	}

	/**
	 * Runs a task later.
	 * @param delay how long from now
	 * @param task the task
	 * @return cancels it
	 */
	Future<?> after(Duration delay, Runnable task) {
		return this.executor.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Runs a task again and again.
	 * @param period how often, in nanoseconds
	 * @param task the task
	 * @return cancels it
	 */
	Future<?> every(long period, Runnable task) {
		return this.executor.scheduleAtFixedRate(task, period, period, TimeUnit.NANOSECONDS);
	}

	/**
	 * Tries something until it succeeds, and in the end gives it up.
	 * @param attempt what to try
	 */
	void repeat(Attempt attempt) {
		repeat(attempt, 0);
	}

	private void repeat(Attempt attempt, int count) {
		if (count < LIMIT) {
			after(Duration.ofMillis(TIDY_MILLIS), () -> {
				if (!attempt.succeeds(count > PATIENCE)) {
					repeat(attempt, count + 1);
				}
			});
		}
	}

	/**
	 * Something that may have to be tried more than once.
	 */
	interface Attempt {

		/**
		 * Tries it.
		 * @param impatient whether it has failed often enough
		 * @return whether it need not be tried again
		 */
		boolean succeeds(boolean impatient);

	}

}
