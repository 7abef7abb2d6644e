package io.gobridge.mqtt.actuate;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.deadletter.DeadLetter;

/**
 * Gives a dead letter to the handler of its route once more.
 */
@FunctionalInterface
public interface Redrive {

	/**
	 * Calls the handler that the route has now, once, on its lane. Does not block, and
	 * touches no store.
	 * @param deadLetter the dead letter
	 * @return completes when it was handled; fails with what the handler threw, or where
	 * there is no such route any more
	 */
	CompletableFuture<Void> redrive(DeadLetter deadLetter);

}
