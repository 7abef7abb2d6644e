package io.gobridge.mqtt.reconcile;

import java.time.Duration;

/**
 * How the broker is asked for subscriptions.
 *
 * @param session the name of the session
 * @param durable whether the broker keeps the session between connections
 * @param timeout how long all answers to one reconciliation may take
 * @param maxFiltersPerPacket how many filters go into one packet where the broker has no
 * subscription identifiers
 */
public record ReconcileSettings(String session, boolean durable, Duration timeout, int maxFiltersPerPacket) {
}
