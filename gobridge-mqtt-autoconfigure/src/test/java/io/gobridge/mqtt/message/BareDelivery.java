package io.gobridge.mqtt.message;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A message without any property: a double adds those that its test looks at.
 */
public interface BareDelivery extends MqttDelivery {

	@Override
	default boolean retained() {
		return false;
	}

	@Override
	default @Nullable String contentType() {
		return null;
	}

	@Override
	default @Nullable String responseTopic() {
		return null;
	}

	@Override
	default byte @Nullable [] correlationData() {
		return null;
	}

	@Override
	default @Nullable Duration messageExpiry() {
		return null;
	}

	@Override
	default boolean payloadIsUtf8() {
		return true;
	}

	@Override
	default UserProperties userProperties() {
		return UserProperties.empty();
	}

	@Override
	default List<Integer> subscriptionIdentifiers() {
		return List.of();
	}

	@Override
	default Instant receivedAt() {
		return Instant.EPOCH;
	}

}
