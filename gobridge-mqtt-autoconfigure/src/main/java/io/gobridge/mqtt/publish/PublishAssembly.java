package io.gobridge.mqtt.publish;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;

import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.util.MimeType;
import org.springframework.util.MimeTypeUtils;

/**
 * Makes a PUBLISH of what the application gave, or says why it can not be sent over any
 * connection. Has no state, hence safe for any thread.
 */
final class PublishAssembly {

	private static final byte[] NO_BYTES = new byte[0];

	private static final long MAX_EXPIRY_SECONDS = 0xFFFF_FFFFL;

	private final MessageConverter converter;

	PublishAssembly(MessageConverter converter) {
		this.converter = converter;
	}

	OutboundPublish assemble(String topic, @Nullable Object payload, PublishOptions options) {
		Objects.requireNonNull(topic, "topic");
		PublishSyntax.checkTopic(topic);
		Content content = content(topic, payload, options);
		boolean utf8 = (options.payloadIsUtf8() != null) ? options.payloadIsUtf8() : content.text();
		OutboundPublish publish = new OutboundPublish(topic, content.bytes(), options.qos(), options.retain(), utf8,
				expirySeconds(topic, options.messageExpiry()), content.contentType(), options.responseTopic(),
				options.correlationData(), options.userProperties());
		PublishSyntax.check(publish);
		return publish;
	}

	private Content content(String topic, @Nullable Object payload, PublishOptions options) {
		if (payload == null) {
			return new Content(NO_BYTES, false, options.contentType());
		}
		if (payload instanceof byte[] bytes) {
			// A message may be sent again much later, so the caller gets its array back.
			return new Content(bytes.clone(), false, options.contentType());
		}
		if (payload instanceof String text) {
			return new Content(encode(topic, text), true, options.contentType());
		}
		return convert(topic, payload, options.contentType());
	}

	private Content convert(String topic, Object payload, @Nullable String wantedType) {
		MimeType wanted = mimeType(wantedType);
		Message<?> message;
		try {
			message = this.converter.toMessage(payload, (wanted != null) ? headers(wanted) : null);
		}
		catch (RuntimeException ex) {
			throw new MqttPublishException(Kind.INVALID, topic, "A payload of " + payload.getClass().getName()
					+ " for '" + PublishSyntax.quoted(topic) + "' could not be converted", false, ex);
		}
		if (message == null) {
			throw invalid(topic, "There is no message converter for a payload of " + payload.getClass().getName()
					+ ((wanted != null) ? " with content type " + wanted : ""));
		}
		Object converted = message.getPayload();
		Object type = message.getHeaders().get(MessageHeaders.CONTENT_TYPE);
		String contentType = (wantedType != null) ? wantedType : (type != null) ? type.toString() : null;
		if (converted instanceof byte[] bytes) {
			return new Content(bytes, false, contentType);
		}
		if (converted instanceof String text) {
			return new Content(encode(topic, text), true, contentType);
		}
		throw invalid(topic, "The message converter made " + converted.getClass().getName() + " of a payload of "
				+ payload.getClass().getName() + ", neither bytes nor text");
	}

	private static MessageHeaders headers(MimeType contentType) {
		return new MessageHeaders(Map.of(MessageHeaders.CONTENT_TYPE, contentType));
	}

	/**
	 * MQTT leaves the form of a content type to the application. One that is no MIME type
	 * can not choose a converter, and is a label only.
	 */
	private static @Nullable MimeType mimeType(@Nullable String contentType) {
		if (contentType == null || contentType.isBlank()) {
			return null;
		}
		try {
			return MimeTypeUtils.parseMimeType(contentType);
		}
		catch (InvalidMimeTypeException ex) {
			return null;
		}
	}

	/**
	 * Unlike {@link String#getBytes}, does not turn half a surrogate pair into a question
	 * mark without a word.
	 */
	private static byte[] encode(String topic, String text) {
		try {
			ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
			byte[] bytes = new byte[encoded.remaining()];
			encoded.get(bytes);
			return bytes;
		}
		catch (CharacterCodingException ex) {
			throw invalid(topic, "The text for '" + PublishSyntax.quoted(topic)
					+ "' has an unpaired surrogate and is not valid UTF-8");
		}
	}

	private static @Nullable Long expirySeconds(String topic, @Nullable Duration expiry) {
		if (expiry == null) {
			return null;
		}
		long seconds = expiry.getSeconds();
		if (seconds < MAX_EXPIRY_SECONDS && expiry.getNano() > 0) {
			seconds++;
		}
		if (seconds > MAX_EXPIRY_SECONDS) {
			throw new MqttPublishException(Kind.LIMIT, topic,
					"A message expiry of " + seconds + " s is above the limit of " + MAX_EXPIRY_SECONDS + " s", false,
					null);
		}
		return seconds;
	}

	private static MqttPublishException invalid(String topic, String message) {
		return new MqttPublishException(Kind.INVALID, topic, message, false, null);
	}

	/**
	 * What the payload became.
	 *
	 * @param bytes the payload of the packet
	 * @param text whether it is UTF-8 text for certain
	 * @param contentType the content type, or {@code null}
	 */
	private record Content(byte[] bytes, boolean text, @Nullable String contentType) {
	}

}
