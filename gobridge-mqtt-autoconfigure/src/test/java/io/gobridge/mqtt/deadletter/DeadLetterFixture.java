package io.gobridge.mqtt.deadletter;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;

/**
 * Dead letters for tests.
 */
final class DeadLetterFixture {

	static final Instant RECEIVED = Instant.parse("2026-05-01T10:15:30.123456Z");

	private DeadLetterFixture() {
	}

	/**
	 * A delivery that has everything a delivery can have.
	 */
	static MqttDelivery full() {
		UserProperties properties = UserProperties.empty().and("b", "1").and("a", "ä€\uD83D\uDE00").and("b", "");
		return new StoredDelivery("plant/ä/\uD83D\uDE00", new byte[] { 0, -1, 1, 127, -128 }, 2, true, true,
				"application/json", "replies/x", new byte[] { 9, 0, 8 }, Duration.ofSeconds(4_294_967_295L), true,
				properties, List.of(1, 268_435_455), "default", RECEIVED);
	}

	/**
	 * A delivery that has as little as possible.
	 */
	static MqttDelivery plain(String topic, byte[] payload) {
		return new StoredDelivery(topic, payload, 1, false, false, null, null, null, null, false,
				UserProperties.empty(), List.of(), "default", RECEIVED);
	}

	static DeadLetter letter(int number) {
		return DeadLetter
			.of(plain("t/" + number, new byte[] { (byte) number }), DeadLetterCode.HANDLER_FAILED,
					RECEIVED.plusSeconds(number))
			.route("route")
			.exception(new IllegalStateException("number " + number))
			.attempts(4)
			.build();
	}

}
