package io.gobridge.mqtt.autoconfigure;

/**
 * A property has a value that a session can not be made from. Names the key, the value
 * where it is no secret, and what to do.
 */
final class MqttConfigurationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String key;

	private final String reason;

	private final String action;

	MqttConfigurationException(String key, String reason, String action) {
		super(key + ": " + reason);
		this.key = key;
		this.reason = reason;
		this.action = action;
	}

	String key() {
		return this.key;
	}

	String reason() {
		return this.reason;
	}

	String action() {
		return this.action;
	}

}
