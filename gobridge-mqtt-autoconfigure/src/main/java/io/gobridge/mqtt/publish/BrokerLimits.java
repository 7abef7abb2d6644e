package io.gobridge.mqtt.publish;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;

/**
 * What a CONNACK does not allow (MQTT 5, section 3.2.2.3). A broker ends the connection
 * over a message that breaks one of these, and again when it is resent, so none is sent.
 *
 * @param connection knows the size of a packet
 * @param connAck the limits
 */
record BrokerLimits(BrokerConnection connection, ConnAck connAck) {

	/**
	 * Holds a message against the limits, once for each CONNACK.
	 * @param pending the message
	 * @return why it must not be sent, or {@code null}
	 */
	@Nullable MqttPublishException check(PendingPublish pending) {
		if (pending.checkedAgainst == this.connAck) {
			return null;
		}
		String problem = problem(pending.publish);
		if (problem != null) {
			return new MqttPublishException(MqttPublishException.Kind.LIMIT, pending.topic(),
					"A message to '" + PublishSyntax.quoted(pending.topic()) + "' was not sent: " + problem,
					pending.connections > 0, null);
		}
		pending.checkedAgainst = this.connAck;
		return null;
	}

	private @Nullable String problem(OutboundPublish publish) {
		if (publish.qos() > this.connAck.maximumQos()) {
			return "its QoS " + publish.qos() + " is above the broker's Maximum QoS " + this.connAck.maximumQos();
		}
		if (publish.retain() && !this.connAck.retainAvailable()) {
			return "the broker does not keep retained messages";
		}
		Long maximum = this.connAck.maximumPacketSize();
		if (maximum != null) {
			int size = this.connection.sizeOf(publish);
			if (size > maximum) {
				return "its packet of " + size + " bytes is above the broker's Maximum Packet Size of " + maximum
						+ " bytes";
			}
		}
		return null;
	}

}
