package io.gobridge.mqtt.route;

import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import org.springframework.core.MethodParameter;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;

/**
 * Arguments from topic variables and user properties.
 */
final class NamedValueArguments {

	private static final TypeDescriptor STRING = TypeDescriptor.valueOf(String.class);

	private final ConversionService conversionService;

	private final RouteTemplates templates;

	NamedValueArguments(ConversionService conversionService, RouteTemplates templates) {
		this.conversionService = conversionService;
		this.templates = templates;
	}

	/**
	 * Makes the argument of a {@link TopicVariable} parameter.
	 * @param parameter the parameter
	 * @param annotation its annotation
	 * @return the argument
	 * @throws UnresolvableParameterException if no template has the variable, or only
	 * some have and the parameter can not be without, or the type can not be converted to
	 */
	HandlerArgument topicVariable(MethodParameter parameter, TopicVariable annotation) {
		String name = name(parameter, annotation.name(), "@TopicVariable");
		int[] indexes = this.templates.indexes(name);
		boolean missing = false;
		boolean found = false;
		for (int index : indexes) {
			missing |= index < 0;
			found |= index >= 0;
		}
		if (!found) {
			throw new UnresolvableParameterException(
					"there is no topic variable '" + name + "'; " + (this.templates.names().isEmpty()
							? "there are none at all" : "there are: " + String.join(", ", this.templates.names())));
		}
		if (missing && !parameter.isOptional()) {
			throw new UnresolvableParameterException("the topic variable '" + name
					+ "' is not in every template of the route; make the parameter Optional or @Nullable");
		}
		Conversion conversion = conversion(parameter, "topic variable '" + name + "'");
		return (invocation) -> {
			RouteTemplates.Values variables = invocation.variables();
			int index = indexes[variables.template()];
			return conversion.apply((index < 0) ? null : variables.values()[index]);
		};
	}

	/**
	 * Makes the argument of a {@link UserProperty} parameter.
	 * @param parameter the parameter
	 * @param annotation its annotation
	 * @return the argument
	 * @throws UnresolvableParameterException if the type can not be converted to
	 */
	HandlerArgument userProperty(MethodParameter parameter, UserProperty annotation) {
		String name = name(parameter, annotation.name(), "@UserProperty");
		MethodParameter nested = parameter.nestedIfOptional();
		if (nested == parameter && parameter.getParameterType().isAssignableFrom(List.class)
				&& parameter.getParameterType() != Object.class) {
			Class<?> element = new TypeDescriptor(parameter).getResolvableType().asCollection().resolveGeneric(0);
			if (element != null && element != String.class && element != Object.class) {
				throw new UnresolvableParameterException("only lists of String are supported for a user property");
			}
			return (invocation) -> invocation.delivery().userProperties().all(name);
		}
		Conversion conversion = conversion(parameter, "user property '" + name + "'");
		boolean required = annotation.required() && !parameter.isOptional();
		if (!annotation.required() && parameter.getParameterType().isPrimitive()) {
			throw new UnresolvableParameterException("a primitive can not be without a value");
		}
		return (invocation) -> {
			String value = invocation.delivery().userProperties().first(name);
			if (value == null && required) {
				throw new MqttConversionException("The message has no user property '" + name + "'");
			}
			return conversion.apply(value);
		};
	}

	private Conversion conversion(MethodParameter parameter, String what) {
		MethodParameter nested = parameter.nestedIfOptional();
		TypeDescriptor target = new TypeDescriptor(nested);
		if (nested.getNestedParameterType() == String.class) {
			return (nested == parameter) ? (value) -> value : Optional::ofNullable;
		}
		if (!this.conversionService.canConvert(STRING, target)) {
			throw new UnresolvableParameterException("the ConversionService can not convert a String to " + target);
		}
		Conversion conversion = (value) -> {
			if (value == null) {
				return null;
			}
			try {
				return this.conversionService.convert(value, STRING, target);
			}
			catch (ConversionException ex) {
				throw new MqttConversionException("The " + what + " can not be converted to " + target, ex);
			}
		};
		return (nested == parameter) ? conversion : (value) -> Optional.ofNullable(conversion.apply(value));
	}

	static String name(MethodParameter parameter, String declared, String annotation) {
		String name = declared.isEmpty() ? parameter.getParameterName() : declared;
		if (name == null) {
			throw new UnresolvableParameterException(
					annotation + " has no name, and the class was compiled without -parameters");
		}
		return name;
	}

	/**
	 * From the text to the argument.
	 */
	@FunctionalInterface
	private interface Conversion {

		@Nullable Object apply(@Nullable String value);

	}

}
