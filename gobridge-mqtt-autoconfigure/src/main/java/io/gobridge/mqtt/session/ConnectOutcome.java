package io.gobridge.mqtt.session;

import java.net.SocketTimeoutException;
import java.util.Locale;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * How a connection attempt ended, as far as a meter wants to know.
 */
public enum ConnectOutcome {

	/** CONNACK with success. */
	SUCCESS,

	/** CONNACK with an error code. */
	REFUSED,

	/** No connection to the broker. */
	UNREACHABLE,

	/** No answer in time. */
	TIMEOUT,

	/** The TLS handshake failed. */
	TLS,

	/** The broker answered with something that MQTT does not allow. */
	PROTOCOL;

	/**
	 * The value of the tag {@code outcome}.
	 * @return the name in lower case
	 */
	public String tag() {
		return name().toLowerCase(Locale.ROOT);
	}

	/**
	 * Classifies by kind and type of exception, never by the text of a message.
	 */
	static ConnectOutcome of(Disconnection reason) {
		return switch (reason.kind()) {
			case REFUSED, SERVER_DISCONNECT -> REFUSED;
			case TLS_FAILED -> TLS;
			case PROTOCOL_ERROR -> PROTOCOL;
			case KEEP_ALIVE_TIMEOUT -> TIMEOUT;
			case UNREACHABLE, LOST, CLOSED -> isTimeout(reason.cause()) ? TIMEOUT : UNREACHABLE;
		};
	}

	private static boolean isTimeout(@Nullable Throwable cause) {
		// Bounded, because a chain of causes may be a circle.
		Throwable current = cause;
		for (int depth = 0; current != null && depth < 16; depth++) {
			if (current instanceof SocketTimeoutException || current instanceof TimeoutException) {
				return true;
			}
			current = current.getCause();
		}
		return false;
	}

}
