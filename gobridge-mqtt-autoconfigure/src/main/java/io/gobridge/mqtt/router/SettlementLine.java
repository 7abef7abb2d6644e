package io.gobridge.mqtt.router;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * The unacknowledged packets of one QoS of one epoch, and the order in which their
 * acknowledgements leave. Packets are appended by the wire thread and settled by any.
 */
interface SettlementLine {

	/**
	 * Appends a packet.
	 * @param receipt the packet
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	void append(Receipt receipt);

	/**
	 * A packet of this line has been settled: releases every acknowledgement that may
	 * leave now.
	 * @param receipt the packet, settled exactly once
	 */
	void settled(Receipt receipt);

	/**
	 * How many packets have been appended and not been released.
	 * @return the number of packets that count against our Receive Maximum
	 */
	int unreleased();

	/**
	 * The first packet that has not been settled.
	 * @return the delivery that has waited longest, or {@code null}
	 */
	@Nullable MqttDelivery oldest();

	/**
	 * Visits every packet that has not been released, in order of receipt.
	 * @param visitor told each of them
	 */
	void forEachUnreleased(java.util.function.Consumer<Receipt> visitor);

}
