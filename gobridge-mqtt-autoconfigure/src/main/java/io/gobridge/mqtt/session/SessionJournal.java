package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.event.MqttMigrationRequiredEvent;
import io.gobridge.mqtt.session.event.MqttReconciledEvent;
import io.gobridge.mqtt.session.event.MqttSessionConnectedEvent;
import io.gobridge.mqtt.session.event.MqttSessionDisconnectedEvent;
import io.gobridge.mqtt.session.event.MqttSessionLostEvent;
import io.gobridge.mqtt.session.event.MqttSessionTakenOverEvent;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes what happens to a session visible: state, last error, counters, events, one line
 * of log for whatever an operator wants to know, and the future of the first connection.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class SessionJournal {

	private static final Logger logger = LoggerFactory.getLogger(ManagedSession.class);

	/** From this many connections cut in a row on another client is suspected. */
	private static final int SUSPICIOUS = 3;

	private final MqttSession session;

	private final SessionSettings settings;

	private final String name;

	private final SessionStatus status;

	private final SessionCounters counters;

	private final UserCallbacks callbacks;

	/** Per process: there was a connection, so the broker should have our session. */
	private boolean connectedBefore;

	private @Nullable Long warnedExpiry;

	/** Guarded by the lock of the life of the session. */
	private boolean over;

	private volatile CompletableFuture<Void> firstConnection = new CompletableFuture<>();

	SessionJournal(MqttSession session, SessionSettings settings, SessionStatus status, SessionCounters counters,
			UserCallbacks callbacks) {
		this.session = session;
		this.settings = settings;
		this.name = settings.name();
		this.status = status;
		this.counters = counters;
		this.callbacks = callbacks;
	}

	/**
	 * Begins a life of the session. Called under the lock of its life. The future that is
	 * handed out before the first start is the one of that start.
	 */
	void renew() {
		if (this.over) {
			this.over = false;
			this.firstConnection = new CompletableFuture<>();
		}
	}

	/**
	 * Ends a life of the session. Called under the lock of its life.
	 * @return the first connection of that life, to be failed where it did not come up
	 */
	CompletableFuture<Void> end() {
		this.over = true;
		return this.firstConnection;
	}

	CompletableFuture<Void> firstConnection() {
		return this.firstConnection;
	}

	void starting() {
		if (this.settings.mode().isDurable() && this.settings.cleanStart() && !this.connectedBefore) {
			logger.warn("Session '{}' starts clean: the broker will discard what it kept for client id '{}'", this.name,
					this.settings.clientId());
		}
		ConnectRequest.Will will = this.settings.will();
		Long delay = (will != null) ? will.delay() : null;
		if (delay != null && delay > this.settings.expirySeconds()) {
			logger.warn("The will delay of session '{}' is longer than the session expiry: the will is sent after {} s",
					this.name, this.settings.expirySeconds());
		}
		this.status.moveTo(SessionState.CONNECTING);
	}

	/**
	 * The address that is dialled next, perhaps after a while.
	 */
	void next(String address) {
		this.status.dialling(address);
	}

	void dialling(String address) {
		next(address);
		logger.debug("Session '{}' dials {}", this.name, address);
	}

	void connected(Attempt attempt, ConnectionEpoch epoch) {
		ConnAck ack = epoch.connAck();
		boolean resumable = this.settings.mode().isDurable() && !attempt.cleanStart() && this.connectedBefore;
		if (this.connectedBefore) {
			this.counters.reconnects.increment();
		}
		this.connectedBefore = true;
		this.counters.connect(ConnectOutcome.SUCCESS);
		this.status.connected(epoch);
		this.status.moveTo(SessionState.RECONCILING);
		logger.info("Session '{}' is connected to {} as '{}' (session present: {}, {})", this.name, attempt.address(),
				this.status.snapshot().clientId(), ack.sessionPresent(), epoch);
		this.callbacks.publish(new MqttSessionConnectedEvent(this.session, this.name, attempt.address(), epoch.number(),
				ack.sessionPresent()));
		checkExpiry(ack);
		if (resumable && !ack.sessionPresent()) {
			sessionLost(attempt);
		}
	}

	private void sessionLost(Attempt attempt) {
		this.counters.sessionsLost.increment();
		String error = "the broker had not kept the session (Session Present = 0)";
		this.status.sessionLost(error);
		logger.warn("Session '{}' was lost: {} answered Session Present = 0; messages that it held are gone, all "
				+ "filters are subscribed again", this.name, attempt.address());
		this.callbacks.publish(new MqttSessionLostEvent(this.session, this.name));
	}

	private void checkExpiry(ConnAck ack) {
		Long granted = ack.sessionExpiry();
		long asked = this.settings.expirySeconds();
		if (granted != null && granted < asked && !granted.equals(this.warnedExpiry)) {
			this.warnedExpiry = granted;
			logger.warn("The broker keeps session '{}' for {} s without a connection, not for {} s as asked", this.name,
					granted, asked);
		}
	}

	void disconnected(Disconnection reason, ReconnectPolicy policy, Duration delay) {
		boolean takenOver = isTakeover(reason);
		String error = ReasonCodes.describe(reason);
		if (takenOver) {
			error = "session taken over: client id '" + this.settings.clientId() + "' is in use by another client; "
					+ error;
		}
		else if (policy.shortLived() >= SUSPICIOUS) {
			error = "closed shortly after each connect, client id '" + this.settings.clientId()
					+ "' may be in use by another client; " + error;
		}
		countRejected(reason);
		this.status.disconnected();
		this.status.error(error);
		this.status.moveTo(SessionState.RECONNECTING);
		logDisconnected(reason, error, takenOver ? policy.takeovers() : 0, delay);
		this.callbacks.publish(new MqttSessionDisconnectedEvent(this.session, this.name, reason));
		if (takenOver) {
			this.counters.takeovers.increment();
			this.callbacks.publish(new MqttSessionTakenOverEvent(this.session, this.name, policy.takeovers()));
		}
	}

	private void logDisconnected(Disconnection reason, String error, int takeovers, Duration delay) {
		String broker = this.status.snapshot().broker();
		if (takeovers >= SUSPICIOUS) {
			logger.error("Session '{}' lost {}: {}; {} times in a row, dials again in {} ms", this.name, broker, error,
					takeovers, delay.toMillis());
		}
		else if (reason.kind() == Disconnection.Kind.CLOSED) {
			logger.info("Session '{}' closed its connection to {}, dials again in {} ms", this.name, broker,
					delay.toMillis());
		}
		else {
			logger.warn("Session '{}' lost {}: {}; dials again in {} ms", this.name, broker, error, delay.toMillis());
		}
		logMoved(reason);
	}

	private void logMoved(Disconnection reason) {
		if (ReasonCodes.isMoved(reason.reasonCode())) {
			logger.warn("The broker of session '{}' names another server; the configured addresses stay in use",
					this.name);
		}
	}

	private void countRejected(Disconnection reason) {
		if (reason.kind() == Disconnection.Kind.PROTOCOL_ERROR) {
			this.counters.rejected.increment();
		}
	}

	void attemptFailed(Attempt attempt, Disconnection reason, Duration delay) {
		countRejected(reason);
		String error = ReasonCodes.describe(reason);
		if (reason.kind() != Disconnection.Kind.CLOSED) {
			this.counters.connect(ConnectOutcome.of(reason));
		}
		this.status.error(error);
		logger.warn("Session '{}' could not connect to {}: {}; dials again in {} ms", this.name, attempt.address(),
				error, delay.toMillis());
		if (reason.cause() != null) {
			logger.debug("Cause of the failed attempt", reason.cause());
		}
		logMoved(reason);
		boolean refused = reason.kind() == Disconnection.Kind.REFUSED && ReasonCodes.isPermanent(reason.reasonCode());
		if (refused || reason.kind() == Disconnection.Kind.TLS_FAILED) {
			failFirst(new SessionConnectException(
					"Session '" + this.name + "' could not connect to " + attempt.address() + ": " + error, reason));
		}
	}

	/**
	 * The session does not go on until somebody has decided.
	 */
	void migrationRequired(MigrationRequired migration) {
		this.status.migrationRequired(migration);
		logger.error(
				"Session '{}' does not go on, nothing of it is acknowledged: {}. Filters: {}. What can be done: {}",
				this.name, migration.reason(), migration.filters(), String.join("; or ", migration.waysOut()));
		this.callbacks.publish(new MqttMigrationRequiredEvent(this.session, this.name, migration));
	}

	void decided() {
		this.status.moveTo(SessionState.CONNECTING);
		logger.info("Session '{}' goes on after a decision about its migration", this.name);
	}

	void recovering() {
		this.counters.recoveries.increment();
	}

	void reconciled(Reconciler.Outcome outcome) {
		boolean idle = outcome == Reconciler.Outcome.IDLE;
		if (!idle) {
			this.counters.reconciled(outcome);
		}
		if (outcome.isComplete()) {
			this.status.converged();
		}
		SessionState next = outcome.isComplete() ? SessionState.ACTIVE : SessionState.DEGRADED;
		if (this.status.state() != next) {
			this.status.moveTo(next);
			logger.info("Session '{}' is {} (reconciliation: {})", this.name, next, outcome);
		}
		if (!idle) {
			this.callbacks.publish(new MqttReconciledEvent(this.session, this.name, outcome));
		}
		CompletableFuture<Void> first = this.firstConnection;
		this.callbacks.execute(() -> first.complete(null));
	}

	/**
	 * A connection has ended because the session stops.
	 */
	void closed(Disconnection reason) {
		this.status.disconnected();
		this.callbacks.publish(new MqttSessionDisconnectedEvent(this.session, this.name, reason));
	}

	void stopped() {
		this.status.disconnected();
		this.status.moveTo(SessionState.STOPPED);
		logger.info("Session '{}' is stopped", this.name);
	}

	private void failFirst(RuntimeException failure) {
		CompletableFuture<Void> first = this.firstConnection;
		this.callbacks.execute(() -> first.completeExceptionally(failure));
	}

	private static boolean isTakeover(Disconnection reason) {
		return reason.kind() == Disconnection.Kind.SERVER_DISCONNECT
				&& reason.reasonCode() == ReasonCodes.SESSION_TAKEN_OVER;
	}

}
