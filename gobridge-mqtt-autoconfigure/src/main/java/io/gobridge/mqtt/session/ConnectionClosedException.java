package io.gobridge.mqtt.session;

/**
 * The connection ended before the broker answered. Whether the broker carried out the
 * request is unknown.
 */
public class ConnectionClosedException extends RuntimeException {

	public ConnectionClosedException(String message) {
		super(message);
	}

}
