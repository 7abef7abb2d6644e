package io.gobridge.mqtt.message;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One inbound PUBLISH packet (MQTT 5, section 3.3). Immutable but for the arrays, which
 * are handed out without a copy and must not be changed. May be read from any thread and
 * kept as long as needed, also after it was settled.
 */
public interface MqttDelivery {

	/**
	 * The topic name exactly as published, never with a {@code $share} prefix.
	 * @return the topic name
	 */
	String topic();

	/**
	 * The payload, empty where none was sent.
	 * @return the payload, not copied
	 */
	byte[] payload();

	/**
	 * The quality of service the packet was delivered with: 0, 1 or 2.
	 * @return the quality of service
	 */
	int qos();

	/**
	 * Whether the packet carried the RETAIN flag.
	 * @return whether it was sent because of a retained message
	 */
	boolean retained();

	/**
	 * Whether the packet carried the DUP flag: the broker has tried to deliver it before.
	 * @return whether it may have been delivered before
	 */
	boolean duplicate();

	/**
	 * The content type property.
	 * @return the content type, or {@code null}
	 */
	@Nullable String contentType();

	/**
	 * The response topic property.
	 * @return the response topic, or {@code null}
	 */
	@Nullable String responseTopic();

	/**
	 * The correlation data property.
	 * @return the correlation data, not copied, or {@code null}
	 */
	byte @Nullable [] correlationData();

	/**
	 * What was left of the message expiry interval when the broker sent the packet.
	 * @return the remaining life time, or {@code null} where the message does not expire
	 */
	@Nullable Duration messageExpiry();

	/**
	 * Whether the publisher declared the payload to be UTF-8 text (payload format
	 * indicator 1). The engine does not verify it.
	 * @return whether the payload was declared to be UTF-8
	 */
	boolean payloadIsUtf8();

	/**
	 * The user properties in the order of the packet.
	 * @return the user properties, never {@code null}
	 */
	UserProperties userProperties();

	/**
	 * The identifiers of the subscriptions that the broker sent this packet for.
	 * @return the identifiers in the order of the packet, empty where there are none
	 */
	List<Integer> subscriptionIdentifiers();

	/**
	 * The name of the session that received the packet.
	 * @return the name of the session
	 */
	String session();

	/**
	 * When the packet was read from the socket.
	 * @return the time of receipt
	 */
	Instant receivedAt();

}
