package io.gobridge.mqtt.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.publish.PublishOptions;
import io.gobridge.mqtt.route.ReplyPublisher;
import io.gobridge.mqtt.topic.InvalidTopicNameException;
import io.gobridge.mqtt.topic.TopicNames;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes what a handler returned to the response topic of the request, with its
 * correlation data and at its QoS, over the session that the request came from (MQTT 5,
 * section 4.10).
 */
final class TemplateReplies implements ReplyPublisher {

	private static final Logger logger = LoggerFactory.getLogger(TemplateReplies.class);

	private final Supplier<SessionEngines> engines;

	TemplateReplies(Supplier<SessionEngines> engines) {
		this.engines = engines;
	}

	@Override
	public CompletionStage<?> reply(MqttDelivery request, Object value) {
		String topic = request.responseTopic();
		if (topic == null) {
			throw new IllegalArgumentException("The request has no response topic");
		}
		try {
			TopicNames.validate(topic);
		}
		catch (InvalidTopicNameException ex) {
			// The handler has done its work: doing it again would not mend the request.
			logger.warn("Session '{}': no reply to a request on '{}', whose response topic can not be published to: {}",
					request.session(), request.topic(), ex.getMessage());
			return CompletableFuture.completedFuture(null);
		}
		PublishOptions options = PublishOptions.builder()
			.qos(request.qos())
			.correlationData(request.correlationData())
			.build();
		return this.engines.get().template(request.session()).publish(topic, value, options);
	}

}
