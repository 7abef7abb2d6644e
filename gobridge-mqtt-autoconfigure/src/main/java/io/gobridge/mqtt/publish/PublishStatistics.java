package io.gobridge.mqtt.publish;

/**
 * What was published over one session. May be read from any thread; the values are each
 * correct but not of one moment.
 */
public interface PublishStatistics {

	/**
	 * How many publishes ended in a way. Every publish is counted once, by how its future
	 * ended; what the broker answers after a timeout is not counted again.
	 * @param outcome how they ended
	 * @return the number since the start
	 */
	long count(PublishOutcome outcome);

	/**
	 * How many QoS 1 and QoS 2 messages were sent and not answered to the end, on this
	 * connection or an earlier one.
	 * @return the number of unanswered messages
	 */
	int inFlight();

	/**
	 * How many messages wait to be sent for the first time.
	 * @return the number of waiting messages
	 */
	int waiting();

}
