package io.gobridge.mqtt.route;

/**
 * There is no route with the given id.
 */
public class UnknownRouteException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String id;

	UnknownRouteException(String id) {
		super("There is no MQTT route with the id '" + id + "'");
		this.id = id;
	}

	public String id() {
		return this.id;
	}

}
