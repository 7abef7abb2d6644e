package io.gobridge.mqtt.autoconfigure;

import java.util.List;

import io.gobridge.mqtt.reconcile.DisplacedMessages;
import io.gobridge.mqtt.router.Router;

/**
 * Tells reconciling of the messages of removed filters that the router holds.
 *
 * @param router holds them
 * @param areKept whether there is a dead-letter store
 */
record DisplacedDeliveries(Router router, boolean areKept) implements DisplacedMessages {

	/** How many topics a message for an operator names. */
	private static final int TOPICS = 20;

	@Override
	public List<String> topics() {
		return this.router.displacedTopics(TOPICS);
	}

}
