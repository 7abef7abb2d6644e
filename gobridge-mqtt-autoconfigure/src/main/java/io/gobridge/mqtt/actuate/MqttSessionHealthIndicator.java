package io.gobridge.mqtt.actuate;

import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionSnapshot;
import io.gobridge.mqtt.session.SessionState;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/**
 * Health of one session, read from its snapshot: never blocks, never asks the broker.
 * <p>
 * {@code UP} means really connected with everything subscribed. While the session dials
 * for the first time within its connect timeout, and while it reconciles, the status is
 * {@code UNKNOWN}; where it was stopped it is {@code OUT_OF_SERVICE}.
 */
public final class MqttSessionHealthIndicator implements HealthIndicator {

	/** Connected, but something that is wanted is missing. HTTP 200. */
	public static final Status DEGRADED = new Status("DEGRADED");

	private final MqttSessionParts parts;

	private final SessionClock clock;

	/**
	 * Creates the indicator of one session.
	 * @param parts the session
	 * @param clock tells how long a session has been dialling
	 */
	public MqttSessionHealthIndicator(MqttSessionParts parts, SessionClock clock) {
		this.parts = parts;
		this.clock = clock;
	}

	@Override
	public Health health() {
		SessionSnapshot snapshot = this.parts.session().snapshot();
		Health.Builder health = Health.status(status(snapshot))
			.withDetail("state", snapshot.state().name())
			.withDetail("broker", snapshot.broker())
			.withDetail("clientId", snapshot.clientId())
			.withDetail("since", snapshot.since().toString());
		if (snapshot.lastError() != null) {
			health.withDetail("lastError", snapshot.lastError());
		}
		List<String> reasons = this.parts.degradedReasons();
		if (snapshot.state() == SessionState.DEGRADED && !reasons.isEmpty()) {
			health.withDetail("reasons", reasons);
		}
		MigrationRequired migration = snapshot.migration();
		if (migration != null) {
			health.withDetail("migration", Map.of("reason", migration.reason(), "filters", migration.filters()));
		}
		return health.withDetail("subscriptionsWanted", this.parts.subscriptions().size())
			.withDetail("subscriptionsActive", this.parts.activeSubscriptions())
			.build();
	}

	private Status status(SessionSnapshot snapshot) {
		return switch (snapshot.state()) {
			case ACTIVE, STANDBY -> Status.UP;
			case DEGRADED -> DEGRADED;
			case CONNECTING -> isOverdue(snapshot) ? Status.DOWN : Status.UNKNOWN;
			case RECONCILING -> Status.UNKNOWN;
			case RECONNECTING, MIGRATION_REQUIRED, FAILED -> Status.DOWN;
			case STOPPED -> Status.OUT_OF_SERVICE;
		};
	}

	private boolean isOverdue(SessionSnapshot snapshot) {
		return this.clock.now().isAfter(snapshot.since().plus(this.parts.session().settings().connectTimeout()));
	}

}
