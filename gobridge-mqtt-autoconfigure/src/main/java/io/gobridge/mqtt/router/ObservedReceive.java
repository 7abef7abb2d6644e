package io.gobridge.mqtt.router;

import java.util.concurrent.CompletionStage;

import io.gobridge.mqtt.route.Route;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Observes each attempt of a handler, from its begin to the end of what it returned.
 */
final class ObservedReceive implements ReceiveObservations {

	private static final Logger logger = LoggerFactory.getLogger(ObservedReceive.class);

	private final ObservationRegistry registry;

	private final @Nullable MqttReceiveObservationConvention convention;

	ObservedReceive(ObservationRegistry registry, @Nullable MqttReceiveObservationConvention convention) {
		this.registry = registry;
		this.convention = convention;
	}

	@Override
	public @Nullable CompletionStage<?> attempt(Route route, RoutedDelivery delivery) throws Exception {
		Observation observation = Observation
			.createNotStarted(this.convention, MqttReceiveObservationConvention.DEFAULT,
					() -> new MqttReceiveContext(route.id(), delivery.delivery()), this.registry)
			.start();
		CompletionStage<?> stage;
		Observation.Scope scope = observation.openScope();
		try {
			stage = delivery.attempt();
		}
		catch (Throwable ex) {
			scope.close();
			observation.error(ex);
			stop(observation);
			throw ex;
		}
		scope.close();
		if (stage == null) {
			stop(observation);
			return null;
		}
		return stage.whenComplete((value, failure) -> {
			if (failure != null) {
				observation.error(failure);
			}
			stop(observation);
		});
	}

	/** A watcher that fails is not a failure of the handler. */
	private static void stop(Observation observation) {
		try {
			observation.stop();
		}
		catch (RuntimeException ex) {
			logger.warn("An observation of a handler could not be ended", ex);
		}
	}

}
