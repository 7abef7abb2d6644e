package io.gobridge.mqtt.session;

/**
 * One filter of a SUBSCRIBE packet with its options (MQTT 5, section 3.8.3.1).
 *
 * @param filter the topic filter, with {@code $share} prefix where shared
 * @param qos the maximum quality of service, 0 to 2
 * @param noLocal whether our own publishes stay away
 * @param retainAsPublished whether the RETAIN flag is kept as published
 * @param retainHandling when retained messages are sent: 0 always, 1 for a new
 * subscription, 2 never
 */
public record SubscriptionRequest(String filter, int qos, boolean noLocal, boolean retainAsPublished,
		int retainHandling) {
}
