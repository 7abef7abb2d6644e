package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.time.Duration;

import javax.net.ssl.SSLException;

import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.Disconnection.Kind;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.jspecify.annotations.Nullable;

/**
 * Says why a connection ended, in one line that holds no credentials and no payload.
 */
final class Disconnections {

	private Disconnections() {
	}

	static Disconnection closed() {
		return new Disconnection(Kind.CLOSED, -1, "Closed by this side", null);
	}

	static Disconnection timedOut(Duration bound) {
		return new Disconnection(Kind.UNREACHABLE, -1, "No CONNACK came within " + bound.toMillis() + " ms", null);
	}

	static Disconnection silent() {
		return new Disconnection(Kind.KEEP_ALIVE_TIMEOUT, -1,
				"Nothing came from the broker for one and a half keep alive periods", null);
	}

	/**
	 * The attempt failed before there was a stream.
	 * @param cause why
	 * @param tls whether it was during the TLS handshake
	 * @return the reason
	 */
	static Disconnection notOpened(Throwable cause, boolean tls) {
		Throwable root = (cause instanceof MqttException && cause.getCause() != null) ? cause.getCause() : cause;
		return (tls || root instanceof SSLException)
				? new Disconnection(Kind.TLS_FAILED, -1, "The TLS handshake failed: " + describe(root), root)
				: new Disconnection(Kind.UNREACHABLE, -1, "The broker can not be reached: " + describe(root), root);
	}

	/**
	 * The socket ended.
	 * @param cause how
	 * @param connected whether a CONNACK had come
	 * @return the reason
	 */
	static Disconnection lost(IOException cause, boolean connected) {
		if (connected) {
			return new Disconnection(Kind.LOST, -1, "The connection was lost: " + describe(cause), cause);
		}
		// With TLS 1.3 a client learns only now that its certificate is refused.
		Kind kind = (cause instanceof SSLException) ? Kind.TLS_FAILED : Kind.UNREACHABLE;
		return new Disconnection(kind, -1, "The connection ended before a CONNACK: " + describe(cause), cause);
	}

	static Disconnection refused(ConnectAnswer answer) {
		return new Disconnection(Kind.REFUSED, answer.reasonCode(),
				"The broker refused the connection with " + code(answer.reasonCode(), answer.ack().reasonString()),
				null);
	}

	static Disconnection ofServer(ServerDisconnect disconnect) {
		return new Disconnection(Kind.SERVER_DISCONNECT, disconnect.reasonCode(),
				"The broker ended the connection with " + code(disconnect.reasonCode(), disconnect.reasonString()),
				null);
	}

	static Disconnection violated(MalformedPacketException cause) {
		return new Disconnection(Kind.PROTOCOL_ERROR, cause.reasonCode(),
				"The broker broke the protocol: " + describe(cause), cause);
	}

	static Disconnection failedInside(Throwable cause) {
		return new Disconnection(Kind.LOST, -1, "A packet could not be handled", cause);
	}

	private static String describe(Throwable cause) {
		String message = cause.getMessage();
		return (message != null) ? message : cause.getClass().getSimpleName();
	}

	private static String code(int reasonCode, @Nullable String reasonString) {
		String code = String.format("reason code 0x%02X", reasonCode);
		return (reasonString != null) ? code + ": " + reasonString : code;
	}

}
