package io.gobridge.mqtt.route;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.gobridge.mqtt.message.MqttDelivery;

/**
 * What becomes of the value that a handler method returned. Chosen once by the declared
 * type.
 */
@FunctionalInterface
interface HandlerResult {

	/** For methods that return nothing. */
	HandlerResult NONE = (delivery, value) -> null;

	/** For methods that return a stage. */
	HandlerResult STAGE = (delivery, value) -> (CompletionStage<?>) value;

	/**
	 * Takes the value of one call.
	 * @param delivery what was handled
	 * @param value what the method returned
	 * @return completes when the delivery has been handled, {@code null} if it has been
	 */
	@Nullable CompletionStage<?> take(MqttDelivery delivery, @Nullable Object value);

}
