package io.gobridge.mqtt.session;

import org.jspecify.annotations.Nullable;

/**
 * What the broker said in a successful CONNACK (MQTT 5, section 3.2), with the defaults
 * of the specification where a property is absent. Valid for one connection.
 *
 * @param sessionPresent whether the broker resumed a session it had kept
 * @param receiveMaximum how many QoS 1 and QoS 2 publishes the broker takes at a time
 * @param maximumQos the highest quality of service that the broker accepts
 * @param retainAvailable whether the broker keeps retained messages
 * @param maximumPacketSize the largest packet in bytes that the broker accepts, or
 * {@code null} for no limit
 * @param topicAliasMaximum the highest topic alias that the broker accepts; the engine
 * never sends one
 * @param wildcardSubscriptionAvailable whether filters with wildcards can be subscribed
 * @param subscriptionIdentifiersAvailable whether subscriptions can carry an identifier
 * @param sharedSubscriptionAvailable whether shared subscriptions can be made
 * @param serverKeepAlive the keep alive in seconds ordered by the broker, or {@code null}
 * @param sessionExpiry the session expiry in seconds granted by the broker, or
 * {@code null} where it grants what was asked
 * @param assignedClientId the client identifier assigned by the broker, or {@code null}
 * @param reasonString the reason string, or {@code null}
 */
public record ConnAck(boolean sessionPresent, int receiveMaximum, int maximumQos, boolean retainAvailable,
		@Nullable Long maximumPacketSize, int topicAliasMaximum, boolean wildcardSubscriptionAvailable,
		boolean subscriptionIdentifiersAvailable, boolean sharedSubscriptionAvailable,
		@Nullable Integer serverKeepAlive, @Nullable Long sessionExpiry, @Nullable String assignedClientId,
		@Nullable String reasonString) {
}
