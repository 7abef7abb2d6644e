package io.gobridge.mqtt.router;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.route.Route;

/**
 * How the handlers of a session are called, and what follows when one fails.
 */
final class HandlerCalls {

	private final RouterStatistics statistics;

	private final ReceiveObservations observations;

	private final Executor executor;

	private final HandlerRetry retry;

	private final FailureEndings endings;

	/** Handlers that have returned a stage which has not completed yet. */
	private final LongAdder asynchronous = new LongAdder();

	/** Whether the life since the last start has been stopped. */
	private volatile AtomicBoolean stopped = new AtomicBoolean();

	HandlerCalls(RouterSettings settings, RouterStatistics statistics, FailureEndings endings, Executor executor,
			ReceiveObservations observations) {
		this.statistics = statistics;
		this.observations = observations;
		this.executor = executor;
		this.retry = new HandlerRetry(settings.retry());
		this.endings = endings;
	}

	/**
	 * A new life begins. A handler of the one before that ends only now must still see
	 * that its session was stopped.
	 */
	void start() {
		this.stopped = new AtomicBoolean();
	}

	/**
	 * Ends the retries of this life.
	 */
	void stop() {
		this.stopped.set(true);
	}

	boolean isIdle() {
		return this.asynchronous.sum() == 0;
	}

	RouteDispatch dispatch(Route route) {
		FailurePolicy failures = new FailurePolicy(route, this.retry, this.endings.of(route.definition().onFailure()),
				this.endings.rejection(), this.endings.redelivery(), this.executor, this.stopped::get);
		return new RouteDispatch(route, failures, this.statistics, this.observations, this.asynchronous);
	}

}
