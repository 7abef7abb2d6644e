package io.gobridge.mqtt.plan;

import java.util.List;

import io.gobridge.mqtt.topic.TopicFilter;

/**
 * One subscription as the broker is asked for it, on behalf of all its owners.
 *
 * @param filter the topic filter
 * @param qos the highest quality of service that an owner wants
 * @param noLocal whether our own publishes stay away; never on a shared filter
 * @param retainAsPublished whether the RETAIN flag is kept as published
 * @param retained when retained messages are wanted
 * @param identifier the subscription identifier, the same for this filter in every
 * process
 * @param owners who wants it, in the order of their demands
 */
public record WantedSubscription(TopicFilter filter, int qos, boolean noLocal, boolean retainAsPublished,
		Demand.Retained retained, int identifier, List<String> owners) {
}
