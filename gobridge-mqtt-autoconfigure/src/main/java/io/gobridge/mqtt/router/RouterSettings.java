package io.gobridge.mqtt.router;

import java.time.Duration;

import io.gobridge.mqtt.route.OnFailure;

/**
 * How a session routes and settles.
 *
 * @param session the name of the session
 * @param durable whether the broker keeps the session between connections
 * @param receiveMaximum how many unacknowledged QoS 1 and QoS 2 packets are taken
 * @param maxHeldBytes how much of what a broker sends to a durable session beyond that is
 * held in memory, in bytes
 * @param ackOrder in which order acknowledgements leave
 * @param onFailure what happens to a message whose handler has failed for good, where the
 * route does not say
 * @param unmatchedGrace how long routes may appear after a connection is up before what
 * nothing wants is dropped
 * @param retry how often and how fast a failed handler is tried again
 */
public record RouterSettings(String session, boolean durable, int receiveMaximum, long maxHeldBytes, AckOrder ackOrder,
		OnFailure onFailure, Duration unmatchedGrace, Retry retry) {

	/**
	 * Retry in place.
	 *
	 * @param maxRetries how many times after the first attempt, 0 for none
	 * @param initialInterval the delay before the first retry
	 * @param multiplier by what the delay grows
	 * @param maxInterval the longest delay
	 */
	public record Retry(int maxRetries, Duration initialInterval, double multiplier, Duration maxInterval) {
	}

}
