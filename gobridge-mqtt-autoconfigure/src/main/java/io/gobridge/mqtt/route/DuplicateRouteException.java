package io.gobridge.mqtt.route;

/**
 * Two routes have the same id.
 */
public class DuplicateRouteException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String id;

	private final String existing;

	private final String rejected;

	DuplicateRouteException(String id, String existing, String rejected) {
		super("The MQTT route id '" + id + "' is used twice: by " + existing + " and by " + rejected);
		this.id = id;
		this.existing = existing;
		this.rejected = rejected;
	}

	public String id() {
		return this.id;
	}

	/**
	 * Describes where the route that has the id was declared.
	 * @return the description of the route that stays
	 */
	public String existing() {
		return this.existing;
	}

	/**
	 * Describes where the second route was declared.
	 * @return the description of the route that was not registered
	 */
	public String rejected() {
		return this.rejected;
	}

}
