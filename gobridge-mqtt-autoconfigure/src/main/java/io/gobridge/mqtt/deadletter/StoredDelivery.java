package io.gobridge.mqtt.deadletter;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * The message of a dead letter.
 */
record StoredDelivery(String topic, byte[] payload, int qos, boolean retained, boolean duplicate,
		@Nullable String contentType, @Nullable String responseTopic, byte @Nullable [] correlationData,
		@Nullable Duration messageExpiry, boolean payloadIsUtf8, UserProperties userProperties,
		List<Integer> subscriptionIdentifiers, String session, Instant receivedAt) implements MqttDelivery {

	/**
	 * Keeps what a delivery says, and not the delivery, which may hold on to more.
	 */
	static StoredDelivery of(MqttDelivery delivery) {
		return new StoredDelivery(delivery.topic(), delivery.payload(), delivery.qos(), delivery.retained(),
				delivery.duplicate(), delivery.contentType(), delivery.responseTopic(), delivery.correlationData(),
				delivery.messageExpiry(), delivery.payloadIsUtf8(), delivery.userProperties(),
				List.copyOf(delivery.subscriptionIdentifiers()), delivery.session(), delivery.receivedAt());
	}

	@Override
	public String toString() {
		return "stored delivery";
	}

}
