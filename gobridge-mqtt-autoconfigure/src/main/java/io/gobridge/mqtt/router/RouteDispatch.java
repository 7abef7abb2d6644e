package io.gobridge.mqtt.router;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.route.Lane;
import io.gobridge.mqtt.route.MqttRouteHandler;
import io.gobridge.mqtt.route.Route;
import org.jspecify.annotations.Nullable;

/**
 * What all deliveries of one route share: how its handler is invoked and what follows.
 */
final class RouteDispatch {

	private final Route route;

	private final MqttRouteHandler handler;

	private final Completion completion;

	private final FailurePolicy failures;

	private final RouterStatistics statistics;

	private final ReceiveObservations observations;

	/** Handlers that have returned a stage which has not completed yet. */
	private final LongAdder asynchronous;

	RouteDispatch(Route route, FailurePolicy failures, RouterStatistics statistics, ReceiveObservations observations,
			LongAdder asynchronous) {
		this.route = route;
		this.handler = route.definition().handler();
		this.completion = (route.definition().ackMode() == AckMode.MANUAL) ? (delivery) -> {
		} : RoutedDelivery::succeeded;
		this.failures = failures;
		this.statistics = statistics;
		this.observations = observations;
		this.asynchronous = asynchronous;
	}

	Route route() {
		return this.route;
	}

	MqttRouteHandler handler() {
		return this.handler;
	}

	FailurePolicy failures() {
		return this.failures;
	}

	RouterStatistics statistics() {
		return this.statistics;
	}

	/**
	 * Hands a delivery to a lane of the route. Never blocks.
	 */
	@RunsOn({ RunsOn.Kind.WIRE, RunsOn.Kind.SESSION })
	void offer(MqttDelivery delivery, @Nullable Receipt receipt) {
		Lane lane = this.route.lane(delivery.topic());
		RoutedDelivery routed = new RoutedDelivery(this, delivery, receipt);
		if (lane.offer(routed)) {
			return;
		}
		if (receipt == null) {
			// A flood keeps the reader so busy that on few cores the lane gets no time to
			// make room. To yield is not to wait: the reader goes on either way.
			Thread.yield();
			if (lane.offer(routed)) {
				return;
			}
			this.statistics.shed(RouterStatistics.Shed.LANE_FULL);
		}
		else {
			// The lane has been stopped meanwhile: the broker keeps the message.
			receipt.leave();
			this.statistics.stalePurged();
		}
	}

	/**
	 * Runs the handler and settles by what comes of it. Nothing that the handler throws
	 * leaves this method, an {@link Error} included: it is the message that has failed,
	 * not the connection.
	 */
	@RunsOn(RunsOn.Kind.HANDLER)
	void invoke(RoutedDelivery delivery) {
		CompletionStage<?> stage;
		try {
			stage = attempt(delivery);
		}
		catch (Throwable ex) {
			this.failures.failed(delivery, ex, this.completion);
			return;
		}
		if (stage == null) {
			this.completion.completed(delivery);
		}
		else {
			follow(delivery, stage);
		}
	}

	/**
	 * One attempt of the handler, observed.
	 */
	@Nullable CompletionStage<?> attempt(RoutedDelivery delivery) throws Exception {
		return this.observations.attempt(this.route, delivery);
	}

	private void follow(RoutedDelivery delivery, CompletionStage<?> stage) {
		this.asynchronous.increment();
		stage.whenComplete((value, failure) -> {
			try {
				if (failure == null) {
					this.completion.completed(delivery);
				}
				else {
					this.failures.failedLater(delivery, unwrap(failure), this.completion);
				}
			}
			finally {
				this.asynchronous.decrement();
			}
		});
	}

	/**
	 * What a dependent stage has wrapped.
	 */
	static Throwable unwrap(Throwable failure) {
		@Nullable Throwable cause = failure.getCause();
		return (failure instanceof CompletionException && cause != null) ? cause : failure;
	}

	/**
	 * What follows when a handler has completed without failure.
	 */
	@FunctionalInterface
	interface Completion {

		void completed(RoutedDelivery delivery);

	}

}
