package io.gobridge.mqtt.router;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * Releases every acknowledgement at once when its packet is settled: for those who prefer
 * no head-of-line blocking to the letter of MQTT 5, section 4.6.
 */
final class SettledOrderLine implements SettlementLine {

	private final AcknowledgementWriter writer;

	private final Set<Receipt> unreleased = ConcurrentHashMap.newKeySet();

	SettledOrderLine(AcknowledgementWriter writer) {
		this.writer = writer;
	}

	@Override
	public void append(Receipt receipt) {
		this.unreleased.add(receipt);
	}

	@Override
	public void settled(Receipt receipt) {
		this.unreleased.remove(receipt);
		this.writer.acknowledge(receipt);
	}

	@Override
	public int unreleased() {
		return this.unreleased.size();
	}

	@Override
	public @Nullable MqttDelivery oldest() {
		MqttDelivery oldest = null;
		for (Receipt receipt : this.unreleased) {
			MqttDelivery delivery = receipt.delivery;
			if (delivery != null && (oldest == null || delivery.receivedAt().isBefore(oldest.receivedAt()))) {
				oldest = delivery;
			}
		}
		return oldest;
	}

	@Override
	public void forEachUnreleased(Consumer<Receipt> visitor) {
		this.unreleased.forEach(visitor);
	}

}
