package io.gobridge.mqtt.autoconfigure;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.reconcile.UnknownHistory;

/**
 * What is remembered of the subscriptions of a durable session.
 */
final class LedgerProperties {

	/**
	 * Where a durable session remembers what it has subscribed to.
	 */
	private LedgerStorage store = LedgerStorage.EMBEDDED;

	/**
	 * Exact filters that an older installation left at the broker, where there is no
	 * history yet.
	 */
	private final List<String> baseline = new ArrayList<>();

	/**
	 * What to do where the broker has a session and there is no history of it: fail, or
	 * one clean start, which loses the messages that wait at the broker.
	 */
	private UnknownHistory unknownHistory = UnknownHistory.FAIL;

	public LedgerStorage getStore() {
		return this.store;
	}

	public void setStore(LedgerStorage store) {
		this.store = store;
	}

	public List<String> getBaseline() {
		return this.baseline;
	}

	public UnknownHistory getUnknownHistory() {
		return this.unknownHistory;
	}

	public void setUnknownHistory(UnknownHistory unknownHistory) {
		this.unknownHistory = unknownHistory;
	}

}
