package io.gobridge.mqtt.session;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A SUBACK or UNSUBACK packet. It may hold fewer codes than there were filters in the
 * request; filters without a code are not granted.
 *
 * @param reasonCodes the reason codes in the order of the filters of the request
 * @param reasonString the reason string, or {@code null}
 */
public record SubscriptionAck(List<Integer> reasonCodes, @Nullable String reasonString) {
}
