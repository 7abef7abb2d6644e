package io.gobridge.mqtt.session.event;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The broker refuses a wanted subscription (MQTT 5, section 3.9.3). Published once for
 * each filter and reason code on a connection; the session asks again by itself.
 */
public class MqttSubscriptionRefusedEvent extends MqttSessionEvent {

	private final String filter;

	private final int reasonCode;

	private final @Nullable String reasonString;

	private final transient List<String> routes;

	/**
	 * Creates the event.
	 * @param source the session
	 * @param session the name of the session
	 * @param filter the topic filter
	 * @param reasonCode the reason code, 0x80 or more
	 * @param reasonString what the broker said beside it, or {@code null}
	 * @param routes the ids of the routes that want the filter
	 */
	public MqttSubscriptionRefusedEvent(Object source, String session, String filter, int reasonCode,
			@Nullable String reasonString, List<String> routes) {
		super(source, session);
		this.filter = filter;
		this.reasonCode = reasonCode;
		this.reasonString = reasonString;
		this.routes = List.copyOf(routes);
	}

	/**
	 * Returns the filter.
	 * @return the topic filter, with {@code $share} prefix where shared
	 */
	public String filter() {
		return this.filter;
	}

	/**
	 * Returns the reason code.
	 * @return the code of the SUBACK, or the one for what the CONNACK excludes
	 */
	public int reasonCode() {
		return this.reasonCode;
	}

	/**
	 * Returns what the broker said beside the code.
	 * @return the reason string, or {@code null}
	 */
	public @Nullable String reasonString() {
		return this.reasonString;
	}

	/**
	 * Returns who wants the filter.
	 * @return the ids of the routes
	 */
	public List<String> routes() {
		return this.routes;
	}

}
