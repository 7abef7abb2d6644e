package io.gobridge.mqtt.router;

import io.gobridge.mqtt.session.ConnectionEpoch;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ReceiptTests {

	private final ConnectionEpoch epoch = new RecordedConnection().epoch(1, false);

	private final SettlementLine line = AckOrder.SETTLED.line(this.epoch, (receipt) -> {
	});

	/** A lane may have looked whether the packet is stale a moment before. */
	@Test
	void noHandlerBeginsWithWhatTheBrokerDeliversAgain() {
		Receipt waiting = new Receipt(this.epoch, 1, this.line, null);
		Receipt begun = new Receipt(this.epoch, 2, this.line, null);
		assertThat(begun.claim()).isTrue();
		this.epoch.retire();
		assertThat(waiting.claim()).isFalse();
		assertThat(begun.claim()).as("another route of the same packet").isTrue();
		assertThat(begun.purge()).isFalse();
		assertThat(waiting.purge()).isTrue();
	}

}
