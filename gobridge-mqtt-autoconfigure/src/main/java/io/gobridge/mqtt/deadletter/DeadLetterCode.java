package io.gobridge.mqtt.deadletter;

/**
 * Why a message became a dead letter. The names are stored; more may be added.
 */
public enum DeadLetterCode {

	/** The handler failed, also after the last retry. */
	HANDLER_FAILED,

	/** The payload or a header could not be converted to what the handler takes. */
	CONVERSION_FAILED,

	/** The converted payload is not valid. */
	VALIDATION_FAILED,

	/** The handler rejected it. */
	REJECTED,

	/**
	 * The broker delivered it for a filter that the application has given up, and nothing
	 * that it still wants matches it.
	 */
	SUBSCRIPTION_REMOVED,

	/** A code of a later version. */
	UNKNOWN;

	static DeadLetterCode ofStored(String name) {
		for (DeadLetterCode code : values()) {
			if (code.name().equals(name)) {
				return code;
			}
		}
		return UNKNOWN;
	}

}
