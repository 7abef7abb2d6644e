package io.gobridge.mqtt.route;

import java.util.concurrent.CompletionStage;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.MqttDelivery;

/**
 * Port to what publishes the value that a handler returned.
 */
@FunctionalInterface
public interface ReplyPublisher {

	/**
	 * Publishes a reply.
	 * @param request the delivery that was handled; it has a response topic
	 * @param value what the handler returned
	 * @return completes when the reply has been published; the request is settled after
	 * that
	 */
	@RunsOn(RunsOn.Kind.HANDLER)
	CompletionStage<?> reply(MqttDelivery request, Object value);

}
