package io.gobridge.mqtt.session;

/**
 * The states of a session.
 */
public enum SessionState {

	/** Not started, or stopped. */
	STOPPED,

	/** Waits to become the leader; only for exclusive sessions. */
	STANDBY,

	/** Dials for the first time since it was started. */
	CONNECTING,

	/** Connected, and brings the subscriptions in line with the plan. */
	RECONCILING,

	/** Connected, and everything that is wanted is subscribed. */
	ACTIVE,

	/** Connected, but something that is wanted is missing. */
	DEGRADED,

	/** The connection was lost; dials again. */
	RECONNECTING,

	/** The past of this identity is unknown or pinned; an operator has to act. */
	MIGRATION_REQUIRED,

	/** Ended by an error that waiting does not cure. */
	FAILED

}
