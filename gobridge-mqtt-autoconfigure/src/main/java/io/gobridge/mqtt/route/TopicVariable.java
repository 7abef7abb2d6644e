package io.gobridge.mqtt.route;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Binds a parameter of a {@link MqttRoute} method to a variable of the topic template. A
 * {@code String} is the level exactly as published, with nothing decoded and empty for an
 * empty level; other types are converted by the {@code ConversionService}, and a value
 * that can not be converted is a {@link MqttConversionException}.
 * <p>
 * Where a route has several templates and some lack the variable, the parameter must be
 * an {@link java.util.Optional} or nullable. Where several templates match a topic the
 * first of them binds.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface TopicVariable {

	/**
	 * Same as {@link #name()}.
	 * @return the name of the variable
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The name of the variable, by default the name of the parameter.
	 * @return the name of the variable
	 */
	@AliasFor("value")
	String name() default "";

}
