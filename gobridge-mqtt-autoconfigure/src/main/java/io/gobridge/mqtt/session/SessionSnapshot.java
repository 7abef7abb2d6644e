package io.gobridge.mqtt.session;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A session at one moment. Holds no secret.
 *
 * @param name the name of the session
 * @param state the state
 * @param mode the mode
 * @param clientId the client identifier
 * @param broker the address of the connection, or the one that is dialled next
 * @param since when the state was entered
 * @param epoch the number of the connection, 0 before the first
 * @param connectedAt when the connection came up, or {@code null} without one
 * @param connAck what the broker said, or {@code null} without a connection
 * @param reconnects how many connections came after the first
 * @param sessionsLost how often the broker had lost a session that it should have kept
 * @param takeovers how often another client took the session over
 * @param lastError why the last connection or attempt ended, or {@code null}
 * @param migration what an operator has to decide, or {@code null}
 */
public record SessionSnapshot(String name, SessionState state, SessionMode mode, String clientId, String broker,
		Instant since, long epoch, @Nullable Instant connectedAt, @Nullable ConnAck connAck, long reconnects,
		long sessionsLost, long takeovers, @Nullable String lastError, @Nullable MigrationRequired migration) {

	/**
	 * The same session, of which something that is wanted is missing.
	 */
	SessionSnapshot degraded() {
		return new SessionSnapshot(this.name, SessionState.DEGRADED, this.mode, this.clientId, this.broker, this.since,
				this.epoch, this.connectedAt, this.connAck, this.reconnects, this.sessionsLost, this.takeovers,
				this.lastError, this.migration);
	}

}
