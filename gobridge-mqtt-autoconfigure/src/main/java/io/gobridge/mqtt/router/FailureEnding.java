package io.gobridge.mqtt.router;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.Route;
import org.jspecify.annotations.Nullable;

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
	 * @param what what happened, for the log
	 * @param failure the last exception, or {@code null}
	 * @return what came of the settlement
	 */
	CompletableFuture<SettlementResult> end(Route route, RoutedDelivery delivery, String what,
			@Nullable Throwable failure);

}
