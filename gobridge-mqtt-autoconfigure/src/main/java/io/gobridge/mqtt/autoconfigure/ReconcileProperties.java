package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;

/**
 * How the broker is asked for subscriptions.
 */
final class ReconcileProperties {

	/**
	 * How long the broker may take for all answers to one reconciliation.
	 */
	private Duration timeout = Duration.ofSeconds(30);

	/**
	 * How many filters go into one SUBSCRIBE packet where the broker has no subscription
	 * identifiers, and into one UNSUBSCRIBE.
	 */
	private int maxFiltersPerPacket = 8;

	/**
	 * How long the removal of the subscription behind a message that nobody wants may
	 * take, on an ephemeral session.
	 */
	private Duration orphanUnsubscribeTimeout = Duration.ofSeconds(10);

	/**
	 * How often the broker is asked again for the QoS that is wanted, once a lower one
	 * was accepted. At least 1m, or 0 to ask on new connections only.
	 */
	private Duration qosRecheckInterval = Duration.ofHours(1);

	public Duration getTimeout() {
		return this.timeout;
	}

	public void setTimeout(Duration timeout) {
		this.timeout = timeout;
	}

	public int getMaxFiltersPerPacket() {
		return this.maxFiltersPerPacket;
	}

	public void setMaxFiltersPerPacket(int maxFiltersPerPacket) {
		this.maxFiltersPerPacket = maxFiltersPerPacket;
	}

	public Duration getOrphanUnsubscribeTimeout() {
		return this.orphanUnsubscribeTimeout;
	}

	public void setOrphanUnsubscribeTimeout(Duration orphanUnsubscribeTimeout) {
		this.orphanUnsubscribeTimeout = orphanUnsubscribeTimeout;
	}

	public Duration getQosRecheckInterval() {
		return this.qosRecheckInterval;
	}

	public void setQosRecheckInterval(Duration qosRecheckInterval) {
		this.qosRecheckInterval = qosRecheckInterval;
	}

}
