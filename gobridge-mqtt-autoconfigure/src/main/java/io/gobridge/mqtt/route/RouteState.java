package io.gobridge.mqtt.route;

/**
 * What a route does with deliveries.
 */
public enum RouteState {

	/**
	 * Deliveries are handled.
	 */
	RUNNING,

	/**
	 * Deliveries wait: the filters stay subscribed and covered, and nothing at QoS 1 or
	 * QoS 2 is acknowledged, until the route is resumed.
	 */
	PAUSED,

	/**
	 * The route has been unregistered, or its session has stopped.
	 */
	STOPPED

}
