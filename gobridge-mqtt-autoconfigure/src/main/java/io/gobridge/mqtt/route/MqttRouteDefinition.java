package io.gobridge.mqtt.route;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicTemplate;

/**
 * What a route is: which messages it wants and what handles them. Immutable; to be given
 * to {@link MqttRouteRegistry#register(MqttRouteDefinition)}.
 */
public final class MqttRouteDefinition {

	private final String id;

	private final String description;

	private final String session;

	private final List<String> topics;

	private final List<TopicTemplate> templates;

	private final SubscriptionSettings subscription;

	private final HandlingSettings handling;

	MqttRouteDefinition(MqttRouteDefinitionBuilder builder, List<TopicTemplate> templates, MqttRouteHandler handler) {
		this.id = builder.id;
		this.description = builder.describe();
		this.session = builder.session;
		this.topics = List.copyOf(builder.topics);
		this.templates = List.copyOf(templates);
		this.subscription = new SubscriptionSettings(builder.qos, builder.group, builder.noLocal,
				builder.retainAsPublished, builder.retainHandling);
		this.handling = new HandlingSettings(builder.concurrency, builder.ackMode, builder.onFailure,
				builder.autoStartup, handler);
	}

	/**
	 * Starts the definition of a route.
	 * @param id the id, unique in the application
	 * @return a builder
	 */
	public static MqttRouteDefinitionBuilder builder(String id) {
		return new MqttRouteDefinitionBuilder(id);
	}

	public String id() {
		return this.id;
	}

	/**
	 * Says where the route was declared.
	 * @return a description for messages
	 */
	public String description() {
		return this.description;
	}

	/**
	 * The name of the session.
	 * @return the name, empty for the default session
	 */
	public String session() {
		return this.session;
	}

	/**
	 * The topics as declared.
	 * @return the filters or templates, without the group
	 */
	public List<String> topics() {
		return this.topics;
	}

	/**
	 * The templates of the topics.
	 * @return the templates in the order of {@link #topics()}, as shared subscriptions
	 * where the route has a group
	 */
	public List<TopicTemplate> templates() {
		return this.templates;
	}

	/**
	 * The effective topic filters.
	 * @return the filters in the order of {@link #topics()}
	 */
	public List<TopicFilter> filters() {
		return this.templates.stream().map(TopicTemplate::filter).toList();
	}

	public int qos() {
		return this.subscription.qos();
	}

	public @Nullable String group() {
		return this.subscription.group();
	}

	public boolean noLocal() {
		return this.subscription.noLocal();
	}

	public boolean retainAsPublished() {
		return this.subscription.retainAsPublished();
	}

	public RetainHandling retainHandling() {
		return this.subscription.retainHandling();
	}

	/**
	 * The number of lanes.
	 * @return a number from 1, or 0 where the route does not say
	 */
	public int concurrency() {
		return this.handling.concurrency();
	}

	public AckMode ackMode() {
		return this.handling.ackMode();
	}

	public OnFailure onFailure() {
		return this.handling.onFailure();
	}

	public boolean autoStartup() {
		return this.handling.autoStartup();
	}

	public MqttRouteHandler handler() {
		return this.handling.handler();
	}

	@Override
	public String toString() {
		return "route '" + this.id + "' " + this.topics;
	}

	/**
	 * Handles deliveries that are settled when the method has returned.
	 */
	@FunctionalInterface
	public interface DeliveryHandler {

		/**
		 * Handles one delivery.
		 * @param delivery the delivery
		 * @throws Exception if the delivery could not be handled
		 */
		void handle(MqttDelivery delivery) throws Exception;

	}

	/**
	 * Handles deliveries that it may settle itself.
	 */
	@FunctionalInterface
	public interface AcknowledgingHandler {

		/**
		 * Handles one delivery.
		 * @param delivery the delivery
		 * @param acknowledgment settles the delivery; only to be used with
		 * {@link AckMode#MANUAL}
		 * @throws Exception if the delivery could not be handled
		 */
		void handle(MqttDelivery delivery, Acknowledgment acknowledgment) throws Exception;

	}

	private record SubscriptionSettings(int qos, @Nullable String group, boolean noLocal, boolean retainAsPublished,
			RetainHandling retainHandling) {
	}

	private record HandlingSettings(int concurrency, AckMode ackMode, OnFailure onFailure, boolean autoStartup,
			MqttRouteHandler handler) {
	}

}
