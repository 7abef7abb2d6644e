package io.gobridge.mqtt.session;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.MqttDelivery;

/**
 * Port to what takes the messages of a session; the router implements it.
 */
public interface InboundFlow {

	/**
	 * A connection is up. Called before the first message of it is read, after the epoch
	 * before it has been retired.
	 * @param epoch the new epoch
	 * @return takes the messages of that epoch
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	OfEpoch open(ConnectionEpoch epoch);

	/**
	 * Takes the messages of one epoch, in the order in which they came.
	 */
	interface OfEpoch {

		/**
		 * See {@link ConnectionListener#publish}.
		 * @param delivery the message
		 * @param packetId the packet identifier, 0 at QoS 0
		 * @param subscriptionIdentifiers the subscription identifiers
		 */
		@RunsOn(RunsOn.Kind.WIRE)
		void accept(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers);

		/**
		 * See {@link ConnectionListener#poison}.
		 * @param kind which cap the message is over
		 * @param qos the quality of service
		 * @param packetId the packet identifier, 0 at QoS 0
		 */
		@RunsOn(RunsOn.Kind.WIRE)
		void poison(ConnectionListener.Poison kind, int qos, int packetId);

		/**
		 * See {@link ConnectionListener#released}.
		 * @param packetId the packet identifier
		 */
		@RunsOn(RunsOn.Kind.WIRE)
		void released(int packetId);

		/**
		 * Takes no new message of this connection from now on: the broker sends it again
		 * on the next one. Handlers that run go on, and their settlements are still
		 * written.
		 */
		@RunsOn(RunsOn.Kind.SESSION)
		void quiesce();

		/**
		 * The connection has ended and {@link ConnectionEpoch#isRetired()} is true. What
		 * was not settled is left to the broker.
		 */
		@RunsOn(RunsOn.Kind.SESSION)
		void retired();

	}

	/**
	 * Takes no new message from now on: QoS 1 and QoS 2 stay unacknowledged, QoS 0 is
	 * dropped. Handlers that run go on, and their settlements are still written.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void quiesce();

	/**
	 * Whether a handler still runs or waits for one that runs, and its delivery could
	 * still be settled.
	 * @return whether there is nothing to wait for before the connection is closed
	 */
	boolean isIdle();

	/**
	 * Whether QoS 1 or QoS 2 messages that the application wants wait, unacknowledged,
	 * for a handler that has not appeared in time. The session is degraded then, as the
	 * broker sends less and less. Read with every snapshot.
	 * @return whether something waits
	 */
	boolean hasBacklog();

	/**
	 * Ends for good: handlers that still run are interrupted, and threads end.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void stop();

}
