package io.gobridge.mqtt.router;

import io.gobridge.mqtt.deadletter.DeadLetterMetadata;

/**
 * Hears of dead letters.
 */
@FunctionalInterface
public interface DeadLetterListener {

	/**
	 * A dead letter is durable. Called by a thread of the store: must return at once.
	 * @param deadLetter what was written
	 */
	void deadLettered(DeadLetterMetadata deadLetter);

}
