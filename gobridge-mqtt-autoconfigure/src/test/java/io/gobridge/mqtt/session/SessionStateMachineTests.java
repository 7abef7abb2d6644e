package io.gobridge.mqtt.session;

import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import static io.gobridge.mqtt.session.SessionState.ACTIVE;
import static io.gobridge.mqtt.session.SessionState.CONNECTING;
import static io.gobridge.mqtt.session.SessionState.DEGRADED;
import static io.gobridge.mqtt.session.SessionState.FAILED;
import static io.gobridge.mqtt.session.SessionState.MIGRATION_REQUIRED;
import static io.gobridge.mqtt.session.SessionState.RECONCILING;
import static io.gobridge.mqtt.session.SessionState.RECONNECTING;
import static io.gobridge.mqtt.session.SessionState.STANDBY;
import static io.gobridge.mqtt.session.SessionState.STOPPED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link SessionStateMachine}: every pair of states.
 */
class SessionStateMachineTests {

	private static final Map<SessionState, Set<SessionState>> EXPECTED = Map.of(STOPPED,
			EnumSet.of(STANDBY, CONNECTING), STANDBY, EnumSet.of(STOPPED, CONNECTING, FAILED), CONNECTING,
			EnumSet.of(STOPPED, STANDBY, RECONCILING, MIGRATION_REQUIRED, FAILED), RECONCILING,
			EnumSet.of(STOPPED, STANDBY, ACTIVE, DEGRADED, RECONNECTING, MIGRATION_REQUIRED, FAILED), ACTIVE,
			EnumSet.of(STOPPED, STANDBY, DEGRADED, RECONNECTING, MIGRATION_REQUIRED, FAILED), DEGRADED,
			EnumSet.of(STOPPED, STANDBY, ACTIVE, RECONNECTING, MIGRATION_REQUIRED, FAILED), RECONNECTING,
			EnumSet.of(STOPPED, STANDBY, RECONCILING, MIGRATION_REQUIRED, FAILED), MIGRATION_REQUIRED,
			EnumSet.of(STOPPED, STANDBY, CONNECTING), FAILED, EnumSet.of(STOPPED));

	/** How to get to each state from the first. */
	private static final Map<SessionState, Set<SessionState>> WAYS = Map.of(STOPPED, order(), STANDBY, order(STANDBY),
			CONNECTING, order(CONNECTING), RECONCILING, order(CONNECTING, RECONCILING), ACTIVE,
			order(CONNECTING, RECONCILING, ACTIVE), DEGRADED, order(CONNECTING, RECONCILING, DEGRADED), RECONNECTING,
			order(CONNECTING, RECONCILING, RECONNECTING), MIGRATION_REQUIRED, order(CONNECTING, MIGRATION_REQUIRED),
			FAILED, order(CONNECTING, FAILED));

	private static Set<SessionState> order(SessionState... states) {
		return new LinkedHashSet<>(List.of(states));
	}

	static Stream<Arguments> pairs() {
		return Stream.of(SessionState.values())
			.flatMap((from) -> Stream.of(SessionState.values()).map((to) -> Arguments.of(from, to)));
	}

	@ParameterizedTest
	@MethodSource("pairs")
	void movesAlongTheTableOnly(SessionState from, SessionState to) {
		SessionStateMachine machine = new SessionStateMachine();
		of(WAYS, from).forEach(machine::moveTo);
		assertThat(machine.state()).isEqualTo(from);
		if (of(EXPECTED, from).contains(to)) {
			machine.moveTo(to);
			assertThat(machine.state()).isEqualTo(to);
		}
		else {
			assertThatIllegalStateException().isThrownBy(() -> machine.moveTo(to))
				.withMessage("No move from " + from + " to " + to);
			assertThat(machine.state()).isEqualTo(from);
		}
	}

	@Test
	void everyStateCanBeStopped() {
		assertThat(EXPECTED).hasSize(SessionState.values().length);
		for (SessionState state : SessionState.values()) {
			assertThat(SessionStateMachine.isLegal(state, STOPPED)).isEqualTo(state != STOPPED);
		}
	}

	private static Set<SessionState> of(Map<SessionState, Set<SessionState>> map, SessionState state) {
		Set<SessionState> states = map.get(state);
		assertThat(states).as("of %s", state).isNotNull();
		return states;
	}

}
