package io.gobridge.mqtt.route;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.SettlementResult;

/**
 * An acknowledgment of a test, which is never written anywhere.
 */
final class TestAcknowledgment implements Acknowledgment {

	@Override
	public CompletableFuture<SettlementResult> acknowledge() {
		return CompletableFuture.completedFuture(SettlementResult.WRITTEN);
	}

	@Override
	public CompletableFuture<SettlementResult> reject(String reason) {
		return CompletableFuture.completedFuture(SettlementResult.WRITTEN);
	}

	@Override
	public CompletableFuture<SettlementResult> redeliver() {
		return CompletableFuture.completedFuture(SettlementResult.WRITTEN);
	}

}
