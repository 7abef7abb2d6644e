package io.gobridge.mqtt.reconcile;

/**
 * The first delivery on a topic that nobody wants. Known by identity.
 */
final class UnwantedDelivery {

	private final String topic;

	private final int[] subscriptionIdentifiers;

	UnwantedDelivery(String topic, int[] subscriptionIdentifiers) {
		this.topic = topic;
		this.subscriptionIdentifiers = subscriptionIdentifiers;
	}

	String topic() {
		return this.topic;
	}

	int[] subscriptionIdentifiers() {
		return this.subscriptionIdentifiers;
	}

}
