package io.gobridge.mqtt.route;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.config.BeanExpressionContext;
import org.springframework.beans.factory.config.BeanExpressionResolver;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;

/**
 * Resolves placeholders and expressions of the attributes of one {@link MqttRoute}.
 */
final class RouteAttributes {

	private static final String PLACEHOLDER = "${";

	private final ConfigurableBeanFactory beanFactory;

	private final String description;

	RouteAttributes(ConfigurableBeanFactory beanFactory, String description) {
		this.beanFactory = beanFactory;
		this.description = description;
	}

	/**
	 * Starts the definition of a route.
	 * @param annotation the annotation
	 * @param defaultId the id where the annotation has none
	 * @return a builder without a handler
	 * @throws InvalidRouteException if an attribute can not be resolved or has no meaning
	 */
	MqttRouteDefinitionBuilder resolve(MqttRoute annotation, String defaultId) {
		String id = text("id", annotation.id());
		String[] topics = topics(annotation.topic());
		MqttRouteDefinitionBuilder builder = MqttRouteDefinition.builder(id.isEmpty() ? defaultId : id)
			.description(this.description)
			.topic(topics)
			.session(text("session", annotation.session()))
			.qos(annotation.qos())
			.group(text("group", annotation.group()))
			.noLocal(annotation.noLocal())
			.retainAsPublished(annotation.retainAsPublished())
			.retainHandling(annotation.retainHandling())
			.ackMode(annotation.ackMode())
			.onFailure(annotation.onFailure())
			.autoStartup(bool("autoStartup", annotation.autoStartup()));
		String concurrency = text("concurrency", annotation.concurrency());
		return concurrency.isEmpty() ? builder : builder.concurrency(number("concurrency", concurrency));
	}

	private String[] topics(String[] declared) {
		List<String> topics = new ArrayList<>();
		for (String topic : declared) {
			addTopics(topics, value("topic", topic));
		}
		return topics.toArray(String[]::new);
	}

	// An expression may be several topics.
	private static void addTopics(List<String> topics, @Nullable Object value) {
		if (value instanceof Iterable<?> values) {
			values.forEach((each) -> addTopics(topics, each));
		}
		else if (value != null && value.getClass().isArray()) {
			for (int i = 0; i < Array.getLength(value); i++) {
				addTopics(topics, Array.get(value, i));
			}
		}
		else {
			topics.add(String.valueOf((value != null) ? value : ""));
		}
	}

	private String text(String attribute, String declared) {
		Object value = value(attribute, declared);
		return (value != null) ? value.toString() : "";
	}

	private int number(String attribute, String value) {
		try {
			return Integer.parseInt(value.trim());
		}
		catch (NumberFormatException ex) {
			throw invalid(attribute, "'" + value + "' is not a number", null);
		}
	}

	private boolean bool(String attribute, String declared) {
		String value = text(attribute, declared).trim().toLowerCase(Locale.ROOT);
		return switch (value) {
			case "true" -> true;
			case "false" -> false;
			default -> throw invalid(attribute, "'" + value + "' is neither true nor false", null);
		};
	}

	private @Nullable Object value(String attribute, String declared) {
		Object value;
		try {
			String resolved = this.beanFactory.resolveEmbeddedValue(declared);
			BeanExpressionResolver expressions = this.beanFactory.getBeanExpressionResolver();
			value = (expressions != null)
					? expressions.evaluate(resolved, new BeanExpressionContext(this.beanFactory, null)) : resolved;
		}
		catch (RuntimeException ex) {
			throw invalid(attribute, "'" + declared + "' can not be resolved: " + ex.getMessage(), ex);
		}
		// Where placeholders are resolved leniently an unknown one is left as it is, and
		// would be a valid topic.
		if (value instanceof String text && text.contains(PLACEHOLDER)) {
			throw invalid(attribute, "'" + text + "' has a placeholder that can not be resolved", null);
		}
		return value;
	}

	private InvalidRouteException invalid(String attribute, String reason, @Nullable Throwable cause) {
		return new InvalidRouteException(this.description, "attribute '" + attribute + "': " + reason, cause);
	}

}
