package io.gobridge.mqtt.router;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import org.jspecify.annotations.Nullable;

/**
 * What a router is connected to.
 *
 * @param recovery where a new connection is asked for
 * @param orphans hears of deliveries that nothing wants
 * @param observations watches the handlers
 * @param deadLetters keeps what could not be handled, or {@code null} where nothing does
 * @param deadLetterListener hears of dead letters
 */
public record RouterPorts(RecoveryRequests recovery, OrphanListener orphans, ReceiveObservations observations,
		@Nullable DeadLetterStore deadLetters, DeadLetterListener deadLetterListener) {

	/**
	 * Creates the ports of a router that keeps no dead letters and is not observed.
	 * @param recovery where a new connection is asked for
	 * @param orphans hears of deliveries that nothing wants
	 * @return the ports
	 */
	public static RouterPorts of(RecoveryRequests recovery, OrphanListener orphans) {
		return new RouterPorts(recovery, orphans, ReceiveObservations.NONE, null, (deadLetter) -> {
		});
	}

}
