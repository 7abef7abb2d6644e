package io.gobridge.mqtt.reconcile;

import java.time.Duration;

/**
 * How the broker is asked for subscriptions.
 *
 * @param session the name of the session
 * @param durable whether the broker keeps the session between connections
 * @param timeout how long all answers to one reconciliation may take
 * @param maxFiltersPerPacket how many filters go into one packet where the broker has no
 * subscription identifiers, and into an UNSUBSCRIBE
 * @param unmatchedGrace how long deliveries of a removed filter are expected
 * @param orphanUnsubscribeTimeout how long the removal of what orphans come from may
 * take, waiting included
 * @param qosRecheckInterval how long a lower QoS is left alone once it was accepted; zero
 * for the whole connection
 */
public record ReconcileSettings(String session, boolean durable, Duration timeout, int maxFiltersPerPacket,
		Duration unmatchedGrace, Duration orphanUnsubscribeTimeout, Duration qosRecheckInterval) {
}
