package io.gobridge.mqtt.route;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;

/**
 * Handles the deliveries of a route, now or later.
 * <p>
 * Runs on a lane of the route. Deliveries of one topic come in order and never two at the
 * same time; a route with one lane never handles two deliveries at the same time. Where a
 * stage is returned the lane goes on as soon as the method has returned, so that order is
 * only kept up to there.
 * <p>
 * An exception, or a stage that completes with one, is a failure: it may be retried,
 * which calls this method again with the same delivery, and then takes what
 * {@code on-failure} says. {@link MqttConversionException} and
 * {@link PayloadValidationException} are not retried. The thread is interrupted when the
 * session stops and its drain timeout is over.
 */
@FunctionalInterface
public interface MqttRouteHandler {

	/**
	 * Handles one delivery.
	 * @param delivery the delivery
	 * @param acknowledgment settles the delivery; only to be used with
	 * {@link io.gobridge.mqtt.message.AckMode#MANUAL}
	 * @return completes when the delivery has been handled, or {@code null} if it has
	 * been handled already
	 * @throws Exception if the delivery could not be handled
	 */
	@RunsOn(RunsOn.Kind.HANDLER)
	@Nullable CompletionStage<?> handle(MqttDelivery delivery, Acknowledgment acknowledgment) throws Exception;

}
