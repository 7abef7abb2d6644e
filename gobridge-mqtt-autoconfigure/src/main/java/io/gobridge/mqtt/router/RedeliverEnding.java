package io.gobridge.mqtt.router;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.Route;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leaves the message unacknowledged and asks for a new connection, on which a broker that
 * keeps the session delivers it again: it never does so on the same connection (MQTT 5,
 * section 4.4). At QoS 0 there is nothing to deliver again.
 */
final class RedeliverEnding implements FailureEnding {

	private static final Logger logger = LoggerFactory.getLogger(RedeliverEnding.class);

	private final RouterStatistics statistics;

	private final RecoveryRequests recovery;

	private final FailureEnding atMostOnce;

	RedeliverEnding(RouterStatistics statistics, RecoveryRequests recovery, FailureEnding atMostOnce) {
		this.statistics = statistics;
		this.recovery = recovery;
		this.atMostOnce = atMostOnce;
	}

	@Override
	public CompletableFuture<SettlementResult> end(Route route, RoutedDelivery delivery, HandlingFailure failure) {
		if (delivery.qos() == 0) {
			return this.atMostOnce.end(route, delivery, failure);
		}
		logger.warn("Route '{}': {}; the message on '{}' (QoS {}) is left to the broker", route.id(), failure.what(),
				delivery.delivery().topic(), delivery.qos(), failure.cause());
		this.statistics.failed(route.id(), RouterStatistics.FailureOutcome.REDELIVERED);
		CompletableFuture<SettlementResult> result = delivery.leaveAndTell();
		this.recovery.request();
		return result;
	}

}
