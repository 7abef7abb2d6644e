package io.gobridge.mqtt.session;

/**
 * The broker refused the session in a way that waiting hardly cures: credentials, client
 * identifier, certificate. The session itself goes on trying.
 */
public class SessionConnectException extends RuntimeException {

	private final transient Disconnection reason;

	public SessionConnectException(String message, Disconnection reason) {
		super(message, reason.cause());
		this.reason = reason;
	}

	/**
	 * Returns why the attempt failed.
	 * @return the reason
	 */
	public Disconnection reason() {
		return this.reason;
	}

}
