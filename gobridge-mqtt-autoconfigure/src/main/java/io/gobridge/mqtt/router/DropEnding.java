package io.gobridge.mqtt.router;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acknowledges the message and counts it: it is gone.
 */
final class DropEnding implements FailureEnding {

	private static final Logger logger = LoggerFactory.getLogger(DropEnding.class);

	private final RouterStatistics statistics;

	DropEnding(RouterStatistics statistics) {
		this.statistics = statistics;
	}

	@Override
	public CompletableFuture<SettlementResult> end(Route route, RoutedDelivery delivery, HandlingFailure failure) {
		logger.error("Route '{}': {}; the message on '{}' (QoS {}) is acknowledged and dropped", route.id(),
				failure.what(), delivery.delivery().topic(), delivery.qos(), failure.cause());
		this.statistics.failed(route.id(), RouterStatistics.FailureOutcome.DROPPED);
		return delivery.releaseAndTell();
	}

}
