package io.gobridge.mqtt.actuate;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.SanitizableData;
import org.springframework.boot.actuate.endpoint.Sanitizer;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;

/**
 * Describes dead letters. Payload, correlation data and the values of user properties
 * pass through the sanitizer, with the keys {@code payload}, {@code correlationData} and
 * the names of the properties.
 */
final class DeadLetterDescriber {

	private final Sanitizer sanitizer;

	DeadLetterDescriber(Iterable<SanitizingFunction> sanitizers) {
		this.sanitizer = new Sanitizer(sanitizers);
	}

	/**
	 * Describes a page.
	 * @param deadLetters one more than fit, if there are more
	 * @param size how many fit
	 */
	Map<String, Object> page(List<DeadLetterMetadata> deadLetters, int size) {
		List<DeadLetterMetadata> page = deadLetters.subList(0, Math.min(size, deadLetters.size()));
		Map<String, @Nullable Object> described = new LinkedHashMap<>();
		described.put("deadLetters", page.stream().map(DeadLetterDescriber::metadata).toList());
		described.put("next", (deadLetters.size() > size) ? page.get(size - 1).id() : null);
		return described;
	}

	private static Map<String, @Nullable Object> metadata(DeadLetterMetadata metadata) {
		Map<String, @Nullable Object> described = new LinkedHashMap<>();
		described.put("id", metadata.id());
		described.put("session", metadata.session());
		described.put("route", metadata.route());
		described.put("topic", metadata.topic());
		described.put("removedFilter", metadata.removedFilter());
		described.put("qos", metadata.qos());
		described.put("retained", metadata.retained());
		described.put("payloadSize", metadata.payloadSize());
		described.put("code", metadata.code().name());
		described.put("exceptionClass", metadata.exceptionClass());
		described.put("exceptionMessage", metadata.exceptionMessage());
		described.put("attempts", metadata.attempts());
		described.put("receivedAt", metadata.receivedAt());
		described.put("failedAt", metadata.failedAt());
		return described;
	}

	Map<String, @Nullable Object> describe(DeadLetter deadLetter, boolean shown) {
		Map<String, @Nullable Object> described = metadata(deadLetter.metadata());
		MqttDelivery delivery = deadLetter.delivery();
		described.put("contentType", delivery.contentType());
		described.put("responseTopic", delivery.responseTopic());
		described.put("messageExpiry", (delivery.messageExpiry() != null) ? delivery.messageExpiry().toString() : null);
		described.put("duplicate", delivery.duplicate());
		described.put("payloadIsUtf8", delivery.payloadIsUtf8());
		described.put("subscriptionIdentifiers", delivery.subscriptionIdentifiers());
		byte[] correlationData = delivery.correlationData();
		described.put("correlationData", (correlationData != null)
				? value("correlationData", Base64.getEncoder().encodeToString(correlationData), shown) : null);
		described.put("userProperties", userProperties(delivery.userProperties(), shown));
		String text = text(delivery.payload());
		described.put("payloadEncoding", (text != null) ? "utf-8" : "base64");
		described.put("payload", value("payload",
				(text != null) ? text : Base64.getEncoder().encodeToString(delivery.payload()), shown));
		return described;
	}

	/**
	 * A list, as a name may come more than once and the order counts.
	 */
	private List<Map<String, @Nullable Object>> userProperties(UserProperties properties, boolean shown) {
		List<Map<String, @Nullable Object>> described = new ArrayList<>();
		for (UserProperties.Entry entry : properties) {
			Map<String, @Nullable Object> property = new LinkedHashMap<>();
			property.put("name", entry.name());
			property.put("value", value(entry.name(), entry.value(), shown));
			described.add(property);
		}
		return described;
	}

	private @Nullable Object value(String key, String value, boolean shown) {
		return this.sanitizer.sanitize(new SanitizableData(null, key, value), shown);
	}

	private static @Nullable String text(byte[] payload) {
		try {
			return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload)).toString();
		}
		catch (CharacterCodingException ex) {
			return null;
		}
	}

}
