package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.concurrent.Executor;

/**
 * The one thread of a session: what it runs needs no lock against each other. Tasks run
 * in the order in which they were given; a task that throws is logged and does not end
 * the loop. After {@link #close()} tasks are dropped.
 */
public interface SessionLoop extends Executor, AutoCloseable {

	/**
	 * Runs a task later.
	 * @param task the task
	 * @param delay how long from now
	 * @return cancels the task where it has not begun
	 */
	Cancellable schedule(Runnable task, Duration delay);

	/**
	 * Whether the caller is the thread of this session.
	 * @return whether the current thread is the owner
	 */
	boolean inLoop();

	/**
	 * Takes tasks again after {@link #close()}; called by a session that is started
	 * again. Where the loop is open it does nothing. A loop that lives only once need not
	 * have it.
	 */
	default void open() {
	}

	/**
	 * Drops what has not begun. The thread ends; a task that runs is not interrupted, and
	 * may be the caller.
	 */
	@Override
	void close();

	/**
	 * A task that can be taken back.
	 */
	interface Cancellable {

		void cancel();

	}

}
