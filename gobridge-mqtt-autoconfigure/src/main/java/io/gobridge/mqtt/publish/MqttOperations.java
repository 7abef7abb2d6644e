package io.gobridge.mqtt.publish;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

/**
 * Publishes over one session (MQTT 5, sections 3.3, 4.3, 4.4 and 4.9). May be used from
 * any thread, handlers included: the answers of the broker come on a thread of their own,
 * so a handler may wait for the result.
 * <p>
 * Messages leave in the order in which they were accepted, and none overtakes another,
 * also not after a reconnect. Never more QoS 1 and QoS 2 messages are unanswered than the
 * broker's Receive Maximum allows; what is above it, and everything published while there
 * is no connection, waits in a bounded buffer. When that is full the caller waits or is
 * refused, as {@code publish.on-overflow} says.
 * <p>
 * The future ends in every case, at the latest when its timeout has passed or the session
 * stops. Every failure is an {@link MqttPublishException} in the future; the methods
 * themselves throw nothing but {@link NullPointerException} for a missing topic. What is
 * attached to a future runs on the threads of {@link PublishThreads} or the executor that
 * was configured instead.
 * <p>
 * Not guaranteed: messages are kept in memory only, so what the broker has not answered
 * is gone with the process, and a QoS 2 message that the application publishes again
 * after a restart is a new message. A future that ended with a timeout says nothing about
 * the message: see {@link MqttPublishException#isOutcomeUnknown()}.
 */
public interface MqttOperations {

	/**
	 * Publishes with the default options: QoS 1, not retained.
	 * @param topic the topic name, without wildcards
	 * @param payload see {@link #publish(String, Object, PublishOptions)}
	 * @return what the broker said
	 */
	default CompletableFuture<PublishResult> publish(String topic, @Nullable Object payload) {
		return publish(topic, payload, PublishOptions.defaults());
	}

	/**
	 * Publishes one message. At QoS 0 the future completes when the packet was handed to
	 * a connection, at QoS 1 with the PUBACK, at QoS 2 with the PUBCOMP.
	 * <p>
	 * While there is a connection, what its CONNACK does not allow (QoS, retain, packet
	 * size) fails here, before anything is written and without harm to the connection;
	 * messages that waited are checked again when they are sent.
	 * @param topic the topic name, without wildcards
	 * @param payload a {@code byte[]} is sent as it is (a copy of it); a {@code String}
	 * as UTF-8 with the payload format indicator set; {@code null} as an empty payload,
	 * which together with {@link PublishOptions#retain()} clears the retained message;
	 * everything else goes through the message converter, by default to JSON
	 * @param options how to publish
	 * @return what the broker said
	 */
	CompletableFuture<PublishResult> publish(String topic, @Nullable Object payload, PublishOptions options);

}
