package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for stopping a {@link ManagedSession} in every state.
 */
class SessionStopTests {

	private final SessionFixture fixture = new SessionFixture(
			(settings) -> settings.drainTimeout(Duration.ofSeconds(10)));

	private boolean stopped;

	private void stop() {
		this.fixture.session.stop(() -> this.stopped = true);
		this.fixture.loop.runReady();
	}

	private void assertStopped() {
		assertThat(this.stopped).isTrue();
		assertThat(this.fixture.state()).isEqualTo(SessionState.STOPPED);
		assertThat(this.fixture.session.isRunning()).isFalse();
		assertThat(this.fixture.loop.isClosed()).isTrue();
		assertThat(this.fixture.loop.delays()).isEmpty();
		assertThat(this.fixture.told).contains("quiesce", "inbound stop", "outbound stop");
		assertThat(this.fixture.connector.open()).isZero();
		int dials = this.fixture.dials();
		this.fixture.advance(Duration.ofHours(1));
		assertThat(this.fixture.dials()).isEqualTo(dials);
	}

	@Test
	void neverStarted() {
		stop();
		assertThat(this.stopped).isTrue();
		assertThat(this.fixture.state()).isEqualTo(SessionState.STOPPED);
		assertThat(this.fixture.told).isEmpty();
	}

	@Test
	void beforeTheSessionThreadHasBegun() {
		this.fixture.session.start();
		this.fixture.session.stop(() -> this.stopped = true);
		this.fixture.loop.runReady();
		assertStopped();
	}

	@Test
	void whileDialling() {
		this.fixture.start();
		stop();
		assertThat(this.fixture.connector.last().written()).containsExactly("DISCONNECT 0 within PT0S");
		assertStopped();
		assertThat(this.fixture.session.firstConnection()).isCompletedExceptionally();
		assertThat(this.fixture.eventNames()).isEmpty();
	}

	@Test
	void whileDiallingAPeerThatStaysSilent() {
		this.fixture.start();
		this.fixture.connector.last().deaf();
		stop();
		assertThat(this.stopped).isFalse();
		this.fixture.advance(Duration.ofSeconds(1));
		this.fixture.connector.last().end(ScriptedConnector.lost());
		assertStopped();
	}

	@Test
	void whileBackingOff() {
		this.fixture.start();
		this.fixture.end(ScriptedConnector.unreachable());
		stop();
		assertStopped();
	}

	@Test
	void whileReconciling() {
		this.fixture.reconciler.outcome = null;
		this.fixture.connected();
		CompletableFuture<Reconciler.Outcome> reconcile = this.fixture.session.reconcile();
		stop();
		assertStopped();
		assertThat(reconcile).isCompletedExceptionally();
		this.fixture.reconciler.finish(Reconciler.Outcome.CONVERGED);
		assertThat(this.fixture.state()).isEqualTo(SessionState.STOPPED);
	}

	@Test
	void waitsForHandlersBeforeDisconnect() {
		this.fixture.connected();
		this.fixture.inbound.idle = false;
		stop();
		this.fixture.advance(Duration.ofSeconds(2));
		assertThat(this.fixture.told).contains("quiesce").doesNotContain("inbound stop");
		assertThat(this.fixture.connector.last().written()).isEmpty();
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		this.fixture.inbound.idle = true;
		this.fixture.advance(Duration.ofMillis(10));
		assertThat(this.fixture.connector.last().written()).containsExactly("DISCONNECT 0 within PT1S");
		assertStopped();
	}

	@Test
	void handlersThatDoNotEndAreLeft() {
		this.fixture.connected();
		this.fixture.inbound.idle = false;
		stop();
		this.fixture.advance(Duration.ofSeconds(10).minusMillis(1));
		assertThat(this.stopped).isFalse();
		this.fixture.advance(Duration.ofMillis(1));
		assertStopped();
	}

	@Test
	void brokerThatIsStalled() {
		this.fixture.connected();
		this.fixture.connector.last().deaf();
		stop();
		this.fixture.advance(Duration.ofSeconds(2).minusNanos(1));
		assertThat(this.stopped).isFalse();
		this.fixture.advance(Duration.ofNanos(1));
		assertThat(this.stopped).isTrue();
		assertThat(this.fixture.told).contains("retired 1 true", "inbound stop");
	}

	@Test
	void everythingHangsAtOnce() {
		this.fixture.connected();
		this.fixture.connector.last().deaf();
		this.fixture.inbound.idle = false;
		stop();
		this.fixture.advance(Duration.ofSeconds(10).plus(GracefulStop.OVERHEAD));
		assertThat(this.stopped).isTrue();
	}

