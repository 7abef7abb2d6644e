package io.gobridge.mqtt.plan;

import io.gobridge.mqtt.topic.TopicFilter;

/**
 * One filter that one owner wants to be subscribed.
 *
 * @param owner the id of the route, or another name an operator recognises
 * @param filter the topic filter
 * @param qos the quality of service
 * @param noLocal whether our own publishes are to stay away
 * @param retainAsPublished whether the RETAIN flag is kept as published
 * @param retained when retained messages are wanted
 */
public record Demand(String owner, TopicFilter filter, int qos, boolean noLocal, boolean retainAsPublished,
		Retained retained) {

	/**
	 * When the broker is to send retained messages (Retain Handling, MQTT 5, section
	 * 3.8.3.1).
	 */
	public enum Retained {

		/** Whatever suits the session. */
		UNSPECIFIED,

		/** At every subscribe. */
		ALWAYS,

		/** When the subscription is new to the broker. */
		IF_NEW,

		/** Never. */
		NEVER

	}

}
