package io.gobridge.mqtt.route;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Container of several {@link MqttRoute} annotations.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
public @interface MqttRoutes {

	/**
	 * The annotations.
	 * @return the annotations
	 */
	MqttRoute[] value();

}
