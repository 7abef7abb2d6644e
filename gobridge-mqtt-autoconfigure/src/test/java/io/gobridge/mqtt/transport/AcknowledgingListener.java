package io.gobridge.mqtt.transport;

import java.util.Objects;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.BrokerConnection;
import org.jspecify.annotations.Nullable;

/**
 * Settles everything at once, on the reader.
 */
class AcknowledgingListener extends RecordingListener {

	volatile @Nullable BrokerConnection connection;

	BrokerConnection connection() {
		return Objects.requireNonNull(this.connection);
	}

	@Override
	public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
		super.publish(delivery, packetId, subscriptionIdentifiers);
		if (delivery.qos() == 1) {
			connection().pubAck(packetId, 0);
		}
		else if (delivery.qos() == 2) {
			connection().pubRec(packetId, 0);
		}
	}

	@Override
	public void released(int packetId) {
		super.released(packetId);
		connection().pubComp(packetId, 0);
	}

	@Override
	public void answered(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString) {
		super.answered(kind, packetId, reasonCode, reasonString);
		if (kind == PublishAnswer.PUBREC && reasonCode < 0x80) {
			connection().pubRel(packetId);
		}
	}

}
