package io.gobridge.mqtt.route;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.messaging.Message;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.annotation.support.HeaderMethodArgumentResolver;
import org.springframework.messaging.handler.annotation.support.HeadersMethodArgumentResolver;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;

import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;

/**
 * Chooses for each parameter of a handler method how it gets its value. Everything that
 * can be found out about a parameter is found out here, once.
 */
final class HandlerArguments {

	private final HandlerMethodSettings settings;

	private final NamedValueArguments namedValues;

	private final PayloadArguments payloads;

	private final HandlerMethodArgumentResolver headers = new HeadersMethodArgumentResolver();

	HandlerArguments(HandlerMethodSettings settings, RouteTemplates templates) {
		this.settings = settings;
		this.namedValues = new NamedValueArguments(settings.conversionService(), templates);
		this.payloads = new PayloadArguments(settings);
	}

	/**
	 * Chooses for all parameters.
	 * @param parameters the parameters of the method
	 * @param description describes the method
	 * @return the arguments in the order of the parameters
	 * @throws InvalidRouteException if a parameter can never get a value, or two
	 * parameters could be the payload
	 */
	HandlerArgument[] of(MethodParameter[] parameters, String description) {
		HandlerArgument[] arguments = new HandlerArgument[parameters.length];
		MethodParameter payload = null;
		for (int i = 0; i < parameters.length; i++) {
			MethodParameter parameter = parameters[i];
			try {
				HandlerArgument argument = notPayload(parameter);
				if (argument == null) {
					if (payload != null) {
						throw new UnresolvableParameterException("it could be the payload, but so could "
								+ describe(payload) + "; use the annotations of the other kinds of parameters");
					}
					payload = parameter;
					argument = this.payloads.payload(parameter);
				}
				arguments[i] = argument;
			}
			catch (UnresolvableParameterException ex) {
				throw new InvalidRouteException(description, describe(parameter) + ": " + ex.getMessage(), null);
			}
		}
		return arguments;
	}

	private @Nullable HandlerArgument notPayload(MethodParameter parameter) {
		TopicVariable variable = parameter.getParameterAnnotation(TopicVariable.class);
		if (variable != null) {
			return this.namedValues.topicVariable(parameter, variable);
		}
		UserProperty property = parameter.getParameterAnnotation(UserProperty.class);
		if (property != null) {
			return this.namedValues.userProperty(parameter, property);
		}
		if (parameter.hasParameterAnnotation(Payload.class)) {
			return null;
		}
		Header header = parameter.getParameterAnnotation(Header.class);
		if (header != null) {
			return header(parameter, NamedValueArguments.name(parameter, header.name(), "@Header"));
		}
		if (this.headers.supportsParameter(parameter)) {
			return (invocation) -> this.headers.resolveArgument(parameter, invocation.message());
		}
		HandlerArgument ofType = ofType(parameter);
		return (ofType != null) ? ofType : custom(parameter);
	}

	private HandlerArgument header(MethodParameter parameter, String name) {
		HandlerMethodArgumentResolver resolver = new HeaderMethodArgumentResolver(this.settings.conversionService(),
				null);
		return (invocation) -> {
			try {
				return resolver.resolveArgument(parameter, invocation.message());
			}
			catch (Exception ex) {
				// What Spring throws here quotes the values of headers.
				throw new MqttConversionException("The header '" + name + "' is missing or can not be converted to "
						+ parameter.getParameterType().getTypeName(), ex);
			}
		};
	}

	private @Nullable HandlerArgument ofType(MethodParameter parameter) {
		Class<?> type = parameter.getParameterType();
		if (type == MqttDelivery.class) {
			return HandlerInvocation::delivery;
		}
		if (type == Acknowledgment.class) {
			return HandlerInvocation::acknowledgment;
		}
		if (type == UserProperties.class) {
			return (invocation) -> invocation.delivery().userProperties();
		}
		return Message.class.isAssignableFrom(type) ? this.payloads.message(parameter) : null;
	}

	private @Nullable HandlerArgument custom(MethodParameter parameter) {
		for (HandlerMethodArgumentResolver resolver : this.settings.argumentResolvers()) {
			if (resolver.supportsParameter(parameter)) {
				return (invocation) -> resolver.resolveArgument(parameter, invocation.message());
			}
		}
		return null;
	}

	private static String describe(MethodParameter parameter) {
		String name = parameter.getParameterName();
		return "parameter " + (parameter.getParameterIndex() + 1) + ((name != null) ? " '" + name + "'" : "");
	}

}
