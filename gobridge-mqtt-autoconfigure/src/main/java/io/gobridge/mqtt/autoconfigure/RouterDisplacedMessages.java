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
record RouterDisplacedMessages(Router router, boolean areKept) implements DisplacedMessages {

	@Override
	public List<String> topics() {
		return this.router.displacedTopics();
	}

	@Override
	public long settled() {
		return this.router.displacedSettled();
	}

}
