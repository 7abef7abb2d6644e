package io.gobridge.mqtt.actuate;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterCode;
import io.gobridge.mqtt.message.BareDelivery;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * A message that became a dead letter.
 */
record KeptMessage(String topic, byte[] payload, String session) implements BareDelivery {

	static final Instant AT = Instant.parse("2026-05-01T10:15:30Z");

	static DeadLetter deadLetter(String session, int second, byte[] payload) {
		return DeadLetter
			.of(new KeptMessage("t/" + second, payload, session), DeadLetterCode.HANDLER_FAILED, AT.plusSeconds(second))
			.route("route")
			.exception(new IllegalStateException("broken"))
			.attempts(4)
			.build();
	}

	static DeadLetter deadLetter(String session, int second) {
		return deadLetter(session, second, "hush".getBytes(StandardCharsets.UTF_8));
	}

	@Override
	public int qos() {
		return 1;
	}

	@Override
	public boolean duplicate() {
		return true;
	}

	@Override
	public @Nullable String contentType() {
		return "text/plain";
	}

	@Override
	public byte @Nullable [] correlationData() {
		return new byte[] { 1, 2, 3 };
	}

	@Override
	public @Nullable Duration messageExpiry() {
		return Duration.ofSeconds(90);
	}

	@Override
	public UserProperties userProperties() {
		return UserProperties.empty().and("password", "hush").and("trace", "1").and("trace", "2");
	}

	@Override
	public List<Integer> subscriptionIdentifiers() {
		return List.of(7);
	}

	@Override
	public Instant receivedAt() {
		return AT;
	}

}
