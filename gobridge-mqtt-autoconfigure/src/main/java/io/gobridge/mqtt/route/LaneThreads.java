package io.gobridge.mqtt.route;

import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * The threads that the lanes of one session run on, named
 * {@code gobridge-mqtt-<session>-lane-<n>}. There is one per busy lane; none where all
 * lanes have been idle for a while.
 */
public final class LaneThreads {

	private static final long KEEP_ALIVE_SECONDS = 10;

	private LaneThreads() {
	}

	/**
	 * Returns an executor of platform threads. They are daemons and end when they have
	 * been idle for a while, so that the executor need not be closed.
	 * @param session the name of the session
	 * @return the executor
	 */
	public static Executor platform(String session) {
		AtomicInteger count = new AtomicInteger();
		return new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE_SECONDS, TimeUnit.SECONDS,
				new SynchronousQueue<>(), (task) -> {
					Thread thread = new Thread(task, prefix(session) + count.getAndIncrement());
					thread.setDaemon(true);
					return thread;
				});
	}

	/**
	 * Returns an executor of virtual threads.
	 * @param session the name of the session
	 * @return the executor
	 * @throws UnsupportedOperationException on a Java before 21
	 */
	public static Executor virtual(String session) {
		return new VirtualThreadTaskExecutor(prefix(session));
	}

	private static String prefix(String session) {
		return "gobridge-mqtt-" + session + "-lane-";
	}

}
