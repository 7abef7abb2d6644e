package io.gobridge.mqtt.router;

import java.util.concurrent.CompletionStage;

import io.gobridge.mqtt.route.Route;
import org.jspecify.annotations.Nullable;

/**
 * Runs one attempt of a handler, observed or not.
 */
interface ReceiveObservations {

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

}
