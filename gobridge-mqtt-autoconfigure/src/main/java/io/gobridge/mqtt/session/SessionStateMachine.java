package io.gobridge.mqtt.session;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

import io.gobridge.mqtt.RunsOn;

/**
 * The legal moves between the states of a session.
 *
 * <pre>
 *             +--&gt; STANDBY --+
 *             |      ^ |     |
 *   STOPPED --+------|-|-----+--&gt; CONNECTING --&gt; RECONCILING --&gt; ACTIVE &lt;--&gt; DEGRADED
 *      ^             | |              |            ^     |          |           |
 *      |             | |              |            |     v          v           v
 *      |             | |              |            +--- RECONNECTING &lt;----------+
 *      +-- from any -+ +-- from any   +--&gt; MIGRATION_REQUIRED, FAILED: from any that is running
 * </pre>
 *
 * A later reconciliation on a connection does not leave {@code ACTIVE} or
 * {@code DEGRADED}: health would flap with every route that is registered.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class SessionStateMachine {

	private static final Map<SessionState, Set<SessionState>> MOVES = moves();

	private SessionState state = SessionState.STOPPED;

	private static Map<SessionState, Set<SessionState>> moves() {
		Map<SessionState, Set<SessionState>> moves = new EnumMap<>(SessionState.class);
		Set<SessionState> ends = EnumSet.of(SessionState.STOPPED, SessionState.STANDBY, SessionState.MIGRATION_REQUIRED,
				SessionState.FAILED);
		moves.put(SessionState.STOPPED, EnumSet.of(SessionState.STANDBY, SessionState.CONNECTING));
		moves.put(SessionState.STANDBY, EnumSet.of(SessionState.STOPPED, SessionState.CONNECTING, SessionState.FAILED));
		moves.put(SessionState.CONNECTING, with(ends, SessionState.RECONCILING));
		moves.put(SessionState.RECONCILING,
				with(ends, SessionState.ACTIVE, SessionState.DEGRADED, SessionState.RECONNECTING));
		moves.put(SessionState.ACTIVE, with(ends, SessionState.DEGRADED, SessionState.RECONNECTING));
		moves.put(SessionState.DEGRADED, with(ends, SessionState.ACTIVE, SessionState.RECONNECTING));
		moves.put(SessionState.RECONNECTING, with(ends, SessionState.RECONCILING));
		moves.put(SessionState.MIGRATION_REQUIRED,
				EnumSet.of(SessionState.STOPPED, SessionState.STANDBY, SessionState.CONNECTING));
		moves.put(SessionState.FAILED, EnumSet.of(SessionState.STOPPED));
		return moves;
	}

	private static Set<SessionState> with(Set<SessionState> states, SessionState... more) {
		Set<SessionState> all = EnumSet.copyOf(states);
		all.addAll(Set.of(more));
		return all;
	}

	SessionState state() {
		return this.state;
	}

	/**
	 * Moves to another state.
	 * @param next the state to move to
	 * @throws IllegalStateException where the move is not in the table, also for the
	 * state that the machine is in
	 */
	void moveTo(SessionState next) {
		if (!isLegal(this.state, next)) {
			throw new IllegalStateException("No move from " + this.state + " to " + next);
		}
		this.state = next;
	}

	static boolean isLegal(SessionState from, SessionState to) {
		Set<SessionState> legal = MOVES.get(from);
		return legal != null && legal.contains(to);
	}

}
