package io.gobridge.mqtt.session;

import java.util.concurrent.CompletableFuture;

/**
 * The one session with a broker that a configured connection keeps. May be used from any
 * thread; nothing here waits.
 */
public interface MqttSession {

	/**
	 * The name of the connection in the configuration, {@code default} for the one
	 * directly under {@code gobridge.mqtt}.
	 * @return the name of the session
	 */
	String name();

	/**
	 * The state at this moment.
	 * @return the state
	 */
	SessionState state();

	/**
	 * A consistent view of the session at this moment. Never blocks.
	 * @return an immutable snapshot
	 */
	SessionSnapshot snapshot();

	/**
	 * Brings the subscriptions of the broker in line with the plan. Requests that come
	 * while one runs are joined into one more run.
	 * @return completes when the run that began after this call has ended; fails with a
	 * {@link ConnectionClosedException} where there is no connection
	 */
	CompletableFuture<Reconciler.Outcome> reconcile();

	/**
	 * Ends the connection, if there is one, and dials again. Nothing more is taken from
	 * the old connection; handlers that run are waited for, within the drain timeout, and
	 * their settlements written, so that the next connection does not bring their
	 * messages again. The broker delivers again what was not acknowledged, if it keeps
	 * the session. Where the session waits for a decision about its migration, this is
	 * the decision to go on.
	 * @return completes when the next connection is up
	 */
	CompletableFuture<Void> reconnect();

}
