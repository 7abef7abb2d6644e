package io.gobridge.mqtt.router;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * A delivery as a test needs it.
 *
 * @param topic the topic name
 * @param text the payload as text
 * @param qos the quality of service
 * @param duplicate whether the broker had sent it before
 */
record Delivered(String topic, String text, int qos, boolean duplicate) implements MqttDelivery {

	@Override
	public byte[] payload() {
		return this.text.getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public boolean retained() {
		return false;
	}

	@Override
	public @Nullable String contentType() {
		return null;
	}

	@Override
	public @Nullable String responseTopic() {
		return null;
	}

	@Override
	public byte @Nullable [] correlationData() {
		return null;
	}

	@Override
	public @Nullable Duration messageExpiry() {
		return null;
	}

	@Override
	public boolean payloadIsUtf8() {
		return true;
	}

	@Override
	public UserProperties userProperties() {
		return UserProperties.empty();
	}

	@Override
	public List<Integer> subscriptionIdentifiers() {
		return List.of();
	}

	@Override
	public String session() {
		return "test";
	}

	@Override
	public Instant receivedAt() {
		return Instant.EPOCH;
	}

}
