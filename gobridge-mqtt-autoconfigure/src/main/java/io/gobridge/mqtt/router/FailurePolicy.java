package io.gobridge.mqtt.router;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.MqttConversionException;
import io.gobridge.mqtt.route.PayloadValidationException;
import io.gobridge.mqtt.route.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import org.springframework.core.retry.RetryException;

/**
 * What becomes of a delivery whose handler has failed: retry in place where a retry can
 * help, then the end that the route chose.
 */
final class FailurePolicy {

	private static final Logger logger = LoggerFactory.getLogger(FailurePolicy.class);

	private final Route route;

	private final HandlerRetry retry;

	private final FailureEnding ending;

	private final FailureEnding rejection;

	private final FailureEnding redelivery;

	private final Executor retryLater;

	private final BooleanSupplier stopped;

	/**
	 * Creates the policy of one route.
	 * @param route the route
	 * @param retry retries
	 * @param ending the end that the route chose
	 * @param rejection the end of what a handler rejects
	 * @param redelivery the end that a handler can ask for
	 * @param retryLater runs the retries of a handler that failed after it had returned
	 * @param stopped whether the session has stopped and interrupts its handlers
	 */
	FailurePolicy(Route route, HandlerRetry retry, FailureEnding ending, FailureEnding rejection,
			FailureEnding redelivery, Executor retryLater, BooleanSupplier stopped) {
		this.route = route;
		this.retry = retry;
		this.ending = ending;
		this.rejection = rejection;
		this.redelivery = redelivery;
		this.retryLater = retryLater;
		this.stopped = stopped;
	}

	/**
	 * A handler threw. Retries on the same thread, so that the lane keeps its order.
	 */
	@RunsOn(RunsOn.Kind.HANDLER)
	void failed(RoutedDelivery delivery, Throwable failure, RouteDispatch.Completion completion) {
		if (delivery.isSettled()) {
			logger.warn("Route '{}': the handler failed after it had settled a delivery on '{}'", this.route.id(),
					delivery.delivery().topic(), failure);
			return;
		}
		Throwable last = failure;
		if (this.retry.isEnabled() && isRetryable(failure) && !this.stopped.getAsBoolean()) {
			logger.debug("Route '{}': the handler failed for a delivery on '{}' and is tried again", this.route.id(),
					delivery.delivery().topic(), failure);
			try {
				this.retry.template().execute(new Retries(delivery, failure, this.stopped));
				if (!this.stopped.getAsBoolean()) {
					completion.completed(delivery);
					return;
				}
			}
			catch (RetryException ex) {
				last = (ex.getCause() != null) ? ex.getCause() : ex;
			}
			catch (RuntimeException | Error ex) {
				last = ex;
			}
		}
		end(delivery, last);
	}

	/**
	 * A stage that a handler had returned failed. Its lane has gone on, so that the
	 * retries run beside it.
	 */
	void failedLater(RoutedDelivery delivery, Throwable failure, RouteDispatch.Completion completion) {
		try {
			this.retryLater.execute(() -> failed(delivery, failure, completion));
		}
		catch (RejectedExecutionException ex) {
			// Stopping: left unacknowledged.
			logger.debug("Route '{}': no retry after the stop of the session", this.route.id());
		}
	}

	private void end(RoutedDelivery delivery, Throwable failure) {
		if (!delivery.takeSettlement()) {
			return;
		}
		if (this.stopped.getAsBoolean()) {
			// It was our interrupt that the handler ran into: the broker keeps the
			// message.
			logger.warn("Route '{}': the handler of a delivery on '{}' did not end before the session stopped",
					this.route.id(), delivery.delivery().topic());
			delivery.leaveAndTell();
		}
		else {
			this.route.countFailed();
			this.ending.end(this.route, delivery, HandlingFailure.of(failure));
		}
	}

	CompletableFuture<SettlementResult> rejected(RoutedDelivery delivery, String reason) {
		if (!delivery.takeSettlement()) {
			return delivery.alreadySettled();
		}
		this.route.countFailed();
		return this.rejection.end(this.route, delivery, HandlingFailure.rejected(reason));
	}

	CompletableFuture<SettlementResult> redeliver(RoutedDelivery delivery) {
		if (!delivery.takeSettlement()) {
			return delivery.alreadySettled();
		}
		this.route.countFailed();
		return this.redelivery.end(this.route, delivery, HandlingFailure.leftByHandler());
	}

	static boolean isRetryable(Throwable failure) {
		return !(failure instanceof MqttConversionException) && !(failure instanceof PayloadValidationException);
	}

	/**
	 * Begins with the failure of the attempt that was made already.
	 */
	private static final class Retries implements org.springframework.core.retry.Retryable<Boolean> {

		private final RoutedDelivery delivery;

		private final Throwable first;

		private final BooleanSupplier stopped;

		private boolean begun;

		Retries(RoutedDelivery delivery, Throwable first, BooleanSupplier stopped) {
			this.delivery = delivery;
			this.first = first;
			this.stopped = stopped;
		}

		@Override
		public Boolean execute() throws Throwable {
			if (!this.begun) {
				this.begun = true;
				throw this.first;
			}
			// Settled by hand meanwhile, or stopped: no handler begins again.
			if (!this.delivery.isSettled() && !this.stopped.getAsBoolean()) {
				this.delivery.attemptAndWait(this.stopped);
			}
			return Boolean.TRUE;
		}

		@Override
		public String getName() {
			return "mqtt-route";
		}

	}

}
