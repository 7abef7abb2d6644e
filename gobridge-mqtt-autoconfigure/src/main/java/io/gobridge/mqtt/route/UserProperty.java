package io.gobridge.mqtt.route;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Binds a parameter of a {@link MqttRoute} method to a user property of the message (MQTT
 * 5, section 3.3.2.3.7). A {@code List<String>} has all values in order and is empty
 * where there are none; every other type takes the first value, converted by the
 * {@code ConversionService}. A property that is missing is a
 * {@link MqttConversionException}, unless it is not {@link #required()} or the parameter
 * is an {@link java.util.Optional} or nullable.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface UserProperty {

	/**
	 * Same as {@link #name()}.
	 * @return the name of the user property
	 */
	@AliasFor("name")
	String value() default "";

	/**
	 * The name of the user property, by default the name of the parameter.
	 * @return the name of the user property
	 */
	@AliasFor("value")
	String name() default "";

	/**
	 * Whether a message without it is a failure; otherwise the parameter is {@code null}.
	 * @return whether the property is required
	 */
	boolean required() default true;

}
