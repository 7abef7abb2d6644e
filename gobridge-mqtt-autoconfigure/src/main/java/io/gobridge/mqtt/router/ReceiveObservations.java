package io.gobridge.mqtt.router;

import java.util.concurrent.CompletionStage;

import io.gobridge.mqtt.route.Route;
import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

/**
 * Runs one attempt of a handler, observed or not.
 */
public interface ReceiveObservations {

	/** Nobody watches. */
	ReceiveObservations NONE = (route, delivery) -> delivery.attempt();

	/**
	 * Runs one attempt.
	 * @param route the route
	 * @param delivery the delivery
	 * @return completes when the handler has, or {@code null} if it has already
	 * @throws Exception what the handler throws
	 */
	@Nullable CompletionStage<?> attempt(Route route, RoutedDelivery delivery) throws Exception;

	/**
	 * Observes every attempt as {@code gobridge.mqtt.receive}.
	 * @param registry where observations go
	 * @param convention the names, or {@code null} for those of the registry or the
	 * default ones
	 * @return the observations
	 */
	static ReceiveObservations observing(ObservationRegistry registry,
			@Nullable MqttReceiveObservationConvention convention) {
		return registry.isNoop() ? NONE : new ObservedReceive(registry, convention);
	}

}
