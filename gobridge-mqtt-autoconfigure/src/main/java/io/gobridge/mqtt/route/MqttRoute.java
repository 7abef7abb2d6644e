package io.gobridge.mqtt.route;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

import io.gobridge.mqtt.message.AckMode;

/**
 * Declares that a method of a bean handles the messages of one or more topic filters. May
 * be repeated, which makes as many routes, and may be used as a meta-annotation.
 * <p>
 * Every String attribute may have <code>${}</code> placeholders and <code>#{}</code>
 * expressions. One that can not be resolved fails the start of the application.
 * <p>
 * The method may be declared in a class or in an interface and have any visibility but
 * private. The bean must be a singleton or have a scoped proxy; it is created at start
 * even if it is declared lazy, as messages of an earlier run may be waiting. All routes
 * are registered after all singletons are there and before any session connects.
 * <p>
 * Parameters, in any order:
 * <ul>
 * <li>the payload: the parameter with
 * {@link org.springframework.messaging.handler.annotation.Payload @Payload}, or else the
 * one parameter that is nothing of the following. {@code byte[]} gets the bytes
 * themselves, {@link java.nio.ByteBuffer} a read-only view; {@code String} is strict
 * UTF-8, and any other type is converted by the {@code MessageConverter} beans and then
 * as JSON. {@code @Valid} and {@code @Validated} are obeyed. An empty payload is an empty
 * array, buffer or String, and an empty {@link java.util.Optional}. A type that needs
 * conversion gets {@code null}, unless the parameter is primitive, has {@code @Payload}
 * with {@code required}, or is declared to be non-null (JSpecify, Kotlin): then it is a
 * conversion failure.</li>
 * <li>{@link TopicVariable}, {@link UserProperty},
 * {@link org.springframework.messaging.handler.annotation.Header @Header} and
 * {@link org.springframework.messaging.handler.annotation.Headers @Headers} with the
 * names of {@link MqttMessageHeaders}</li>
 * <li>{@link io.gobridge.mqtt.message.MqttDelivery},
 * {@link io.gobridge.mqtt.message.Acknowledgment},
 * {@link io.gobridge.mqtt.message.UserProperties},
 * {@link org.springframework.messaging.Message} and
 * {@link org.springframework.messaging.MessageHeaders}</li>
 * <li>whatever a {@code HandlerMethodArgumentResolver} bean supports</li>
 * </ul>
 * The method returns nothing, or a {@link java.util.concurrent.CompletionStage} or
 * {@code Mono} whose completion settles the delivery, or a value that is published to the
 * response topic of the delivery, if it has one.
 *
 * @see MqttRouteHandler for threads, order and failures
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ ElementType.METHOD, ElementType.ANNOTATION_TYPE })
@Repeatable(MqttRoutes.class)
public @interface MqttRoute {

	/**
	 * Same as {@link #topic()}.
	 * @return the topic filters or templates
	 */
	@AliasFor("topic")
	String[] value() default {};

	/**
	 * Topic filters (MQTT 5, section 4.7) or templates such as
	 * {@code sensors/{site}/temperature}: {@code {name}} is exactly one level and
	 * {@code {*name}}, in the last place, the rest.
	 * @return the topic filters or templates
	 */
	@AliasFor("value")
	String[] topic() default {};

	/**
	 * The id, unique in the application. By default the name of the bean and the name of
	 * the method.
	 * @return the id
	 */
	String id() default "";

	/**
	 * The name of the session, by default the default session.
	 * @return the name of the session
	 */
	String session() default "";

	/**
	 * The maximum quality of service to subscribe with.
	 * @return 0, 1 or 2
	 */
	int qos() default 1;

	/**
	 * The group of a shared subscription (MQTT 5, section 4.8.2): each message goes to
	 * one member of the group.
	 * @return the name of the group
	 */
	String group() default "";

	/**
	 * Whether the broker leaves out messages that this session has published. A protocol
	 * error on shared subscriptions and refused there.
	 * @return whether to set No Local
	 */
	boolean noLocal() default false;

	/**
	 * Whether the RETAIN flag of messages is as published. By default it only tells
	 * whether a message was sent because of the subscription.
	 * @return whether to set Retain As Published
	 */
	boolean retainAsPublished() default false;

	/**
	 * Whether retained messages are sent when the filter is subscribed.
	 * @return the retain handling
	 */
	RetainHandling retainHandling() default RetainHandling.DEFAULT;

	/**
	 * How many deliveries may be handled at the same time. One topic is always handled in
	 * order. By default what {@code gobridge.mqtt.route.concurrency} says.
	 * @return a number from 1
	 */
	String concurrency() default "";

	/**
	 * Who settles.
	 * @return the acknowledge mode
	 */
	AckMode ackMode() default AckMode.AUTO;

	/**
	 * What becomes of deliveries that failed for good.
	 * @return the policy
	 */
	OnFailure onFailure() default OnFailure.DEFAULT;

	/**
	 * Whether deliveries are handled from the start; with {@code false} the route is
	 * {@link RouteState#PAUSED} until {@link MqttRouteRegistry#resume(String)}.
	 * @return {@code true} or {@code false}
	 */
	String autoStartup() default "true";

}
