package io.gobridge.mqtt.session;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the life of a {@link ManagedSession} with a broker that behaves.
 */
class ManagedSessionTests {

	private final SessionFixture fixture = new SessionFixture();

	@Test
	void connectsReconcilesAndStops() {
		this.fixture.connected();
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.session.firstConnection()).isCompleted();
		this.fixture.session.stop(() -> this.fixture.told.add("stopped"));
		this.fixture.advance(Duration.ofMillis(10));
		assertThat(this.fixture.told).containsExactly("open 1", "outbound open 1", "reconcile 1", "quiesce",
				"retired 1 true", "outbound retired 1", "inbound stop", "outbound stop", "stopped");
		assertThat(this.fixture.connector.last().written()).containsExactly("DISCONNECT 0 within PT1S");
		assertThat(this.fixture.state()).isEqualTo(SessionState.STOPPED);
		assertThat(this.fixture.loop.isClosed()).isTrue();
		assertThat(this.fixture.eventNames()).containsExactly("MqttSessionConnectedEvent", "MqttReconciledEvent",
				"MqttSessionDisconnectedEvent");
	}

}
