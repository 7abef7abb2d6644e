package io.gobridge.mqtt.route;

import java.util.concurrent.CompletableFuture;

/**
 * Port to what carries out changes of the routes of one session.
 * <p>
 * The methods are called one at a time and in the order of the changes, on the thread of
 * whoever asked and while it holds the registry's lock. They must hand over and return,
 * and must not wait for another thread.
 */
public interface RouteRegistryListener {

	/**
	 * A route was added; it may be paused.
	 * @param route the route, its lanes not opened yet
	 * @return completes after the filters have been granted
	 */
	CompletableFuture<Void> registered(Route route);

	/**
	 * A route was removed; its state is {@link RouteState#STOPPED}.
	 * @param route the route
	 * @return completes after the filters that nobody else wants are gone
	 */
	CompletableFuture<Void> unregistered(Route route);

	/**
	 * A route was paused.
	 * @param route the route
	 * @return completes when it takes no more deliveries
	 */
	CompletableFuture<Void> paused(Route route);

	/**
	 * A route was resumed.
	 * @param route the route
	 * @return completes when it takes deliveries
	 */
	CompletableFuture<Void> resumed(Route route);

}
