package io.gobridge.mqtt.route;

import java.util.List;

/**
 * The payload was converted but violates the constraints of a {@code @Valid} parameter.
 * The handler was not called, and is not called again for this delivery. The message
 * names fields and constraints, never values.
 */
public class PayloadValidationException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final List<String> violations;

	PayloadValidationException(String parameter, List<String> violations) {
		super("The payload is not valid for " + parameter + ": " + String.join("; ", violations));
		this.violations = List.copyOf(violations);
	}

	/**
	 * The violated constraints.
	 * @return field and message of each violation
	 */
	public List<String> violations() {
		return this.violations;
	}

}
