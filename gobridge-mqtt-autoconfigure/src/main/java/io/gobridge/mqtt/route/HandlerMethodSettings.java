package io.gobridge.mqtt.route;

import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.convert.ConversionService;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.validation.Validator;

/**
 * What {@link MqttRoute} methods are invoked with.
 *
 * @param conversionService converts topic variables, headers and user properties
 * @param converters convert payloads, the first that can is taken; they see a message
 * whose payload is a byte array and whose headers are {@link MqttMessageHeaders}
 * @param format reads the payloads that no converter took, or {@code null} for none
 * @param argumentResolvers resolve parameters that are none of the built-in ones
 * @param validator validates {@code @Valid} and {@code @Validated} payloads, or
 * {@code null} where such a parameter fails the start
 * @param replyPublisher publishes return values, or {@code null} to ignore them
 */
public record HandlerMethodSettings(ConversionService conversionService, List<MessageConverter> converters,
		@Nullable PayloadFormat format, List<HandlerMethodArgumentResolver> argumentResolvers,
		@Nullable Validator validator, @Nullable ReplyPublisher replyPublisher) {

	public HandlerMethodSettings {
		converters = List.copyOf(converters);
		argumentResolvers = List.copyOf(argumentResolvers);
	}

}
