package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.mqtt.session.ManagedSession;
import io.gobridge.mqtt.session.SessionSettings;

import org.springframework.context.SmartLifecycle;

/**
 * Starts the sessions when everything else has started, and stops them before everything
 * else: routing is complete and all singletons are ready before CONNECT is sent, and
 * handlers find what they need until they are done.
 * <p>
 * Starting does not wait for a broker, unless a session is to fail fast. Stopping is done
 * by the threads of the sessions, all at a time, each within its drain timeout and a few
 * seconds.
 */
final class SessionLifecycle implements SmartLifecycle {

	/** As listener containers do; after the web server, whose phases are lower. */
	static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 100;

	private final SessionEngines engines;

	private volatile boolean running;

	SessionLifecycle(SessionEngines engines) {
		this.engines = engines;
	}

	@Override
	public void start() {
		if (this.running) {
			return;
		}
		List<SessionEngine> started = new ArrayList<>();
		try {
			for (SessionEngine engine : this.engines.all()) {
				engine.start();
				started.add(engine);
			}
			for (SessionEngine engine : started) {
				awaitFirstConnection(engine.session());
			}
			this.running = true;
		}
		catch (RuntimeException ex) {
			stopAndWait(started);
			throw ex;
		}
	}

	private static void awaitFirstConnection(ManagedSession session) {
		SessionSettings settings = session.settings();
		if (!settings.failFast()) {
			return;
		}
		Duration timeout = settings.connectTimeout();
		try {
			session.firstConnection().get(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (ExecutionException ex) {
			throw new SessionStartException(session.snapshot(), timeout, ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new SessionStartException(session.snapshot(), timeout, null);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new SessionStartException(session.snapshot(), timeout, ex);
		}
	}

	@Override
	public void stop() {
		this.running = false;
		stopAndWait(List.copyOf(this.engines.all()));
	}

	@Override
	public void stop(Runnable callback) {
		this.running = false;
		stop(List.copyOf(this.engines.all()), callback);
	}

	private static void stopAndWait(List<SessionEngine> engines) {
		CountDownLatch stopped = new CountDownLatch(1);
		stop(engines, stopped::countDown);
		try {
			// Each engine bounds its stop itself.
			stopped.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private static void stop(List<SessionEngine> engines, Runnable callback) {
		if (engines.isEmpty()) {
			callback.run();
			return;
		}
		AtomicInteger left = new AtomicInteger(engines.size());
		for (SessionEngine engine : engines) {
			engine.stop(() -> {
				if (left.decrementAndGet() == 0) {
					callback.run();
				}
			});
		}
	}

	@Override
	public boolean isRunning() {
		return this.running;
	}

	@Override
	public int getPhase() {
		return PHASE;
	}

}
