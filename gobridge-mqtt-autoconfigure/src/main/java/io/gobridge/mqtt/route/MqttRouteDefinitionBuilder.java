package io.gobridge.mqtt.route;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.topic.InvalidTopicFilterException;
import io.gobridge.mqtt.topic.InvalidTopicTemplateException;
import io.gobridge.mqtt.topic.TopicFilter;
import io.gobridge.mqtt.topic.TopicTemplate;

/**
 * Builds a {@link MqttRouteDefinition}. Only a topic and a handler are required. Not safe
 * for several threads.
 */
public final class MqttRouteDefinitionBuilder {

	private static final Logger logger = LoggerFactory.getLogger(MqttRouteDefinitionBuilder.class);

	final String id;

	final List<String> topics = new ArrayList<>();

	@Nullable String description;

	String session = "";

	int qos = 1;

	@Nullable String group;

	boolean noLocal;

	boolean retainAsPublished;

	RetainHandling retainHandling = RetainHandling.DEFAULT;

	int concurrency;

	AckMode ackMode = AckMode.AUTO;

	OnFailure onFailure = OnFailure.DEFAULT;

	boolean autoStartup = true;

	private @Nullable MqttRouteHandler handler;

	MqttRouteDefinitionBuilder(String id) {
		this.id = id;
	}

	/**
	 * Adds topic filters or templates.
	 * @param topics the filters or templates
	 * @return this
	 * @see MqttRoute#topic()
	 */
	public MqttRouteDefinitionBuilder topic(String... topics) {
		this.topics.addAll(List.of(topics));
		return this;
	}

	/**
	 * Says where the route is declared, for messages.
	 * @param description a description
	 * @return this
	 */
	public MqttRouteDefinitionBuilder description(String description) {
		this.description = description;
		return this;
	}

	/**
	 * Sets the session, by default the default session.
	 * @param session the name of the session
	 * @return this
	 */
	public MqttRouteDefinitionBuilder session(String session) {
		this.session = session;
		return this;
	}

	/**
	 * Sets the maximum quality of service, by default 1.
	 * @param qos 0, 1 or 2
	 * @return this
	 */
	public MqttRouteDefinitionBuilder qos(int qos) {
		this.qos = qos;
		return this;
	}

	/**
	 * Makes the subscriptions shared ones.
	 * @param group the name of the group, empty or {@code null} for none
	 * @return this
	 */
	public MqttRouteDefinitionBuilder group(@Nullable String group) {
		this.group = (group == null || group.isEmpty()) ? null : group;
		return this;
	}

	/**
	 * Sets No Local.
	 * @param noLocal whether to leave out what this session has published
	 * @return this
	 */
	public MqttRouteDefinitionBuilder noLocal(boolean noLocal) {
		this.noLocal = noLocal;
		return this;
	}

	/**
	 * Sets Retain As Published.
	 * @param retainAsPublished whether the RETAIN flag stays as published
	 * @return this
	 */
	public MqttRouteDefinitionBuilder retainAsPublished(boolean retainAsPublished) {
		this.retainAsPublished = retainAsPublished;
		return this;
	}

	/**
	 * Sets whether retained messages are sent.
	 * @param retainHandling the retain handling
	 * @return this
	 */
	public MqttRouteDefinitionBuilder retainHandling(RetainHandling retainHandling) {
		this.retainHandling = retainHandling;
		return this;
	}

	/**
	 * Sets how many deliveries may be handled at the same time.
	 * @param concurrency a number from 1
	 * @return this
	 */
	public MqttRouteDefinitionBuilder concurrency(int concurrency) {
		require(concurrency >= 1, "concurrency must be at least 1, not " + concurrency);
		this.concurrency = concurrency;
		return this;
	}

	/**
	 * Sets who settles.
	 * @param ackMode the acknowledge mode
	 * @return this
	 */
	public MqttRouteDefinitionBuilder ackMode(AckMode ackMode) {
		this.ackMode = ackMode;
		return this;
	}

