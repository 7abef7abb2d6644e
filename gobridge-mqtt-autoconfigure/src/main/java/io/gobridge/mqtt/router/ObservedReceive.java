package io.gobridge.mqtt.router;

import java.util.concurrent.CompletionStage;

import io.gobridge.mqtt.route.Route;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Observes each attempt of a handler, from its begin to the end of what it returned.
 */
final class ObservedReceive implements ReceiveObservations {

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
		try (Observation.Scope scope = observation.openScope()) {
			stage = delivery.attempt();
		}
		catch (Throwable ex) {
			observation.error(ex);
			observation.stop();
			throw ex;
		}
		if (stage == null) {
			observation.stop();
			return null;
		}
		return stage.whenComplete((value, failure) -> {
			if (failure != null) {
				observation.error(failure);
			}
			observation.stop();
		});
	}

}
