package io.gobridge.mqtt.session;

import java.time.Instant;

import io.gobridge.mqtt.RunsOn;
import org.jspecify.annotations.Nullable;

/**
 * What a session shows of itself. Written by the session thread, which replaces the
 * snapshot as a whole with every change; read by anybody.
 */
final class SessionStatus {

	private final SessionSettings settings;

	private final SessionClock clock;

	private final SessionCounters counters;

	private final SessionStateMachine machine = new SessionStateMachine();

	private Instant since;

	private String broker;

	/** Of the newest connection, the current one where {@link #epoch} is set. */
	private long epochNumber;

	private @Nullable ConnectionEpoch epoch;

	private @Nullable String lastError;

	/** The error is a lost session, which only a reconciliation makes good. */
	private boolean lost;

	private @Nullable MigrationRequired migration;

	private volatile SessionSnapshot snapshot;

	SessionStatus(SessionSettings settings, SessionClock clock, SessionCounters counters) {
		this.settings = settings;
		this.clock = clock;
		this.counters = counters;
		this.since = clock.now();
		this.broker = settings.addresses().get(0);
		this.snapshot = newSnapshot();
	}

	SessionSnapshot snapshot() {
		return this.snapshot;
	}

	@RunsOn(RunsOn.Kind.SESSION)
	SessionState state() {
		return this.machine.state();
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void moveTo(SessionState state) {
		if (this.machine.state() != state) {
			this.machine.moveTo(state);
			if (state != SessionState.MIGRATION_REQUIRED) {
				this.migration = null;
			}
			this.since = this.clock.now();
			publish();
		}
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void dialling(String address) {
		this.broker = address;
		publish();
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void connected(ConnectionEpoch epoch) {
		this.epoch = epoch;
		this.epochNumber = epoch.number();
		this.lastError = null;
		this.lost = false;
		publish();
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void disconnected() {
		this.epoch = null;
		publish();
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void error(String error) {
		this.lastError = error;
		this.lost = false;
		publish();
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void sessionLost(String error) {
		this.lastError = error;
		this.lost = true;
		publish();
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void migrationRequired(MigrationRequired required) {
		this.migration = required;
		this.lastError = required.reason();
		this.lost = false;
		moveTo(SessionState.MIGRATION_REQUIRED);
	}

	@RunsOn(RunsOn.Kind.SESSION)
	void converged() {
		if (this.lost) {
			this.lost = false;
			this.lastError = null;
			publish();
		}
	}

	private void publish() {
		this.snapshot = newSnapshot();
	}

	private SessionSnapshot newSnapshot() {
		ConnectionEpoch epoch = this.epoch;
		ConnAck ack = (epoch != null) ? epoch.connAck() : null;
		String assigned = (ack != null) ? ack.assignedClientId() : null;
		return new SessionSnapshot(this.settings.name(), this.machine.state(), this.settings.mode(),
				(assigned != null) ? assigned : this.settings.clientId(), this.broker, this.since, this.epochNumber,
				(epoch != null) ? epoch.connectedAt() : null, ack, this.counters.reconnects(),
				this.counters.sessionsLost(), this.counters.takeovers(), this.lastError, this.migration);
	}

}
