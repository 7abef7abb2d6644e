package io.gobridge.mqtt.route;

/**
 * A parameter of a handler method can never get a value. Becomes an
 * {@link InvalidRouteException} that names the parameter.
 */
final class UnresolvableParameterException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	UnresolvableParameterException(String reason) {
		super(reason);
	}

}
