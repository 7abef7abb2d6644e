package io.gobridge.mqtt.route;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.gobridge.mqtt.message.BareDelivery;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * A delivery of a test.
 */
record TestDelivery(String topic, byte[] payload, @Nullable String contentType, @Nullable String responseTopic,
		byte @Nullable [] correlationData, @Nullable Duration messageExpiry,
		UserProperties userProperties) implements BareDelivery {

	static final Instant RECEIVED_AT = Instant.parse("2026-03-01T12:00:00Z");

	static TestDelivery of(String topic, byte[] payload) {
		return new TestDelivery(topic, payload, null, null, null, null, UserProperties.empty());
	}

	static TestDelivery of(String topic, String payload) {
		return of(topic, payload.getBytes(StandardCharsets.UTF_8));
	}

	TestDelivery withContentType(String contentType) {
		return new TestDelivery(this.topic, this.payload, contentType, this.responseTopic, this.correlationData,
				this.messageExpiry, this.userProperties);
	}

	TestDelivery withResponse(String responseTopic, byte[] correlationData) {
		return new TestDelivery(this.topic, this.payload, this.contentType, responseTopic, correlationData,
				this.messageExpiry, this.userProperties);
	}

	TestDelivery withExpiry(Duration messageExpiry) {
		return new TestDelivery(this.topic, this.payload, this.contentType, this.responseTopic, this.correlationData,
				messageExpiry, this.userProperties);
	}

	TestDelivery with(String name, String value) {
		return new TestDelivery(this.topic, this.payload, this.contentType, this.responseTopic, this.correlationData,
				this.messageExpiry, this.userProperties.and(name, value));
	}

	@Override
	public int qos() {
		return 1;
	}

	@Override
	public boolean retained() {
		return true;
	}

	@Override
	public boolean duplicate() {
		return false;
	}

	@Override
	public List<Integer> subscriptionIdentifiers() {
		return List.of(7);
	}

	@Override
	public String session() {
		return "default";
	}

	@Override
	public Instant receivedAt() {
		return RECEIVED_AT;
	}

}
