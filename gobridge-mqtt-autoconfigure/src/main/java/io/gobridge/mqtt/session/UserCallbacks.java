package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.gobridge.mqtt.session.event.MqttSessionEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps user code off the threads of the session and the wire: listeners of events, and
 * whatever depends on a future that we complete. One thread per session, in order. Events
 * are bounded, and the oldest goes first; completions are not, each answers one call.
 */
final class UserCallbacks {

	private static final Logger logger = LoggerFactory.getLogger(UserCallbacks.class);

	static final int MAX_EVENTS = 256;

	private static final Duration IDLE = Duration.ofSeconds(1);

	private final Consumer<MqttSessionEvent> sink;

	private final Executor executor;

	private final LongAdder dropped;

	private final ReentrantLock lock = new ReentrantLock();

	private final Queue<MqttSessionEvent> events = new ArrayDeque<>();

	UserCallbacks(Consumer<MqttSessionEvent> sink, Executor executor, LongAdder dropped) {
		this.sink = sink;
		this.executor = executor;
		this.dropped = dropped;
	}

	/**
	 * An executor with one daemon thread that ends when there has been nothing to do, so
	 * that there is nothing to close and a session can be started again.
	 * @param name the name of the session
	 * @return the executor
	 */
	static Executor ownThread(String name) {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, IDLE.toMillis(), TimeUnit.MILLISECONDS,
				new LinkedBlockingQueue<>(), (work) -> {
					Thread thread = new Thread(work, "gobridge-mqtt-" + name + "-events");
					thread.setDaemon(true);
					return thread;
				});
		executor.allowCoreThreadTimeOut(true);
		return executor;
	}

	void publish(MqttSessionEvent event) {
		boolean replaced = false;
		this.lock.lock();
		try {
			if (this.events.size() >= MAX_EVENTS) {
				this.events.remove();
				replaced = true;
			}
			this.events.add(event);
		}
		finally {
			this.lock.unlock();
		}
		if (replaced) {
			// The task that was to deliver the dropped event delivers another one.
			this.dropped.increment();
		}
		else {
			this.executor.execute(this::deliver);
		}
	}

	private void deliver() {
		MqttSessionEvent event = poll();
		if (event == null) {
			return;
		}
		try {
			this.sink.accept(event);
		}
		catch (Throwable ex) {
			logger.error("Listener of {} failed", event, ex);
		}
	}

	private @Nullable MqttSessionEvent poll() {
		this.lock.lock();
		try {
			return this.events.poll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Runs something behind all events published so far.
	 * @param task the task
	 */
	void execute(Runnable task) {
		this.executor.execute(task);
	}

}