	/**
	 * Sets what becomes of deliveries that failed for good.
	 * @param onFailure the policy
	 * @return this
	 */
	public MqttRouteDefinitionBuilder onFailure(OnFailure onFailure) {
		this.onFailure = onFailure;
		return this;
	}

	/**
	 * Sets whether the route handles deliveries from the start, or is paused until it is
	 * resumed.
	 * @param autoStartup whether to handle deliveries from the start
	 * @return this
	 */
	public MqttRouteDefinitionBuilder autoStartup(boolean autoStartup) {
		this.autoStartup = autoStartup;
		return this;
	}

	/**
	 * Sets the handler.
	 * @param handler handles deliveries before it returns
	 * @return this
	 */
	public MqttRouteDefinitionBuilder handler(MqttRouteDefinition.DeliveryHandler handler) {
		return asyncHandler((delivery, acknowledgment) -> {
			handler.handle(delivery);
			return null;
		});
	}

	/**
	 * Sets the handler.
	 * @param handler handles deliveries, and settles them with {@link AckMode#MANUAL}
	 * @return this
	 */
	public MqttRouteDefinitionBuilder handler(MqttRouteDefinition.AcknowledgingHandler handler) {
		return asyncHandler((delivery, acknowledgment) -> {
			handler.handle(delivery, acknowledgment);
			return null;
		});
	}

	/**
	 * Sets the handler.
	 * @param handler handles deliveries, and returns a stage where that takes longer than
	 * the call
	 * @return this
	 */
	public MqttRouteDefinitionBuilder asyncHandler(MqttRouteHandler handler) {
		this.handler = handler;
		return this;
	}

	/**
	 * Checks and builds the definition.
	 * @return the definition
	 * @throws InvalidRouteException if something required is missing, a topic is not
	 * valid, or No Local is combined with a shared subscription
	 */
	public MqttRouteDefinition build() {
		require(!this.id.isBlank(), "it has no id");
		require(!this.topics.isEmpty(), "it has no topic");
		require(this.qos >= 0 && this.qos <= 2, "qos must be 0, 1 or 2, not " + this.qos);
		MqttRouteHandler handler = this.handler;
		if (handler == null) {
			throw invalid("it has no handler", null);
		}
		List<TopicTemplate> templates = templates();
		boolean shared = templates.stream().anyMatch((template) -> template.filter().isShared());
		// MQTT 5, 3.8.3.1: a protocol error, for which the broker would close the
		// connection of all routes, and again after each reconnect.
		require(!(shared && this.noLocal), "noLocal is a protocol error on a shared subscription");
		if (shared && this.retainHandling != RetainHandling.DEFAULT) {
			logger.warn("MQTT route {}: retainHandling {} is set on a shared subscription, for which brokers"
					+ " need not send retained messages at all", describe(), this.retainHandling);
		}
		return new MqttRouteDefinition(this, templates, handler);
	}

	List<TopicTemplate> templates() {
		return this.topics.stream().map(this::template).toList();
	}

	private TopicTemplate template(String topic) {
		try {
			TopicTemplate template = TopicTemplate.of(topic);
			if (this.group == null) {
				return template;
			}
			require(!template.filter().isShared(),
					"topic '" + topic + "' names a group of its own beside group '" + this.group + "'");
			// Checks the group by itself: in the complete text a slash would end it.
			TopicFilter.shared(this.group, template.filter().value());
			return TopicTemplate.of("$share/" + this.group + "/" + topic);
		}
		catch (InvalidTopicFilterException | InvalidTopicTemplateException ex) {
			throw invalid(String.valueOf(ex.getMessage()), ex);
		}
	}

	private void require(boolean condition, String otherwise) {
		if (!condition) {
			throw invalid(otherwise, null);
		}
	}

	private InvalidRouteException invalid(String reason, @Nullable Throwable cause) {
		return new InvalidRouteException(describe(), reason, cause);
	}

	String describe() {
		return (this.description != null) ? "'" + this.id + "' " + this.description : "'" + this.id + "'";
	}

}
