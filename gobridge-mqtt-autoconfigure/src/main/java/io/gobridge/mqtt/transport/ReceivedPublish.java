package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import org.jspecify.annotations.Nullable;

/**
 * One PUBLISH packet as it was received. The properties were checked when it was read and
 * are decoded when they are first asked for: most handlers never do.
 */
final class ReceivedPublish implements MqttDelivery {

	static final int[] NO_IDENTIFIERS = {};

	static final byte[] NO_BYTES = {};

	private final String session;

	private final String topic;

	private final byte[] payload;

	private final int header;

	private final long receivedAt;

	private final int[] subscriptionIdentifiers;

	private final byte[] propertyBytes;

	/**
	 * Without volatile: two threads may decode at the same time, both get the same
	 * properties, and what they find in its final fields is complete.
	 */
	private @Nullable PublishProperties properties;

	/**
	 * Takes a checked packet apart from its properties.
	 * @param session the name of the session
	 * @param topic the topic name
	 * @param payload the payload
	 * @param header the first byte of the packet: DUP, QoS and RETAIN
	 * @param receivedAt when it came, in milliseconds since the epoch
	 * @param subscriptionIdentifiers the subscription identifiers
	 * @param propertyBytes the properties without their length, empty where none but
	 * subscription identifiers came
	 */
	ReceivedPublish(String session, String topic, byte[] payload, int header, long receivedAt,
			int[] subscriptionIdentifiers, byte[] propertyBytes) {
		this.session = session;
		this.topic = topic;
		this.payload = payload;
		this.header = header;
		this.receivedAt = receivedAt;
		this.subscriptionIdentifiers = subscriptionIdentifiers;
		this.propertyBytes = propertyBytes;
	}

	@Override
	public String topic() {
		return this.topic;
	}

	@Override
	public byte[] payload() {
		return this.payload;
	}

	@Override
	public int qos() {
		return (this.header >> 1) & 0x3;
	}

	@Override
	public boolean retained() {
		return (this.header & 0x1) != 0;
	}

	@Override
	public boolean duplicate() {
		return (this.header & 0x8) != 0;
	}

	@Override
	public @Nullable String contentType() {
		return properties().contentType;
	}

	@Override
	public @Nullable String responseTopic() {
		return properties().responseTopic;
	}

	@Override
	public byte @Nullable [] correlationData() {
		return properties().correlationData;
	}

	@Override
	public @Nullable Duration messageExpiry() {
		return properties().messageExpiry;
	}

	@Override
	public boolean payloadIsUtf8() {
		return properties().payloadIsUtf8;
	}

	@Override
	public UserProperties userProperties() {
		return properties().userProperties;
	}

	@Override
	public List<Integer> subscriptionIdentifiers() {
		int[] identifiers = this.subscriptionIdentifiers;
		if (identifiers.length == 0) {
			return List.of();
		}
		List<Integer> list = new ArrayList<>(identifiers.length);
		for (int identifier : identifiers) {
			list.add(identifier);
		}
		return Collections.unmodifiableList(list);
	}

	@Override
	public String session() {
		return this.session;
	}

	@Override
	public Instant receivedAt() {
		return Instant.ofEpochMilli(this.receivedAt);
	}

	private PublishProperties properties() {
		if (this.propertyBytes.length == 0) {
			return PublishProperties.NONE;
		}
		PublishProperties decoded = this.properties;
		if (decoded == null) {
			decoded = PublishProperties.decode(this.propertyBytes);
			this.properties = decoded;
		}
		return decoded;
	}

	/**
	 * Names topic, QoS and size, never the payload.
	 */
	@Override
	public String toString() {
		return "MqttDelivery[" + this.topic + ", qos=" + qos() + ", " + this.payload.length + " bytes]";
	}

}
