package io.gobridge.mqtt.deadletter;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.publish.PublishOptions;
import io.gobridge.mqtt.publish.PublishResult;
import io.gobridge.mqtt.store.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Publishes dead letters to a topic at QoS 1. A write completes when the broker has
 * acknowledged the message and did not say that nobody is subscribed, for then it has
 * thrown it away (reason code 0x10; MQTT 5, section 3.4.2.1). A broker need not say so:
 * keeping the messages is up to whoever is subscribed.
 * <p>
 * The payload and the properties of the message are sent as they are, except its expiry
 * interval, which would let the broker discard it. What else is known follows in user
 * properties whose names begin with {@value #PREFIX}. What was published can not be
 * listed, read or deleted here.
 */
public final class TopicDeadLetterStore implements DeadLetterStore {

	/** What the names of the added user properties begin with. */
	public static final String PREFIX = "dead-letter-";

	private final String topic;

	private final MqttOperations operations;

	/**
	 * Creates a store.
	 * @param topic the topic name
	 * @param operations what publishes
	 */
	public TopicDeadLetterStore(String topic, MqttOperations operations) {
		this.topic = topic;
		this.operations = operations;
	}

	@Override
	public CompletableFuture<Void> write(DeadLetter deadLetter) {
		return this.operations.publish(this.topic, deadLetter.delivery().payload(), options(deadLetter))
			.thenAccept(this::requireSubscriber);
	}

	private void requireSubscriber(PublishResult result) {
		if (!result.matchedSubscribers()) {
			throw new StoreException(StoreException.Kind.UNAVAILABLE, "on the topic '" + this.topic + "'",
					"has no subscriber, so the broker does not keep the dead letter",
					"Subscribe to the topic, with a durable session.", null);
		}
	}

	private static PublishOptions options(DeadLetter deadLetter) {
		MqttDelivery delivery = deadLetter.delivery();
		return PublishOptions.builder()
			.qos(1)
			.contentType(delivery.contentType())
			.responseTopic(delivery.responseTopic())
			.correlationData(delivery.correlationData())
			.payloadIsUtf8(delivery.payloadIsUtf8())
			.userProperties(userProperties(deadLetter))
			.build();
	}

	private static UserProperties userProperties(DeadLetter deadLetter) {
		DeadLetterMetadata metadata = deadLetter.metadata();
		Duration expiry = deadLetter.delivery().messageExpiry();
		UserProperties properties = deadLetter.delivery().userProperties();
		properties = properties.and(PREFIX + "id", metadata.id());
		properties = properties.and(PREFIX + "code", metadata.code().name());
		properties = properties.and(PREFIX + "session", metadata.session());
		properties = and(properties, "route", metadata.route());
		properties = properties.and(PREFIX + "topic", metadata.topic());
		properties = and(properties, "removed-filter", metadata.removedFilter());
		properties = properties.and(PREFIX + "qos", Integer.toString(metadata.qos()));
		properties = properties.and(PREFIX + "retained", Boolean.toString(metadata.retained()));
		properties = and(properties, "message-expiry", (expiry != null) ? Long.toString(expiry.toSeconds()) : null);
		properties = and(properties, "exception-class", metadata.exceptionClass());
		properties = and(properties, "exception-message", printable(metadata.exceptionMessage()));
		properties = properties.and(PREFIX + "attempts", Integer.toString(metadata.attempts()));
		properties = properties.and(PREFIX + "received-at", metadata.receivedAt().toString());
		return properties.and(PREFIX + "failed-at", metadata.failedAt().toString());
	}

	private static UserProperties and(UserProperties properties, String name, @Nullable String value) {
		return (value != null) ? properties.and(PREFIX + name, value) : properties;
	}

	/**
	 * A broker may refuse control characters and what is no character (MQTT 5, section
	 * 1.5.4).
	 */
	private static @Nullable String printable(@Nullable String text) {
		if (text == null) {
			return null;
		}
		StringBuilder printable = new StringBuilder(text.length());
		text.codePoints()
			.forEach((c) -> printable.appendCodePoint(
					(Character.isISOControl(c) || (c & 0xFFFE) == 0xFFFE || c >= 0xFDD0 && c <= 0xFDEF) ? ' ' : c));
		return printable.toString();
	}

	@Override
	public List<DeadLetterMetadata> list(@Nullable String after, int limit) {
		return List.of();
	}

	@Override
	public Optional<DeadLetter> find(String id) {
		throw unsupported();
	}

	@Override
	public boolean delete(String id) {
		throw unsupported();
	}

	@Override
	public long count() {
		return 0;
	}

	private UnsupportedOperationException unsupported() {
		return new UnsupportedOperationException("Dead letters are published to the topic '" + this.topic
				+ "' and not kept here. Read them there, or set gobridge.mqtt.dead-letter.store to embedded or jdbc.");
	}

}
