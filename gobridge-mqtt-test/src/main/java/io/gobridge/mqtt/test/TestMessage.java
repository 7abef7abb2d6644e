package io.gobridge.mqtt.test;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.services.builder.PublishBuilder;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.topic.TopicNames;
import org.jspecify.annotations.Nullable;

import org.springframework.util.Assert;

/**
 * A message for {@link MqttTestBroker#publish(TestMessage)}: without further ado with an
 * empty payload and QoS 1, and not retained. Not for use by several threads at once.
 */
public final class TestMessage {

	private final String topic;

	private byte[] payload = new byte[0];

	private int qos = 1;

	private boolean retained;

	private @Nullable String contentType;

	private @Nullable String responseTopic;

	private byte @Nullable [] correlationData;

	private @Nullable Duration expiry;

	private UserProperties userProperties = UserProperties.empty();

	private TestMessage(String topic) {
		this.topic = topic;
	}

	/**
	 * A message to a topic.
	 * @param topic the topic name
	 * @return the message
	 * @throws IllegalArgumentException when that is no topic name
	 */
	public static TestMessage to(String topic) {
		TopicNames.validate(topic);
		return new TestMessage(topic);
	}

	public TestMessage payload(String payload) {
		return payload(payload.getBytes(StandardCharsets.UTF_8));
	}

	public TestMessage payload(byte[] payload) {
		this.payload = payload.clone();
		return this;
	}

	/**
	 * Sets the QoS. A subscriber gets the message with the lower one of this and the QoS
	 * that it was granted.
	 * @param qos 0, 1 or 2
	 * @return this message
	 */
	public TestMessage qos(int qos) {
		Assert.isTrue(qos >= 0 && qos <= 2, () -> "Not a QoS: " + qos);
		this.qos = qos;
		return this;
	}

	/**
	 * Lets the broker keep the message for subscriptions to come; one with an empty
	 * payload removes what it has kept.
	 * @return this message
	 */
	public TestMessage retained() {
		this.retained = true;
		return this;
	}

	public TestMessage contentType(String contentType) {
		this.contentType = contentType;
		return this;
	}

	public TestMessage responseTopic(String responseTopic) {
		this.responseTopic = responseTopic;
		return this;
	}

	public TestMessage correlationData(byte[] correlationData) {
		this.correlationData = correlationData.clone();
		return this;
	}

	/**
	 * Lets the broker drop the message when it could not deliver it in time.
	 * @param expiry the time, in whole seconds
	 * @return this message
	 */
	public TestMessage expiry(Duration expiry) {
		this.expiry = expiry;
		return this;
	}

	public TestMessage userProperty(String name, String value) {
		this.userProperties = this.userProperties.and(name, value);
		return this;
	}

	void applyTo(PublishBuilder builder) {
		builder.topic(this.topic)
			.payload(ByteBuffer.wrap(this.payload))
			.qos(Qos.valueOf(this.qos))
			.retain(this.retained)
			.contentType(this.contentType)
			.responseTopic(this.responseTopic)
			.correlationData((this.correlationData != null) ? ByteBuffer.wrap(this.correlationData) : null);
		if (this.expiry != null) {
			builder.messageExpiryInterval(this.expiry.toSeconds());
		}
		this.userProperties.forEach((property) -> builder.userProperty(property.name(), property.value()));
	}

}
