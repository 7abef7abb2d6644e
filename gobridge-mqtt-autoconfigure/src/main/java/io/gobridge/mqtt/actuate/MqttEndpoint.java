package io.gobridge.mqtt.actuate;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionState;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code mqtt}: what the sessions do, and the few things that an operator
 * may ask of them. Reading never blocks. What is asked for has been accepted when the
 * answer comes; it need not have been carried out.
 */
@WebEndpoint(id = "mqtt")
public final class MqttEndpoint {

	private final Map<String, MqttSessionParts> sessions = new LinkedHashMap<>();

	private final SessionDescriber describer;

	/**
	 * Creates the endpoint.
	 * @param sessions all sessions
	 * @param journal remembers reconciliations
	 * @param clock the time
	 */
	public MqttEndpoint(Collection<MqttSessionParts> sessions, ReconcileJournal journal, SessionClock clock) {
		sessions.forEach((parts) -> this.sessions.put(parts.name(), parts));
		this.describer = new SessionDescriber(journal, clock);
	}

	/**
	 * Describes all sessions.
	 * @return the sessions by name
	 */
	@ReadOperation
	public Map<String, Object> sessions() {
		Map<String, Object> described = new LinkedHashMap<>();
		this.sessions.forEach((name, parts) -> described.put(name, this.describer.describe(parts)));
		return Map.of("sessions", described);
	}

	/**
	 * Describes one session.
	 * @param session the name of the session
	 * @return its description, or {@code null} if there is no such session
	 */
	@ReadOperation
	public @Nullable Object session(@Selector String session) {
		MqttSessionParts parts = this.sessions.get(session);
		return (parts != null) ? this.describer.describe(parts) : null;
	}

	/**
	 * Asks for a reconciliation. Where the session waits for a decision about its
	 * migration, it tries again.
	 * @param session the name of the session
	 * @param action {@code reconcile}
	 * @return 202, 409 without a connection, 404 if there is no such session or action
	 */
	@WriteOperation
	public WebEndpointResponse<Object> act(@Selector String session, @Selector String action) {
		MqttSessionParts parts = this.sessions.get(session);
		if (parts == null || !"reconcile".equals(action)) {
			return notFound();
		}
		SessionState state = parts.session().state();
		// The future says it too late: the session answers on a thread of its own.
		switch (state) {
			case RECONCILING, ACTIVE, DEGRADED -> parts.session().reconcile();
			// An operator asks: that is the decision to try again.
			case MIGRATION_REQUIRED -> parts.session().reconnect();
			default -> {
				String message = "The session is " + state + "; what is missing is asked for when it is connected";
				return new WebEndpointResponse<>(Map.of("message", message), 409);
			}
		}
		return new WebEndpointResponse<>(Map.of("session", session, "reconcile", "REQUESTED"), 202);
	}

	/**
	 * Records what an older installation left at the broker, for a session that does not
	 * go on because nobody knows, and lets it connect.
	 * @param session the name of the session
	 * @param kind {@code ledger}
	 * @param action {@code baseline}
	 * @param filters the exact filters as a JSON array, which may be empty
	 * @return 202, 400 for what is no topic filter or no array, 404 if there is no such
	 * session or action, 409 unless the session is in {@code MIGRATION_REQUIRED}, 503
	 * where the ledger can not be written
	 */
	@WriteOperation
	public WebEndpointResponse<Object> actOnLedger(@Selector String session, @Selector String kind,
			@Selector String action, String filters) {
		MqttSessionParts parts = this.sessions.get(session);
		if (parts == null || !"ledger".equals(kind) || !"baseline".equals(action)) {
			return notFound();
		}
		return new BaselineOperation(parts).run(filters);
	}

	/**
	 * Pauses or resumes a route.
	 * @param session the name of the session
	 * @param kind {@code routes}
	 * @param id the id of the route
	 * @param action {@code pause} or {@code resume}
	 * @return 200 with the route, 404 if there is no such session, route or action
	 */
	@WriteOperation
	public WebEndpointResponse<Object> actOnRoute(@Selector String session, @Selector String kind, @Selector String id,
			@Selector String action) {
		MqttSessionParts parts = this.sessions.get(session);
		if (parts == null || !"routes".equals(kind) || !hasRoute(parts, id)) {
			return notFound();
		}
		MqttRouteRegistry registry = parts.registry();
		return switch (action) {
			case "pause" -> change(parts, id, registry::pause);
			case "resume" -> change(parts, id, registry::resume);
			default -> notFound();
		};
	}

	private static WebEndpointResponse<Object> change(MqttSessionParts parts, String id,
			Function<String, CompletableFuture<Void>> change) {
		change.apply(id);
		return parts.routes()
			.stream()
			.filter((route) -> route.id().equals(id))
			.findFirst()
			.map((route) -> new WebEndpointResponse<Object>(SessionDescriber.describe(route)))
			.orElseGet(MqttEndpoint::notFound);
	}

	private static boolean hasRoute(MqttSessionParts parts, String id) {
		return parts.routes().stream().anyMatch((route) -> route.id().equals(id));
	}

	private static WebEndpointResponse<Object> notFound() {
		return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
	}

}
