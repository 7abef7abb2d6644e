package io.gobridge.mqtt.route;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * The routes of all sessions: those of {@link MqttRoute} methods and those that the
 * application registers itself, at any time and from any thread. No method waits for the
 * broker.
 * <p>
 * A returned future completes when the change is in effect at the broker. While the
 * session is not connected it stays open until the session has connected and reconciled;
 * it fails where the broker refuses, and where the session stops for good. What was asked
 * for remains in force either way: a filter that was refused is asked for again with the
 * next reconciliation. A handler that waits for such a future holds its lane.
 */
public interface MqttRouteRegistry {

	/**
	 * Adds a route. Deliveries reach it from the moment this method has returned; those
	 * that already waited for a handler come first.
	 * @param definition the route
	 * @return completes after the broker has answered for all filters of the route, on
	 * this connection or a later one; a filter that it refused shows in the state of the
	 * session
	 * @throws DuplicateRouteException if there is a route with this id, whatever its
	 * session
	 * @throws UnknownSessionException if the session is not configured
	 */
	CompletableFuture<Void> register(MqttRouteDefinition definition);

	/**
	 * Removes a route. Deliveries that it has taken are still handled; filters that no
	 * other route wants are unsubscribed. What the broker still delivers after its
	 * UNSUBACK (MQTT 5, section 3.10.4) is acknowledged and dropped.
	 * @param id the id of the route
	 * @return completes after the broker has answered and the handlers of the route have
	 * returned; a handler that waits for the removal of its own route waits for itself
	 * @throws UnknownRouteException if there is no such route
	 */
	CompletableFuture<Void> unregister(String id);

	/**
	 * Stops handing deliveries to a route. Its filters stay subscribed: what comes is
	 * kept unacknowledged at QoS 1 and QoS 2, within the Receive Maximum of the session.
	 * A delivery that is being handled is finished. Does nothing on a paused route.
	 * @param id the id of the route
	 * @return completes when the route takes no more deliveries
	 * @throws UnknownRouteException if there is no such route
	 */
	CompletableFuture<Void> pause(String id);

	/**
	 * Goes on after {@link #pause(String)}, or begins where a route was declared with
	 * {@code autoStartup} {@code false}. What was kept comes first, in order.
	 * @param id the id of the route
	 * @return completes when the route takes deliveries
	 * @throws UnknownRouteException if there is no such route
	 */
	CompletableFuture<Void> resume(String id);

	/**
	 * Returns what all routes look like now.
	 * @return a snapshot of each route, in the order of their registration
	 */
	List<MqttRouteSnapshot> routes();

}
