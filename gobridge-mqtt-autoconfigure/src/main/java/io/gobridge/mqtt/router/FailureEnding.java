package io.gobridge.mqtt.router;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.Route;

/**
 * The end of a delivery that a route could not handle. Called by whoever has taken the
 * settlement of the delivery for that route.
 */
@FunctionalInterface
interface FailureEnding {

	/**
	 * Settles the delivery, or leaves it.
	 * @param route the route
	 * @param delivery the delivery
	 * @param failure why
	 * @return what came of the settlement
	 */
	CompletableFuture<SettlementResult> end(Route route, RoutedDelivery delivery, HandlingFailure failure);

}
