package io.gobridge.mqtt.route;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * The registry: keeps the routes and tells the listener of each session what changed.
 * Until a listener is attached the routes of its session are only collected.
 */
public final class DefaultMqttRouteRegistry implements MqttRouteRegistry {

	private final List<String> sessions;

	private final String defaultSession;

	// Held while a listener is told, so that it learns of changes in their order.
	private final ReentrantLock lock = new ReentrantLock();

	private final Map<String, Route> routes = new LinkedHashMap<>();

	private final Map<String, RouteRegistryListener> listeners = new HashMap<>();

	// Futures of routes that nobody has been told of yet.
	private final Map<String, CompletableFuture<Void>> collected = new HashMap<>();

	/**
	 * Creates a registry.
	 * @param sessions the names of all sessions
	 * @param defaultSession the session of routes that do not name one
	 */
	public DefaultMqttRouteRegistry(Collection<String> sessions, String defaultSession) {
		this.sessions = List.copyOf(sessions);
		this.defaultSession = defaultSession;
	}

	@Override
	public CompletableFuture<Void> register(MqttRouteDefinition definition) {
		String session = definition.session().isEmpty() ? this.defaultSession : definition.session();
		if (!this.sessions.contains(session)) {
			throw new UnknownSessionException(definition.description(), session, this.sessions);
		}
		this.lock.lock();
		try {
			Route existing = this.routes.get(definition.id());
			if (existing != null) {
				throw new DuplicateRouteException(definition.id(), existing.definition().description(),
						definition.description());
			}
			Route route = new Route(definition, session);
			this.routes.put(route.id(), route);
			RouteRegistryListener listener = this.listeners.get(session);
			return (listener != null) ? copy(listener.registered(route)) : collect(route);
		}
		finally {
			this.lock.unlock();
		}
	}

	private CompletableFuture<Void> collect(Route route) {
		CompletableFuture<Void> future = new CompletableFuture<>();
		this.collected.put(route.id(), future);
		return copy(future);
	}

	@Override
	public CompletableFuture<Void> unregister(String id) {
		this.lock.lock();
		try {
			Route route = route(id);
			route.moveTo(RouteState.STOPPED);
			this.routes.remove(id);
			CompletableFuture<Void> registration = this.collected.remove(id);
			if (registration != null) {
				registration.cancel(false);
			}
			return tell(route, RouteRegistryListener::unregistered);
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public CompletableFuture<Void> pause(String id) {
		return move(id, RouteState.PAUSED, RouteRegistryListener::paused);
	}

	@Override
	public CompletableFuture<Void> resume(String id) {
		return move(id, RouteState.RUNNING, RouteRegistryListener::resumed);
	}

	private CompletableFuture<Void> move(String id, RouteState state,
			BiFunction<RouteRegistryListener, Route, CompletableFuture<Void>> how) {
		this.lock.lock();
		try {
			Route route = route(id);
			if (route.state() == state) {
				return CompletableFuture.completedFuture(null);
			}
			route.moveTo(state);
			return tell(route, how);
		}
		finally {
			this.lock.unlock();
		}
	}

	private Route route(String id) {
		Route route = this.routes.get(id);
		if (route == null) {
			throw new UnknownRouteException(id);
		}
		return route;
	}

	private CompletableFuture<Void> tell(Route route,
			BiFunction<RouteRegistryListener, Route, CompletableFuture<Void>> how) {
		RouteRegistryListener listener = this.listeners.get(route.session());
		return (listener != null) ? copy(how.apply(listener, route)) : CompletableFuture.completedFuture(null);
	}

	// Callers may complete what they get; that must not reach the engine.
	private static CompletableFuture<Void> copy(CompletableFuture<Void> future) {
		return future.copy();
	}

	@Override
	public List<MqttRouteSnapshot> routes() {
		this.lock.lock();
		try {
			return this.routes.values().stream().map(Route::snapshot).toList();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the routes of a session.
	 * @param session the name of the session
	 * @return the routes in the order of their registration
	 */
	public List<Route> routes(String session) {
		this.lock.lock();
		try {
			return ofSession(session);
		}
		finally {
			this.lock.unlock();
		}
	}

	private List<Route> ofSession(String session) {
		List<Route> routes = new ArrayList<>();
		for (Route route : this.routes.values()) {
			if (route.session().equals(session)) {
				routes.add(route);
			}
		}
		return routes;
	}

	/**
	 * Attaches what carries out the changes of a session, and tells it of all routes of
	 * the session before any later change.
	 * @param session the name of the session
	 * @param listener the listener
	 * @throws IllegalArgumentException if the session is not configured
	 * @throws IllegalStateException if the session has a listener
	 */
	public void attach(String session, RouteRegistryListener listener) {
		if (!this.sessions.contains(session)) {
			throw new IllegalArgumentException("Session '" + session + "' is not one of " + this.sessions);
		}
		this.lock.lock();
		try {
			if (this.listeners.putIfAbsent(session, listener) != null) {
				throw new IllegalStateException("Session '" + session + "' has a listener already");
			}
			for (Route route : ofSession(session)) {
				CompletableFuture<Void> registration = listener.registered(route);
				CompletableFuture<Void> waiting = this.collected.remove(route.id());
				if (waiting != null) {
					registration.whenComplete((result, failure) -> complete(waiting, failure));
				}
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private static void complete(CompletableFuture<Void> future, @Nullable Throwable failure) {
		if (failure != null) {
			future.completeExceptionally(failure);
		}
		else {
			future.complete(null);
		}
	}

	/**
	 * Detaches the listener of a session. Its routes stay, and are told to the next
	 * listener.
	 * @param session the name of the session
	 */
	public void detach(String session) {
		this.lock.lock();
		try {
			this.listeners.remove(session);
		}
		finally {
			this.lock.unlock();
		}
	}

}
