package io.gobridge.mqtt.message;

/**
 * Who settles a delivery.
 */
public enum AckMode {

	/**
	 * The delivery is acknowledged when the handler has succeeded; where the handler
	 * returns a future, when that has completed.
	 */
	AUTO,

	/**
	 * The handler settles through its {@link Acknowledgment}, at any time and from any
	 * thread. A handler that throws is still a failure.
	 */
	MANUAL

}
