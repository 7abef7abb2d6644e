package io.gobridge.mqtt.session;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * Told what comes over one connection. All methods but {@link #closed} are called by the
 * one thread that reads the connection, in the order of the packets, and must return
 * promptly without waiting for anything.
 */
public interface ConnectionListener {

	/**
	 * The broker accepted the connection. Comes before anything that the broker sends
	 * behind its CONNACK.
	 * @param ack what the broker said
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	void connected(ConnAck ack);

	/**
	 * A PUBLISH packet within all caps.
	 * @param delivery the message
	 * @param packetId the packet identifier, 0 at QoS 0
	 * @param subscriptionIdentifiers the subscription identifiers, empty for none, never
	 * changed by anyone
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers);

	/**
	 * A PUBLISH packet that MQTT allows and our caps do not. It must be acknowledged and
	 * dropped, or it would come back for ever.
	 * @param kind which cap it is over
	 * @param qos the quality of service
	 * @param packetId the packet identifier, 0 at QoS 0
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	void poison(Poison kind, int qos, int packetId);

	/**
	 * A PUBREL packet: the broker will not send that QoS 2 message again.
	 * @param packetId the packet identifier
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	void released(int packetId);

	/**
	 * A PUBACK, PUBREC or PUBCOMP packet, an answer to something we published.
	 * @param kind which of the three
	 * @param packetId the packet identifier
	 * @param reasonCode the reason code, 0 where the packet had none
	 * @param reasonString the reason string, or {@code null}
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	void answered(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString);

	/**
	 * There is room in the outbound buffer again after
	 * {@link BrokerConnection#publish(OutboundPublish, int, boolean)} had refused.
	 */
	void writable();

	/**
	 * The connection, or the attempt at one, has ended. Called exactly once, as the last
	 * call, by any thread of the engine, also after {@link BrokerConnection#close}.
	 * @param reason why it ended
	 */
	void closed(Disconnection reason);

	/**
	 * Which cap of ours a packet was over.
	 */
	enum Poison {

		/** The payload was larger than {@code session.max-payload-size}. */
		PAYLOAD,

		/** There were more than 128 user properties. */
		USER_PROPERTIES,

		/** Topic and properties together were larger than 128 KiB. */
		METADATA

	}

	/**
	 * The kinds of answer to an outbound PUBLISH.
	 */
	enum PublishAnswer {

		/** PUBACK: the end of a QoS 1 publish. */
		PUBACK,

		/** PUBREC: the first answer to a QoS 2 publish, the last if it is an error. */
		PUBREC,

		/** PUBCOMP: the end of a QoS 2 publish. */
		PUBCOMP

	}

}
