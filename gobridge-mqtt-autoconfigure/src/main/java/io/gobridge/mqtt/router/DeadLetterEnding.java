package io.gobridge.mqtt.router;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.session.SessionClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the message to the dead-letter store, and acknowledges it when that is durable.
 * The lane goes on meanwhile; the acknowledgement leaves in its order all the same.
 */
final class DeadLetterEnding implements FailureEnding {

	private static final Logger logger = LoggerFactory.getLogger(DeadLetterEnding.class);

	private final DeadLetterWrites writes;

	private final SessionClock clock;

	private final RouterStatistics statistics;

	private final FailureEnding atMostOnce;

	/**
	 * Creates the ending.
	 * @param atMostOnce the end of a QoS 0 message that can not be written
	 */
	DeadLetterEnding(DeadLetterWrites writes, SessionClock clock, RouterStatistics statistics,
			FailureEnding atMostOnce) {
		this.writes = writes;
		this.clock = clock;
		this.statistics = statistics;
		this.atMostOnce = atMostOnce;
	}

	@Override
	public CompletableFuture<SettlementResult> end(Route route, RoutedDelivery delivery, HandlingFailure failure) {
		CompletableFuture<DeadLetterMetadata> written = (delivery.qos() == 0)
				? this.writes.writeOnce(() -> letter(route, delivery, failure))
				: this.writes.write(() -> letter(route, delivery, failure), delivery::isOwed);
		return written.handle((metadata, unwritten) -> {
			if (metadata != null) {
				return deadLettered(route, delivery, failure, metadata);
			}
			return (delivery.qos() == 0) ? this.atMostOnce.end(route, delivery, failure) : delivery.leaveAndTell();
		}).thenCompose((settled) -> settled);
	}

	private DeadLetter letter(Route route, RoutedDelivery delivery, HandlingFailure failure) {
		DeadLetter.Builder letter = DeadLetter.of(delivery.delivery(), failure.code(), this.clock.now())
			.route(route.id())
			.attempts(delivery.attempts());
		if (failure.cause() != null) {
			letter.exception(failure.cause());
		}
		if (failure.reason() != null) {
			letter.reason(failure.reason());
		}
		return letter.build();
	}

	private CompletableFuture<SettlementResult> deadLettered(Route route, RoutedDelivery delivery,
			HandlingFailure failure, DeadLetterMetadata metadata) {
		logger.error("Route '{}': {}; the message on '{}' (QoS {}) is dead letter {}", route.id(), failure.what(),
				metadata.topic(), metadata.qos(), metadata.id(), failure.cause());
		route.countDeadLettered();
		this.statistics.failed(route.id(), RouterStatistics.FailureOutcome.DEAD_LETTERED);
		return delivery.releaseAndTell();
	}

}
