package io.gobridge.mqtt.router;

import io.gobridge.mqtt.session.ConnectionEpoch;

/**
 * In which order acknowledgements leave.
 */
public enum AckOrder {

	/** In the order of receipt, per QoS (MQTT 5, section 4.6). */
	RECEIVED {

		@Override
		SettlementLine line(ConnectionEpoch epoch, AcknowledgementWriter writer) {
			return new ReceiptOrderLine(writer, epoch);
		}

	},

	/** As soon as each packet is settled. */
	SETTLED {

		@Override
		SettlementLine line(ConnectionEpoch epoch, AcknowledgementWriter writer) {
			return new SettledOrderLine(writer);
		}

	};

	abstract SettlementLine line(ConnectionEpoch epoch, AcknowledgementWriter writer);

}
