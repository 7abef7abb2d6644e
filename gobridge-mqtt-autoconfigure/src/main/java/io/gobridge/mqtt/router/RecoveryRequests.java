package io.gobridge.mqtt.router;

/**
 * Where the router asks for a new connection so that the broker delivers again what was
 * left to it. Never blocks; requests may be joined and put off.
 */
@FunctionalInterface
public interface RecoveryRequests {

	/**
	 * Asks for one reconnect.
	 */
	void request();

	/**
	 * Asks for one reconnect that is not put off, where much has been handled since the
	 * one before.
	 */
	default void requestNow() {
		request();
	}

}
