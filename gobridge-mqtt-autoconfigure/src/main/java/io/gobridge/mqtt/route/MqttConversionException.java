package io.gobridge.mqtt.route;

import org.jspecify.annotations.Nullable;

/**
 * The payload, a topic variable, a header or a user property can not be converted to what
 * the handler declares. The handler was not called, and is not called again for this
 * delivery.
 * <p>
 * What converters report often quotes the payload. Their exception is therefore neither
 * the cause of this one nor part of its message, so that it does not get into a log
 * unasked.
 */
public class MqttConversionException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final transient @Nullable Throwable reason;

	public MqttConversionException(String message) {
		this(message, null);
	}

	/**
	 * Creates an exception.
	 * @param message says what could not be converted, without its content
	 * @param reason what the converter reported
	 */
	public MqttConversionException(String message, @Nullable Throwable reason) {
		super(message);
		this.reason = reason;
	}

	/**
	 * What the converter reported. Its message may quote the payload.
	 * @return the exception of the converter, or {@code null}
	 */
	public @Nullable Throwable reason() {
		return this.reason;
	}

}
