package io.gobridge.mqtt.route;

import org.jspecify.annotations.Nullable;

/**
 * A route can not be what was declared. The message names the route and, for
 * {@link MqttRoute}, the bean, the method and the attribute or parameter.
 */
public class InvalidRouteException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String route;

	private final String reason;

	InvalidRouteException(String route, String reason, @Nullable Throwable cause) {
		super("Invalid MQTT route " + route + ": " + reason, cause);
		this.route = route;
		this.reason = reason;
	}

	/**
	 * Describes the route.
	 * @return the id of the route or where it was declared
	 */
	public String route() {
		return this.route;
	}

	/**
	 * Says what is wrong.
	 * @return the reason
	 */
	public String reason() {
		return this.reason;
	}

}
