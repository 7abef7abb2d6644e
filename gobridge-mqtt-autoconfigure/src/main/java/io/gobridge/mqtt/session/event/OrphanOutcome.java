package io.gobridge.mqtt.session.event;

/**
 * What became of the subscription that an unwanted delivery came from.
 */
public enum OrphanOutcome {

	/** The broker said that it removed the subscription. */
	REMOVED,

	/**
	 * The broker has no subscription of that exact topic: the delivery came from a filter
	 * with wildcards or from a shared one, which is still there.
	 */
	NOT_SUBSCRIBED,

	/** The broker refused to remove the subscription, or the connection ended. */
	FAILED,

	/** The broker did not answer in time. It is not asked again. */
	TIMEOUT,

	/** The topic was wanted again before the broker was asked. */
	COVERED,

	/** The broker said that it removed the subscription and has delivered since. */
	NOT_EFFECTIVE,

	/** Only reported: a durable session removes nothing of its own accord. */
	REPORTED

}
