package io.gobridge.mqtt.route;

import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.ResolvableType;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.support.GenericMessage;
import org.springframework.validation.annotation.ValidationAnnotationUtils;

/**
 * Arguments from the payload. A parameter of type {@code byte[]} or {@code String} costs
 * nothing but the decoding of the text.
 */
final class PayloadArguments {

	private final HandlerMethodSettings settings;

	PayloadArguments(HandlerMethodSettings settings) {
		this.settings = settings;
	}

	/**
	 * Makes the argument of the payload parameter.
	 * @param parameter the parameter
	 * @return the argument
	 * @throws UnresolvableParameterException if nothing can ever convert to its type, or
	 * nothing can validate it
	 */
	HandlerArgument payload(MethodParameter parameter) {
		Payload annotation = parameter.getParameterAnnotation(Payload.class);
		if (annotation != null && !annotation.expression().isEmpty()) {
			throw new UnresolvableParameterException("@Payload with an expression is not supported");
		}
		ResolvableType declared = ResolvableType.forMethodParameter(parameter);
		boolean optional = declared.toClass() == Optional.class;
		ResolvableType type = optional ? declared.getGeneric(0) : declared;
		HandlerArgument argument = reader(parameter, type, optional || isNullable(parameter, annotation));
		PayloadValidation validation = validation(parameter);
		if (validation != null) {
			argument = validated(argument, validation);
		}
		return optional ? optional(argument) : argument;
	}

	private static boolean isNullable(MethodParameter parameter, @Nullable Payload annotation) {
		if (parameter.getParameterType().isPrimitive()) {
			return false;
		}
		return (annotation != null) ? !annotation.required() || parameter.isOptional()
				: Nullness.forMethodParameter(parameter) != Nullness.NON_NULL;
	}

	/**
	 * Makes the argument of a {@code Message} parameter.
	 * @param parameter the parameter
	 * @return the argument
	 */
	HandlerArgument message(MethodParameter parameter) {
		ResolvableType type = ResolvableType.forMethodParameter(parameter).as(Message.class).getGeneric(0);
		Class<?> raw = type.resolve(Object.class);
		if (raw == Object.class || raw == byte[].class) {
			return HandlerInvocation::message;
		}
		HandlerArgument payload = reader(parameter, type, false);
		return (invocation) -> {
			Object value = payload.resolve(invocation);
			if (value == null) {
				throw empty(raw);
			}
			return new GenericMessage<>(value, invocation.message().getHeaders());
		};
	}

	private HandlerArgument reader(MethodParameter parameter, ResolvableType type, boolean nullable) {
		Class<?> raw = type.resolve(Object.class);
		if (raw == byte[].class || raw == Object.class) {
			return (invocation) -> invocation.delivery().payload();
		}
		if (raw == ByteBuffer.class) {
			return (invocation) -> ByteBuffer.wrap(invocation.delivery().payload()).asReadOnlyBuffer();
		}
		if (raw == String.class || raw == CharSequence.class) {
			return (invocation) -> text(invocation.delivery().payload());
		}
		PayloadFormat format = this.settings.format();
		if (format == null && this.settings.converters().isEmpty()) {
			throw new UnresolvableParameterException("nothing can convert a payload to " + type
					+ ": there is neither a MessageConverter bean nor Jackson (spring-boot-starter-jackson)");
		}
		PayloadConversion conversion = new PayloadConversion(this.settings.converters(), format,
				new PayloadConversion.Target(parameter, raw, resolved(type, parameter)));
		return (invocation) -> {
			Object value = (invocation.delivery().payload().length > 0) ? conversion.convert(invocation) : null;
			if (value == null && !nullable) {
				throw empty(raw);
			}
			return value;
		};
	}

	private static Type resolved(ResolvableType type, MethodParameter parameter) {
		return GenericTypeResolver.resolveType(type.getType(), parameter.getContainingClass());
	}

	private static MqttConversionException empty(Class<?> type) {
		return new MqttConversionException("The payload is empty, but a " + type.getName()
				+ " is required; an Optional or @Nullable parameter would take it");
	}

	// Strict, unlike new String(): a replacement character would hide a broken message.
	private static String text(byte[] payload) {
		for (byte b : payload) {
			if (b < 0) {
				return multiByteText(payload);
			}
		}
		return new String(payload, StandardCharsets.ISO_8859_1);
	}

	private static String multiByteText(byte[] payload) {
		try {
			CharBuffer text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(payload));
			return text.toString();
		}
		catch (CharacterCodingException ex) {
			throw new MqttConversionException("The payload is not valid UTF-8", ex);
		}
	}

	private @Nullable PayloadValidation validation(MethodParameter parameter) {
		for (Annotation annotation : parameter.getParameterAnnotations()) {
			Object[] hints = ValidationAnnotationUtils.determineValidationHints(annotation);
			if (hints != null) {
				if (this.settings.validator() == null) {
					throw new UnresolvableParameterException("it is to be validated, but there is no Validator");
				}
				return new PayloadValidation(this.settings.validator(), hints, name(parameter));
			}
		}
		return null;
	}

	private static String name(MethodParameter parameter) {
		String name = parameter.getParameterName();
		return (name != null) ? name : "payload";
	}

	private static HandlerArgument validated(HandlerArgument argument, PayloadValidation validation) {
		return (invocation) -> {
			Object value = argument.resolve(invocation);
			if (value != null) {
				validation.validate(value);
			}
			return value;
		};
	}

	private static HandlerArgument optional(HandlerArgument argument) {
		return (invocation) -> (invocation.delivery().payload().length > 0)
				? Optional.ofNullable(argument.resolve(invocation)) : Optional.empty();
	}

}
