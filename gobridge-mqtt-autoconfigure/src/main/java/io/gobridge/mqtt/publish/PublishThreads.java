package io.gobridge.mqtt.publish;

import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;

/**
 * The threads on which the futures of one session end, so that what an application
 * attaches to them never runs on a thread that the connection needs. Results end in the
 * order in which the broker answered as long as what is attached returns promptly. A
 * continuation that waits for another publish is made up for by a further thread; what
 * waits for something else belongs on an executor of its own.
 * <p>
 * It must not be replaced by an executor whose threads all may wait for publishes, such
 * as the one of the handlers: the results would then have no thread to arrive on.
 */
public final class PublishThreads implements Executor, AutoCloseable {

	private final ForkJoinPool pool;

	/**
	 * Makes the threads of a session; none is started before it is needed, and an idle
	 * one ends after a while.
	 * @param session the name of the session
	 */
	public PublishThreads(String session) {
		// Threads of the pool would otherwise have the class loader of the system, which
		// does not see the application in an executable jar.
		ClassLoader classLoader = PublishThreads.class.getClassLoader();
		this.pool = new ForkJoinPool(1, (owner) -> {
			ForkJoinWorkerThread thread = new ForkJoinWorkerThread(owner) {
			};
			thread.setName("gobridge-mqtt-" + session + "-published");
			thread.setDaemon(true);
			thread.setContextClassLoader(classLoader);
			return thread;
		}, null, true);
	}

	@Override
	public void execute(Runnable task) {
		this.pool.execute(task);
	}

	/**
	 * Takes no more tasks. Those it has are carried out; does not wait for them.
	 */
	@Override
	public void close() {
		this.pool.shutdown();
	}

}
