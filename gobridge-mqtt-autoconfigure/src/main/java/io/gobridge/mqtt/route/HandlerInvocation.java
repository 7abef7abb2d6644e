package io.gobridge.mqtt.route;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;

/**
 * One call of a handler method: what its arguments are taken from. What not every handler
 * needs is made when the first argument asks for it. Used by one thread.
 */
final class HandlerInvocation {

	private final MqttDelivery delivery;

	private final Acknowledgment acknowledgment;

	private final RouteTemplates templates;

	private RouteTemplates.@Nullable Values variables;

	private @Nullable Message<byte[]> message;

	HandlerInvocation(MqttDelivery delivery, Acknowledgment acknowledgment, RouteTemplates templates) {
		this.delivery = delivery;
		this.acknowledgment = acknowledgment;
		this.templates = templates;
	}

	MqttDelivery delivery() {
		return this.delivery;
	}

	Acknowledgment acknowledgment() {
		return this.acknowledgment;
	}

	RouteTemplates.Values variables() {
		RouteTemplates.Values variables = this.variables;
		if (variables == null) {
			variables = this.templates.extract(this.delivery.topic());
			this.variables = variables;
		}
		return variables;
	}

	Message<byte[]> message() {
		Message<byte[]> message = this.message;
		if (message == null) {
			message = new GenericMessage<>(this.delivery.payload(), headers(this.delivery));
			this.message = message;
		}
		return message;
	}

	private static MessageHeaders headers(MqttDelivery delivery) {
		Map<String, Object> headers = new HashMap<>();
		for (UserProperties.Entry property : delivery.userProperties()) {
			String name = property.name();
			if (!MqttMessageHeaders.isReserved(name) && !headers.containsKey(name)) {
				var values = delivery.userProperties().all(name);
				headers.put(name, (values.size() == 1) ? property.value() : values);
			}
		}
		headers.put(MqttMessageHeaders.TOPIC, delivery.topic());
		headers.put(MqttMessageHeaders.QOS, delivery.qos());
		headers.put(MqttMessageHeaders.RETAINED, delivery.retained());
		headers.put(MqttMessageHeaders.DUPLICATE, delivery.duplicate());
		headers.put(MqttMessageHeaders.PAYLOAD_IS_UTF8, delivery.payloadIsUtf8());
		headers.put(MqttMessageHeaders.SUBSCRIPTION_IDENTIFIERS, delivery.subscriptionIdentifiers());
		headers.put(MqttMessageHeaders.USER_PROPERTIES, delivery.userProperties());
		headers.put(MqttMessageHeaders.SESSION, delivery.session());
		headers.put(MqttMessageHeaders.RECEIVED_AT, delivery.receivedAt());
		putIfPresent(headers, MqttMessageHeaders.CONTENT_TYPE, delivery.contentType());
		putIfPresent(headers, MqttMessageHeaders.RESPONSE_TOPIC, delivery.responseTopic());
		putIfPresent(headers, MqttMessageHeaders.CORRELATION_DATA, delivery.correlationData());
		putIfPresent(headers, MqttMessageHeaders.MESSAGE_EXPIRY, delivery.messageExpiry());
		return new DeliveryHeaders(headers, delivery.receivedAt().toEpochMilli());
	}

	private static void putIfPresent(Map<String, Object> headers, String name, @Nullable Object value) {
		if (value != null) {
			headers.put(name, value);
		}
	}

	/**
	 * Without a random id, which would cost more than everything else.
	 */
	private static final class DeliveryHeaders extends MessageHeaders {

		private static final long serialVersionUID = 1L;

		private static final UUID NO_ID = ID_VALUE_NONE;

		DeliveryHeaders(Map<String, Object> headers, long timestamp) {
			super(headers, NO_ID, timestamp);
		}

	}

}
