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

}
