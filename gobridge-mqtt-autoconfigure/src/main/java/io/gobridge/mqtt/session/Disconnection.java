package io.gobridge.mqtt.session;

import org.jspecify.annotations.Nullable;

/**
 * Why a connection or the attempt at one ended.
 *
 * @param kind what happened
 * @param reasonCode the reason code of the CONNACK or DISCONNECT packet, or -1 where
 * there was none
 * @param message one line for a log, without credentials and payload
 * @param cause the exception, or {@code null}
 */
public record Disconnection(Kind kind, int reasonCode, String message, @Nullable Throwable cause) {

	/**
	 * What ended the connection.
	 */
	public enum Kind {

		/** The broker could not be reached, or did not answer CONNECT in time. */
		UNREACHABLE,

		/** The TLS handshake failed. */
		TLS_FAILED,

		/** The broker answered CONNECT with an error code. */
		REFUSED,

		/** The broker sent a DISCONNECT. */
		SERVER_DISCONNECT,

		/** The socket ended without a DISCONNECT. */
		LOST,

		/** Nothing came from the broker for one and a half keep alive periods. */
		KEEP_ALIVE_TIMEOUT,

		/** The broker sent something that MQTT or our CONNECT does not allow. */
		PROTOCOL_ERROR,

		/** We closed the connection. */
		CLOSED

	}

}
