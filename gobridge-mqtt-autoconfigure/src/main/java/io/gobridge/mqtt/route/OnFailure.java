package io.gobridge.mqtt.route;

/**
 * What becomes of a delivery that a handler failed for good: after the last retry, or at
 * once where a retry can not help.
 */
public enum OnFailure {

	/**
	 * What {@code gobridge.mqtt.route.on-failure} says.
	 */
	DEFAULT,

	/**
	 * Written to the dead-letter store, then acknowledged. Where the write fails the
	 * delivery stays unacknowledged.
	 */
	DEAD_LETTER,

	/**
	 * Acknowledged and counted; the message is gone.
	 */
	DROP,

	/**
	 * Left unacknowledged, so that a broker which keeps the session delivers it again on
	 * a later connection. At QoS 0 there is nothing to deliver again.
	 */
	REDELIVER

}