	@Test
	void connectionThatEndsDuringTheDrain() {
		this.fixture.connected();
		this.fixture.inbound.idle = false;
		stop();
		this.fixture.end(ScriptedConnector.lost());
		assertThat(this.fixture.told).contains("retired 1 true").doesNotContain("inbound stop");
		this.fixture.inbound.idle = true;
		this.fixture.advance(Duration.ofMillis(10));
		assertStopped();
		assertThat(this.fixture.eventNames()).endsWith("MqttSessionDisconnectedEvent");
	}

	@Test
	void connackThatRacesTheStopOpensNothing() {
		this.fixture.start();
		this.fixture.connector.last().deaf();
		stop();
		this.fixture.accept(true);
		assertThat(this.fixture.inbound.epochs).isEmpty();
		this.fixture.end(ScriptedConnector.lost());
		assertStopped();
		assertThat(this.fixture.told).containsExactly("quiesce", "inbound stop", "outbound stop");
	}

	@Test
	void connackBeforeTheStopThatTheSessionThreadSeesBehindIt() {
		this.fixture.start();
		this.fixture.session.stop(() -> this.stopped = true);
		this.fixture.connector.last().accept(true);
		this.fixture.loop.runReady();
		assertStopped();
		assertThat(this.fixture.told).containsExactly("open 1", "quiesce", "retired 1 true", "inbound stop",
				"outbound stop");
	}

	@Test
	void stopTwiceIsOneStop() {
		this.fixture.connected();
		this.fixture.session.stop(() -> this.fixture.told.add("first"));
		this.fixture.session.stop(() -> this.fixture.told.add("second"));
		stop();
		assertStopped();
		assertThat(this.fixture.told).containsOnlyOnce("quiesce", "inbound stop", "first", "second");
		this.fixture.session.stop();
	}

	@Test
	void nothingIsUnsubscribed() {
		this.fixture.connected();
		stop();
		assertThat(this.fixture.connector.last().written()).noneMatch((packet) -> packet.startsWith("UNSUBSCRIBE"));
		assertStopped();
	}

	@Test
	void requestsEndWithTheSession() {
		this.fixture.connected();
		CompletableFuture<Void> reconnect = this.fixture.session.reconnect();
		this.fixture.loop.runReady();
		stop();
		assertStopped();
		assertThat(reconnect).isCompletedExceptionally();
		assertThat(this.fixture.session.reconnect()).isCompletedExceptionally();
		assertThat(this.fixture.session.reconcile()).isCompletedExceptionally();
	}

	@Test
	void startsAgain() {
		this.fixture.connected();
		stop();
		this.fixture.start();
		this.fixture.accept(true);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.session.firstConnection()).isCompleted();
		assertThat(this.fixture.session.snapshot().epoch()).isEqualTo(2);
		this.stopped = false;
		stop();
		assertStopped();
	}

	@Test
	void reconcilesAfterARunThatEndedBetweenStopAndStart() {
		this.fixture.reconciler.outcome = null;
		this.fixture.connected();
		stop();
		this.fixture.reconciler.finish(Reconciler.Outcome.FAILED);
		this.fixture.start();
		this.fixture.accept(true);
		assertThat(this.fixture.reconciler.runs).hasSize(2);
		this.fixture.reconciler.finish(Reconciler.Outcome.CONVERGED);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
	}

	@Test
	void reconcilesAfterARunThatOutlivesStopAndStart() {
		this.fixture.reconciler.outcome = null;
		this.fixture.connected();
		stop();
		this.fixture.start();
		this.fixture.accept(true);
		assertThat(this.fixture.reconciler.runs).hasSize(1);
		this.fixture.reconciler.finish(Reconciler.Outcome.FAILED);
		assertThat(this.fixture.reconciler.runs).hasSize(2);
		this.fixture.reconciler.finish(Reconciler.Outcome.CONVERGED);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
	}

	@Test
	void startWhileStoppingIsRefused() {
		this.fixture.connected();
		this.fixture.inbound.idle = false;
		stop();
		assertThatIllegalStateException().isThrownBy(this.fixture.session::start)
			.withMessage("Session 'default' is being stopped");
	}

	@Test
	void startTwiceIsOneStart() {
		this.fixture.connected();
		this.fixture.start();
		assertThat(this.fixture.dials()).isEqualTo(1);
	}

	@Test
	void sessionThreadDoesNotWaitForItself() {
		this.fixture.connected();
		this.fixture.loop.execute(() -> assertThatIllegalStateException().isThrownBy(this.fixture.session::stop));
		this.fixture.loop.runReady();
		assertThat(this.fixture.session.isRunning()).isTrue();
	}

}
