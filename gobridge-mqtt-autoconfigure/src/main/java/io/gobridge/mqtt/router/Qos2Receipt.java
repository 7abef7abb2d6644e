package io.gobridge.mqtt.router;

import java.util.function.BiConsumer;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.ConnectionEpoch;

/**
 * A QoS 2 packet: what becomes of it decides about its exchange.
 */
final class Qos2Receipt extends Receipt {

	private final Qos2Exchange exchange;

	private final BiConsumer<Qos2Receipt, Qos2Exchange> whenLeft;

	Qos2Receipt(ConnectionEpoch epoch, int packetId, SettlementLine line, MqttDelivery delivery, Qos2Exchange exchange,
			BiConsumer<Qos2Receipt, Qos2Exchange> whenLeft) {
		super(epoch, packetId, line, delivery);
		this.exchange = exchange;
		this.whenLeft = whenLeft;
	}

	@Override
	void settled() {
		this.exchange.handled();
	}

	@Override
	void left() {
		this.whenLeft.accept(this, this.exchange);
	}

}
