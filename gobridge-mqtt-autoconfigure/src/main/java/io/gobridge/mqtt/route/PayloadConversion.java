package io.gobridge.mqtt.route;

import java.lang.reflect.Type;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.converter.SmartMessageConverter;
import org.springframework.util.ClassUtils;

/**
 * Converts payloads to the type of one parameter: by the first of the application's
 * converters that can, which depends on the content type and the target type, or else by
 * the built-in format. A message is built only where there are converters.
 */
final class PayloadConversion {

	private final MessageConverter[] converters;

	private final @Nullable PayloadFormat format;

	private final PayloadFormat.@Nullable Decoder decoder;

	private final Target target;

	PayloadConversion(List<MessageConverter> converters, @Nullable PayloadFormat format, Target target) {
		this.converters = converters.toArray(MessageConverter[]::new);
		this.format = format;
		this.decoder = (format != null) ? format.decoder(target.type()) : null;
		this.target = target;
	}

	@Nullable Object convert(HandlerInvocation invocation) {
		if (this.converters.length > 0) {
			Object value = convert(invocation.message());
			if (value != null) {
				return value;
			}
		}
		String contentType = invocation.delivery().contentType();
		if (this.format == null || this.decoder == null || !this.format.accepts(contentType)) {
			throw new MqttConversionException("Nothing converts a payload "
					+ ((contentType != null) ? "of content type '" + contentType + "'" : "without a content type")
					+ " to " + this.target.type().getTypeName());
		}
		try {
			return this.decoder.decode(invocation.delivery().payload());
		}
		catch (Exception ex) {
			throw failure(this.format.describe(ex), ex);
		}
	}

	private @Nullable Object convert(Message<?> message) {
		for (MessageConverter converter : this.converters) {
			Object value;
			try {
				value = (converter instanceof SmartMessageConverter smart)
						? smart.fromMessage(message, this.target.raw(), this.target.parameter())
						: converter.fromMessage(message, this.target.raw());
			}
			catch (Exception ex) {
				throw failure(ex.getClass().getSimpleName() + " of " + converter.getClass().getSimpleName(), ex);
			}
			if (value != null) {
				if (!ClassUtils.isAssignableValue(this.target.raw(), value)) {
					throw failure(
							converter.getClass().getSimpleName() + " returned a " + value.getClass().getTypeName(),
							null);
				}
				return value;
			}
		}
		return null;
	}

	private MqttConversionException failure(String reason, @Nullable Exception ex) {
		return new MqttConversionException(
				"The payload can not be converted to " + this.target.type().getTypeName() + ": " + reason, ex);
	}

	/**
	 * What to convert to.
	 *
	 * @param parameter the parameter, a hint for converters
	 * @param raw the class
	 * @param type the generic type without type variables
	 */
	record Target(MethodParameter parameter, Class<?> raw, Type type) {
	}

}
