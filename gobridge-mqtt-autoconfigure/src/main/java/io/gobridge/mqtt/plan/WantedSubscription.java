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

	/**
	 * Whether the broker would be asked for the same thing, whoever wants it.
	 * @param other another subscription
	 * @return whether filter, options and identifier are the same
	 */
	public boolean asksTheSame(WantedSubscription other) {
		return this.filter.equals(other.filter) && this.qos == other.qos && this.noLocal == other.noLocal
				&& this.retainAsPublished == other.retainAsPublished && this.retained == other.retained
				&& this.identifier == other.identifier;
	}

}
