package io.gobridge.mqtt.router;

/**
 * A dead letter could not be handled once more, for a reason other than an exception of
 * the handler.
 */
public final class RedriveException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	RedriveException(String message) {
		super(message);
	}

}
