package io.gobridge.mqtt.session;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.event.MqttSessionTakenOverEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for how a {@link ManagedSession} comes back.
 */
class SessionReconnectTests {

	private SessionFixture fixture = new SessionFixture();

	@Test
	void brokerThatIsDownAtStartIsTriedAgain() {
		this.fixture.start();
		for (int seconds = 1; seconds <= 16; seconds *= 2) {
			this.fixture.end(ScriptedConnector.unreachable());
			assertThat(this.fixture.state()).isEqualTo(SessionState.CONNECTING);
			assertThat(this.fixture.lastError()).isEqualTo("connection refused");
			assertThat(this.fixture.delay()).isEqualTo(Duration.ofMillis(500L * seconds));
			int dials = this.fixture.dials();
			this.fixture.advance(this.fixture.delay().minusNanos(1));
			assertThat(this.fixture.dials()).isEqualTo(dials);
			this.fixture.advance(Duration.ofNanos(1));
			assertThat(this.fixture.dials()).isEqualTo(dials + 1);
		}
		this.fixture.accept(false);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.lastError()).isNull();
		assertThat(this.fixture.session.firstConnection()).isCompleted();
		assertThat(this.fixture.session.statistics().reconnects()).isZero();
		assertThat(this.fixture.session.statistics().connects(ConnectOutcome.UNREACHABLE)).isEqualTo(5);
		assertThat(this.fixture.session.statistics().connects(ConnectOutcome.SUCCESS)).isEqualTo(1);
	}

	@Test
	void serverUnavailableThenNotAuthorizedThenSuccess() {
		this.fixture.connected();
		this.fixture.advance(Duration.ofMinutes(1));
		this.fixture.end(ScriptedConnector.lost());
		List<Long> delays = new ArrayList<>();
		for (int attempt = 0; attempt < 10; attempt++) {
			this.fixture.advance(this.fixture.delay());
			this.fixture.end(ScriptedConnector.refused((attempt < 5) ? 0x88 : 0x87));
			assertThat(this.fixture.lastError())
				.isEqualTo((attempt < 5) ? "refused (0x88 Server unavailable)" : "refused (0x87 Not authorized)");
			assertThat(this.fixture.state()).isEqualTo(SessionState.RECONNECTING);
			delays.add(this.fixture.delay().multipliedBy(2).toSeconds());
		}
		assertThat(delays).containsExactly(2L, 4L, 8L, 16L, 32L, 64L, 120L, 120L, 120L, 120L);
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(true);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.lastError()).isNull();
		assertThat(this.fixture.session.statistics().connects(ConnectOutcome.REFUSED)).isEqualTo(10);
		// Not yet stable, so the loss does not bring back the short delays.
		this.fixture.end(ScriptedConnector.lost());
		assertThat(this.fixture.delay()).isEqualTo(Duration.ofSeconds(60));
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(true);
		this.fixture.advance(Duration.ofSeconds(30));
		this.fixture.end(ScriptedConnector.lost());
		assertThat(this.fixture.delay()).isEqualTo(Duration.ofMillis(500));
	}

	@Test
	void firstConnectionFailsOnARefusalForGoodAndTheSessionGoesOn() {
		this.fixture.start();
		this.fixture.end(ScriptedConnector.unreachable());
		CompletableFuture<Void> first = this.fixture.session.firstConnection();
		assertThat(first).isNotDone();
		this.fixture.advance(this.fixture.delay());
		this.fixture.end(ScriptedConnector.refused(0x86));
		assertThat(first).isCompletedExceptionally();
		assertThat(first.handle((none, failure) -> failure).join()).isInstanceOf(SessionConnectException.class)
			.hasMessage("Session 'default' could not connect to mqtt://localhost:1883: "
					+ "refused (0x86 Bad User Name or Password)");
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(false);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
	}

	@Test
	void takeoversSlowDownAndAreTold() {
		this.fixture.connected();
		List<Long> delays = new ArrayList<>();
		for (int n = 0; n < 6; n++) {
			this.fixture.end(ScriptedConnector.takenOver());
			assertThat(this.fixture.lastError()).startsWith("session taken over: client id 'me' is in use");
			delays.add(this.fixture.delay().toMillis());
			this.fixture.advance(this.fixture.delay());
			this.fixture.accept(true);
		}
		// Half of 1, 2, 4 … from the back-off, and 1, 2, 4 … from the streak.
		assertThat(delays).containsExactly(500L, 2000L, 4000L, 8000L, 16000L, 32000L);
		assertThat(this.fixture.session.snapshot().takeovers()).isEqualTo(6);
		assertThat(this.fixture.events).filteredOn(MqttSessionTakenOverEvent.class::isInstance)
			.map((event) -> ((MqttSessionTakenOverEvent) event).streak())
			.containsExactly(1, 2, 3, 4, 5, 6);
	}

	@Test
	void twoClientsWithOneIdentifierMakeFewConnectsInAMinute() {
		this.fixture.connector.always((dial) -> {
			dial.accept(true);
			this.fixture.loop.schedule(() -> dial.end(ScriptedConnector.lost()), Duration.ofMillis(50));
		});
		this.fixture.start();
		this.fixture.advance(Duration.ofMinutes(1));
		assertThat(this.fixture.dials()).isBetween(5, 10);
		assertThat(this.fixture.lastError()).contains("'me' may be in use by another client");
		assertThat(this.fixture.connector.mostOpen()).isEqualTo(1);
	}

	@Test
	void brokerThatRefusesAtOnceIsNotFlooded() {
		this.fixture.connector.always((dial) -> dial.end(ScriptedConnector.unreachable()));
		this.fixture.start();
		this.fixture.advance(Duration.ofMinutes(10));
		assertThat(this.fixture.dials()).isBetween(10, 25);
		assertThat(this.fixture.connector.mostOpen()).isEqualTo(1);
	}

	@Test
	void addressesAreWalkedFromTheFirstUntilOneAnswers() {
		this.fixture = new SessionFixture(
				(settings) -> settings.mode(SessionMode.EPHEMERAL).addresses("mqtt://a:1883", "mqtt://b:1883"));
		this.fixture.start();
		this.fixture.end(ScriptedConnector.unreachable());
		assertThat(dialled()).containsExactly("mqtt://a:1883", "mqtt://b:1883");
		this.fixture.accept(false);
		assertThat(this.fixture.session.snapshot().broker()).isEqualTo("mqtt://b:1883");
		this.fixture.advance(Duration.ofMinutes(1));
		this.fixture.end(ScriptedConnector.lost());
		assertThat(this.fixture.session.snapshot().broker()).isEqualTo("mqtt://a:1883");
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(false);
		this.fixture.advance(Duration.ofMinutes(1));
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.advance(this.fixture.delay());
		this.fixture.end(ScriptedConnector.unreachable());
		this.fixture.end(ScriptedConnector.unreachable());
		assertThat(dialled()).containsExactly("mqtt://a:1883", "mqtt://b:1883", "mqtt://a:1883", "mqtt://a:1883",
				"mqtt://b:1883");
		assertThat(this.fixture.delay()).as("between rounds").isEqualTo(Duration.ofSeconds(1));
	}

	private List<String> dialled() {
		return this.fixture.connector.dials().stream().map((dial) -> dial.request().uri()).toList();
	}

	@ParameterizedTest
	@CsvSource({ "REFUSED,REFUSED", "UNREACHABLE,UNREACHABLE", "LOST,UNREACHABLE", "TLS_FAILED,TLS",
			"PROTOCOL_ERROR,PROTOCOL", "KEEP_ALIVE_TIMEOUT,TIMEOUT" })
	void attemptsAreCountedByOutcome(Disconnection.Kind kind, ConnectOutcome outcome) {
		this.fixture.start();
		this.fixture.end(new Disconnection(kind, -1, "failed", null));
		for (ConnectOutcome other : ConnectOutcome.values()) {
			assertThat(this.fixture.session.statistics().connects(other)).isEqualTo((other == outcome) ? 1 : 0);
		}
	}

	@Test
	void timeoutIsToldByTheTypeOfTheCause() {
		this.fixture.start();
		this.fixture.end(new Disconnection(Disconnection.Kind.UNREACHABLE, -1, "failed",
				new IllegalStateException(new SocketTimeoutException())));
		assertThat(this.fixture.session.statistics().connects(ConnectOutcome.TIMEOUT)).isEqualTo(1);
		assertThat(ConnectOutcome.TIMEOUT.tag()).isEqualTo("timeout");
	}

	@Test
	void attemptThatNeverEndsIsGivenUp() {
		this.fixture.start();
		this.fixture.connector.last().deaf();
		this.fixture.advance(Duration.ofSeconds(35));
		assertThat(this.fixture.lastError()).isEqualTo("no answer within PT30S");
		assertThat(this.fixture.session.statistics().connects(ConnectOutcome.TIMEOUT)).isEqualTo(1);
		ScriptedConnector.Dial late = this.fixture.connector.last();
		this.fixture.advance(this.fixture.delay());
		assertThat(this.fixture.dials()).isEqualTo(2);
		late.accept(true);
		late.end(ScriptedConnector.lost());
		this.fixture.loop.runReady();
		assertThat(this.fixture.inbound.epochs).isEmpty();
		assertThat(this.fixture.dials()).isEqualTo(2);
	}

	@Test
	void credentialsThatThrowAreAFailedAttempt() {
		this.fixture = new SessionFixture((settings) -> settings.credentials(() -> {
			throw new IllegalStateException("the secret is s3cr3t");
		}));
		this.fixture.start();
		assertThat(this.fixture.lastError())
			.isEqualTo("credentials or TLS material could not be had: java.lang.IllegalStateException");
		assertThat(this.fixture.delay()).isEqualTo(Duration.ofMillis(500));
		this.fixture.advance(Duration.ofMinutes(1));
		assertThat(this.fixture.dials()).isZero();
		assertThat(this.fixture.session.statistics().connects(ConnectOutcome.UNREACHABLE)).isGreaterThan(3);
	}

	@Test
	void connectorThatThrowsIsAFailedAttempt() {
		this.fixture.connector.failure = new NoClassDefFoundError("wanted by the test");
		this.fixture.start();
		assertThat(this.fixture.lastError()).isEqualTo("the attempt could not be made: java.lang.NoClassDefFoundError");
		this.fixture.connector.failure = null;
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(false);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
	}

	@Test
	void connectorThatReportsFromWithinIsToldSoAndDoesNotHang() {
		this.fixture.connector.fromWithin = true;
		this.fixture.connector.always((dial) -> dial.accept(false));
		this.fixture.start();
		assertThat(this.fixture.lastError())
			.isEqualTo("the attempt could not be made: java.lang.IllegalStateException");
	}

	@Test
	void everyAttemptAsksForCredentials() {
		List<String> passwords = new ArrayList<>(List.of("one", "two"));
		this.fixture = new SessionFixture(
				(settings) -> settings.credentials(() -> new Credentials.Login("user", passwords.remove(0))));
		this.fixture.start();
		this.fixture.end(ScriptedConnector.refused(0x87));
		this.fixture.advance(this.fixture.delay());
		assertThat(this.fixture.connector.dials()).map((dial) -> dial.request().password())
			.containsExactly("one", "two");
	}

	@Test
	void reconnectDialsWithoutWaiting() {
		this.fixture.connected();
		CompletableFuture<Void> reconnect = this.fixture.session.reconnect();
		CompletableFuture<Void> again = this.fixture.session.reconnect();
		this.fixture.loop.runReady();
		assertThat(this.fixture.dials()).isEqualTo(2);
		assertThat(this.fixture.connector.dials().get(0).written()).containsExactly("DISCONNECT 0 within PT1S");
		assertThat(reconnect).isNotDone();
		this.fixture.accept(true);
		assertThat(reconnect).isCompleted();
		assertThat(again).isCompleted();
		assertThat(this.fixture.session.statistics().recoveries()).isEqualTo(1);
		assertThat(this.fixture.session.snapshot().reconnects()).isEqualTo(1);
	}

	@Test
	void reconnectCutsTheBackOffShort() {
		this.fixture.start();
		this.fixture.end(ScriptedConnector.refused(0x87));
		CompletableFuture<Void> reconnect = this.fixture.session.reconnect();
		this.fixture.loop.runReady();
		assertThat(this.fixture.dials()).isEqualTo(2);
		this.fixture.accept(false);
		assertThat(reconnect).isCompleted();
		this.fixture.advance(Duration.ofMinutes(5));
		assertThat(this.fixture.dials()).as("the timer of the back-off is gone").isEqualTo(2);
	}

	@Test
	void reconnectWithAPeerThatDoesNotCloseIsBounded() {
		this.fixture.connected();
		this.fixture.connector.last().deaf();
		this.fixture.session.reconnect();
		this.fixture.loop.runReady();
		assertThat(this.fixture.dials()).isEqualTo(1);
		this.fixture.advance(Duration.ofSeconds(2));
		assertThat(this.fixture.dials()).isEqualTo(2);
	}

	@Test
	void portsThatThrowDoNotEndTheCycle() {
		this.fixture.outbound.failure = new IllegalStateException("broken");
		this.fixture.connected();
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.inbound.failure = new IllegalStateException("broken");
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(true);
		assertThat(this.fixture.state()).isEqualTo(SessionState.RECONNECTING);
		this.fixture.inbound.failure = null;
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(true);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
	}

	@Test
	void aReconnectWaitsForTheHandlersThatRunAndTakesNothingNew() {
		SessionFixture fixture = new SessionFixture().connected();
		fixture.inbound.idle = false;
		fixture.session.reconnect();
		fixture.loop.runReady();
		assertThat(fixture.told).endsWith("quiesce 1");
		fixture.advance(Duration.ofSeconds(5));
		assertThat(fixture.connector.last().written()).isEmpty();
		fixture.inbound.idle = true;
		fixture.advance(Duration.ofMillis(10));
		assertThat(fixture.dials()).isEqualTo(2);
	}

	@Test
	void aReconnectDoesNotWaitForAHandlerThatNeverEnds() {
		SessionFixture fixture = new SessionFixture((settings) -> settings.drainTimeout(Duration.ofSeconds(7)))
			.connected();
		fixture.inbound.idle = false;
		fixture.session.reconnect();
		fixture.advance(Duration.ofMillis(6990));
		assertThat(fixture.dials()).isOne();
		fixture.advance(Duration.ofMillis(20));
		assertThat(fixture.dials()).isEqualTo(2);
	}

	@Test
	void aStopEndsTheWaitOfAReconnect() {
		SessionFixture fixture = new SessionFixture((settings) -> settings.drainTimeout(Duration.ofSeconds(1)))
			.connected();
		fixture.inbound.idle = false;
		fixture.session.reconnect();
		fixture.loop.runReady();
		fixture.session.stop(() -> {
		});
		fixture.advance(Duration.ofSeconds(3));
		assertThat(fixture.dials()).isOne();
		assertThat(fixture.state()).isEqualTo(SessionState.STOPPED);
	}

}
