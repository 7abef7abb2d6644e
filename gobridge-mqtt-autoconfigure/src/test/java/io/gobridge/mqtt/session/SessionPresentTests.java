package io.gobridge.mqtt.session;

import java.time.Duration;

import io.gobridge.mqtt.session.event.MqttSessionConnectedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for what a {@link ManagedSession} asks of the broker's session and makes of the
 * answer.
 */
@ExtendWith(OutputCaptureExtension.class)
class SessionPresentTests {

	private SessionFixture fixture = new SessionFixture();

	private void reconnect(boolean sessionPresent) {
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(sessionPresent);
	}

	@Test
	void persistentSessionIsResumed() {
		this.fixture.connected();
		reconnect(true);
		assertThat(this.fixture.connector.dials()).allSatisfy((dial) -> {
			assertThat(dial.request().cleanStart()).isFalse();
			assertThat(dial.request().sessionExpiry()).isEqualTo(86400);
			assertThat(dial.request().clientId()).isEqualTo("me");
		});
		assertThat(this.fixture.session.snapshot().sessionsLost()).isZero();
		assertThat(this.fixture.events).filteredOn(MqttSessionConnectedEvent.class::isInstance)
			.map((event) -> ((MqttSessionConnectedEvent) event).sessionPresent())
			.containsExactly(false, true);
	}

	@Test
	void ephemeralSessionAlwaysStartsClean() {
		this.fixture = new SessionFixture((settings) -> settings.mode(SessionMode.EPHEMERAL));
		this.fixture.connected();
		reconnect(false);
		assertThat(this.fixture.connector.dials()).allSatisfy((dial) -> {
			assertThat(dial.request().cleanStart()).isTrue();
			assertThat(dial.request().sessionExpiry()).isZero();
		});
		assertThat(this.fixture.session.snapshot().sessionsLost()).isZero();
		assertThat(this.fixture.lastError()).isNull();
	}

	@Test
	void firstConnectionLosesNothing() {
		this.fixture.connected();
		assertThat(this.fixture.session.snapshot().sessionsLost()).isZero();
		assertThat(this.fixture.eventNames()).doesNotContain("MqttSessionLostEvent");
	}

	@Test
	void lostSessionIsToldUntilReconciled() {
		this.fixture.connected();
		this.fixture.reconciler.outcome = null;
		reconnect(false);
		assertThat(this.fixture.session.statistics().sessionsLost()).isEqualTo(1);
		assertThat(this.fixture.session.snapshot().sessionsLost()).isEqualTo(1);
		assertThat(this.fixture.eventNames()).endsWith("MqttSessionConnectedEvent", "MqttSessionLostEvent");
		assertThat(this.fixture.lastError()).isEqualTo("the broker had not kept the session (Session Present = 0)");
		this.fixture.reconciler.finish(Reconciler.Outcome.DEGRADED);
		assertThat(this.fixture.lastError()).isNotNull();
		this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		this.fixture.reconciler.finish(Reconciler.Outcome.CONVERGED);
		assertThat(this.fixture.lastError()).isNull();
	}

	@Test
	void cleanStartIsForTheFirstConnectionOfTheProcess(CapturedOutput output) {
		this.fixture = new SessionFixture((settings) -> settings.cleanStart(true));
		this.fixture.start();
		this.fixture.end(ScriptedConnector.unreachable());
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(false);
		reconnect(true);
		assertThat(this.fixture.connector.dials()).map((dial) -> dial.request().cleanStart())
			.containsExactly(true, true, false);
		assertThat(output).containsOnlyOnce("Session 'default' starts clean");
		assertThat(this.fixture.session.snapshot().sessionsLost()).isZero();
		this.fixture.session.stop(() -> {
		});
		this.fixture.loop.runReady();
		this.fixture.start();
		assertThat(this.fixture.connector.last().request().cleanStart()).isFalse();
	}

	@Test
	void shorterExpiryOfTheBrokerIsLoggedOnce(CapturedOutput output) {
		this.fixture.start();
		this.fixture.connector.last().accept(ScriptedConnector.ack(false, 3600L, null));
		this.fixture.loop.runReady();
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.advance(this.fixture.delay());
		this.fixture.connector.last().accept(ScriptedConnector.ack(true, 3600L, null));
		this.fixture.loop.runReady();
		assertThat(output).containsOnlyOnce("keeps session 'default' for 3600 s without a connection, not for 86400 s");
	}

	@Test
	void assignedClientIdentifierIsShown() {
		this.fixture = new SessionFixture((settings) -> settings.mode(SessionMode.EPHEMERAL).clientId(""));
		this.fixture.start();
		this.fixture.connector.last().accept(ScriptedConnector.ack(false, null, "auto-1"));
		this.fixture.loop.runReady();
		assertThat(this.fixture.session.snapshot().clientId()).isEqualTo("auto-1");
		this.fixture.end(ScriptedConnector.lost());
		assertThat(this.fixture.session.snapshot().clientId()).isEmpty();
	}

	@Test
	void willDelayBeyondTheExpiryIsWarned(CapturedOutput output) {
		this.fixture = new SessionFixture((settings) -> settings.expiry(Duration.ofSeconds(60))
			.will(new ConnectRequest.Will("gone", new byte[0], 1, false, 61L)));
		this.fixture.start();
		assertThat(output).contains("The will delay of session 'default' is longer than the session expiry");
	}

	@Test
	void credentialsNeverReachTheLog(CapturedOutput output) {
		this.fixture = new SessionFixture((settings) -> settings.credentials(Credentials.of("user-x", "s3cr3t")));
		this.fixture.connected();
		this.fixture.end(ScriptedConnector.refused(0x86));
		this.fixture.session.stop(() -> {
		});
		this.fixture.loop.runReady();
		assertThat(this.fixture.connector.dials().get(0).request().password()).isEqualTo("s3cr3t");
		assertThat(output).contains("is connected to mqtt://localhost:1883").doesNotContain("s3cr3t", "user-x");
		assertThat(this.fixture.session.settings().toString() + this.fixture.session
				+ this.fixture.session.settings().credentials().current())
			.doesNotContain("s3cr3t", "user-x");
	}

}
