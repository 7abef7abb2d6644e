package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.route.LaneSettings;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.route.RouteState;

/**
 * The routes of a session: those that take deliveries, those of them that are paused, and
 * those that were removed and still have something to handle. Guarded by the lock of the
 * router.
 */
final class RouteSet {

	private final LaneSettings lanes;

	private final HandlerCalls handlers;

	private final Map<Route, RouteDispatch> dispatches = new LinkedHashMap<>();

	private final Set<RouteDispatch> paused = new HashSet<>();

	private final Set<Route> draining = new HashSet<>();

	RouteSet(LaneSettings lanes, HandlerCalls handlers) {
		this.lanes = lanes;
		this.handlers = handlers;
	}

	void clear() {
		this.dispatches.clear();
		this.paused.clear();
		this.draining.clear();
	}

	/**
	 * Makes these the routes.
	 * @return whether one was removed
	 */
	boolean update(Collection<Route> routes) {
		for (Map.Entry<Route, RouteDispatch> entry : this.dispatches.entrySet()) {
			if (!routes.contains(entry.getKey())) {
				// What it has taken is still handled, also if it was paused.
				this.paused.remove(entry.getValue());
				entry.getKey().resumeLanes();
				this.draining.add(entry.getKey());
			}
		}
		this.draining.removeIf((route) -> routes.contains(route) || route.isIdle());
		boolean removed = this.dispatches.keySet().retainAll(routes);
		for (Route route : routes) {
			this.dispatches.computeIfAbsent(route, this::add);
		}
		return removed;
	}

	private RouteDispatch add(Route route) {
		route.open(this.lanes);
		RouteDispatch dispatch = this.handlers.dispatch(route);
		if (route.state() == RouteState.PAUSED) {
			this.paused.add(dispatch);
			route.pauseLanes();
		}
		return dispatch;
	}

	RouteTable table(RouteTable before, SubscriptionPlan plan) {
		return before.next(this.dispatches.values(), plan).withPaused(this.paused);
	}

	/**
	 * The same table for what is paused now.
	 */
	RouteTable table(RouteTable before) {
		return before.withPaused(this.paused);
	}

	/**
	 * Pauses a route.
	 * @return whether it is one that was running
	 */
	boolean pause(Route route) {
		RouteDispatch dispatch = this.dispatches.get(route);
		boolean pausing = dispatch != null && this.paused.add(dispatch);
		if (pausing) {
			route.pauseLanes();
		}
		return pausing;
	}

	/**
	 * Takes a route out of those that are paused; its lanes are for the caller to resume.
	 * @return whether it is one that was paused
	 */
	boolean unpause(Route route) {
		RouteDispatch dispatch = this.dispatches.get(route);
		return dispatch != null && this.paused.remove(dispatch);
	}

	boolean contains(Route route) {
		return this.dispatches.containsKey(route);
	}

	/** All routes, those included that only drain. */
	List<Route> all() {
		List<Route> all = new ArrayList<>(this.dispatches.keySet());
		all.addAll(this.draining);
		return all;
	}

}
