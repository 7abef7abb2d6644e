package io.gobridge.mqtt.route;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.gobridge.mqtt.message.MqttDelivery;

/**
 * Publishes the value to the response topic. Where there is none the value is ignored,
 * with one warning for the route.
 */
final class ReplyResult implements HandlerResult {

	private static final Logger logger = LoggerFactory.getLogger(ReplyResult.class);

	private final @Nullable ReplyPublisher publisher;

	private final String description;

	private final AtomicBoolean warned = new AtomicBoolean();

	ReplyResult(@Nullable ReplyPublisher publisher, String description) {
		this.publisher = publisher;
		this.description = description;
	}

	@Override
	public @Nullable CompletionStage<?> take(MqttDelivery delivery, @Nullable Object value) {
		if (value instanceof CompletionStage<?> stage) {
			return stage;
		}
		if (value == null) {
			return null;
		}
		String responseTopic = delivery.responseTopic();
		if (responseTopic != null && !responseTopic.isEmpty() && this.publisher != null) {
			return this.publisher.reply(delivery, value);
		}
		if (this.warned.compareAndSet(false, true)) {
			logger.warn("MQTT route {} returned a value which is ignored, as {}; this is said once", this.description,
					(this.publisher != null) ? "the message has no response topic" : "nothing publishes replies");
		}
		return null;
	}

}
