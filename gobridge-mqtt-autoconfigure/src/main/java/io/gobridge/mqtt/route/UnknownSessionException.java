package io.gobridge.mqtt.route;

import java.util.List;

/**
 * A route names a session that is not configured.
 */
public class UnknownSessionException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String route;

	private final String session;

	private final List<String> known;

	UnknownSessionException(String route, String session, List<String> known) {
		super("The MQTT route " + route + " is for the session '" + session + "', which is not configured; there "
				+ (known.isEmpty() ? "is none" : "are: " + String.join(", ", known)));
		this.route = route;
		this.session = session;
		this.known = List.copyOf(known);
	}

	/**
	 * Describes the route.
	 * @return the id of the route and where it was declared
	 */
	public String route() {
		return this.route;
	}

	/**
	 * The name that is not known.
	 * @return the name of the session
	 */
	public String session() {
		return this.session;
	}

	/**
	 * The names that are known.
	 * @return the names of the configured sessions
	 */
	public List<String> known() {
		return this.known;
	}

}
