package io.gobridge.mqtt.router;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The router of a session at one moment.
 *
 * @param pending how many deliveries wait for a route
 * @param graceRemaining how long routes may still appear before what is not wanted is
 * dropped
 * @param unsettled how many QoS 1 and QoS 2 deliveries of the connection are
 * unacknowledged
 * @param oldestUnsettled when the oldest of them came, or {@code null} without any
 * @param windowUtilization the share of our Receive Maximum that they take, 0 to 1
 */
public record RouterSnapshot(int pending, Duration graceRemaining, int unsettled, @Nullable Instant oldestUnsettled,
		double windowUtilization) {
}
