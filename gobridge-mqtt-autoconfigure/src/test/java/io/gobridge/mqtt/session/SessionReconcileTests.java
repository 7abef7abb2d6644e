package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.session.Reconciler.Outcome;
import io.gobridge.mqtt.session.event.MqttReconciledEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the reconciliations of a {@link ManagedSession}.
 */
class SessionReconcileTests {

	private final SessionFixture fixture = new SessionFixture();

	@BeforeEach
	void leaveRunsToTheTest() {
		this.fixture.reconciler.outcome = null;
	}

	private List<CompletableFuture<Outcome>> runs() {
		return this.fixture.reconciler.runs;
	}

	@Test
	void outcomeDecidesTheState() {
		this.fixture.connected();
		assertThat(this.fixture.state()).isEqualTo(SessionState.RECONCILING);
		assertThat(this.fixture.session.firstConnection()).isNotDone();
		this.fixture.reconciler.finish(Outcome.DEGRADED);
		assertThat(this.fixture.state()).isEqualTo(SessionState.DEGRADED);
		assertThat(this.fixture.session.firstConnection()).isCompleted();
		this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		assertThat(this.fixture.state()).as("during a later run").isEqualTo(SessionState.DEGRADED);
		this.fixture.reconciler.finish(Outcome.CONVERGED);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.session.statistics().reconciliations(Outcome.CONVERGED)).isEqualTo(1);
		assertThat(this.fixture.events).filteredOn(MqttReconciledEvent.class::isInstance)
			.map((event) -> ((MqttReconciledEvent) event).outcome())
			.containsExactly(Outcome.DEGRADED, Outcome.CONVERGED);
	}

	@Test
	void aRunWithNothingToDoIsNotTold() {
		this.fixture.connected();
		this.fixture.reconciler.finish(Outcome.IDLE);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.session.firstConnection()).isCompleted();
		assertThat(this.fixture.eventNames()).doesNotContain("MqttReconciledEvent");
		for (Outcome outcome : Outcome.values()) {
			assertThat(this.fixture.session.statistics().reconciliations(outcome)).isZero();
		}
		CompletableFuture<Outcome> request = this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		this.fixture.reconciler.finish(Outcome.IDLE);
		assertThat(request).isCompletedWithValue(Outcome.IDLE);
	}

	@Test
	void requestsDuringARunAreJoinedIntoOneMore() {
		this.fixture.connected();
		CompletableFuture<Outcome> one = this.fixture.session.reconcile();
		CompletableFuture<Outcome> two = this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		assertThat(runs()).hasSize(1);
		this.fixture.reconciler.finish(Outcome.CONVERGED);
		assertThat(runs()).hasSize(2);
		assertThat(one).as("asked after the first run had begun").isNotDone();
		CompletableFuture<Outcome> three = this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		this.fixture.reconciler.finish(Outcome.DEGRADED);
		assertThat(one).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(two).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(three).isNotDone();
		assertThat(runs()).hasSize(3);
		this.fixture.reconciler.finish(Outcome.CONVERGED);
		assertThat(three).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(runs()).hasSize(3);
	}

	@Test
	void failureIsTriedAgainLaterAndLater() {
		this.fixture.connected();
		List<Long> delays = new ArrayList<>();
		for (int n = 0; n < 7; n++) {
			this.fixture.reconciler.finish(Outcome.FAILED);
			assertThat(this.fixture.state()).isEqualTo(SessionState.DEGRADED);
			delays.add(this.fixture.delay().toSeconds());
			this.fixture.advance(this.fixture.delay());
		}
		assertThat(delays).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
		assertThat(this.fixture.dials()).isEqualTo(1);
		this.fixture.reconciler.finish(Outcome.CONVERGED);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.loop.delays()).isEmpty();
		this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		this.fixture.reconciler.finish(Outcome.FAILED);
		assertThat(this.fixture.delay()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void requestDoesNotWaitForTheRetry() {
		this.fixture.connected();
		this.fixture.reconciler.finish(Outcome.FAILED);
		this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		assertThat(runs()).hasSize(2);
		assertThat(this.fixture.loop.delays()).isEmpty();
	}

	@Test
	void retryEndsWithTheConnection() {
		this.fixture.connected();
		this.fixture.reconciler.finish(Outcome.FAILED);
		this.fixture.end(ScriptedConnector.unreachable());
		this.fixture.advance(this.fixture.delay());
		this.fixture.advance(Duration.ofSeconds(20));
		assertThat(runs()).hasSize(1);
	}

	@Test
	void exceptionCountsAsFailure() {
		this.fixture.connected();
		runs().get(0).completeExceptionally(new IllegalStateException("broken"));
		this.fixture.loop.runReady();
		assertThat(this.fixture.state()).isEqualTo(SessionState.DEGRADED);
		assertThat(this.fixture.session.statistics().reconciliations(Outcome.FAILED)).isEqualTo(1);
	}

	@Test
	void withoutAConnectionRequestsFail() {
		this.fixture.start();
		CompletableFuture<Outcome> request = this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		assertThat(request.handle((outcome, failure) -> failure).join()).isInstanceOf(ConnectionClosedException.class);
		assertThat(runs()).isEmpty();
	}

	@Test
	void endOfTheConnectionFailsWhatWaits() {
		this.fixture.connected();
		this.fixture.reconciler.finish(Outcome.CONVERGED);
		CompletableFuture<Outcome> running = this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		CompletableFuture<Outcome> waiting = this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		this.fixture.end(ScriptedConnector.lost());
		assertThat(running).isCompletedExceptionally();
		assertThat(waiting).isCompletedExceptionally();
	}

	@Test
	void nextConnectionWaitsForTheRunOfTheOneBefore() {
		this.fixture.connected();
		this.fixture.end(ScriptedConnector.lost());
		this.fixture.advance(this.fixture.delay());
		this.fixture.accept(true);
		assertThat(runs()).as("never twice at a time").hasSize(1);
		CompletableFuture<Outcome> request = this.fixture.session.reconcile();
		this.fixture.loop.runReady();
		runs().get(0).complete(Outcome.CONVERGED);
		this.fixture.loop.runReady();
		assertThat(this.fixture.state()).as("the result is of another connection").isEqualTo(SessionState.RECONCILING);
		assertThat(request).isNotDone();
		assertThat(runs()).hasSize(2);
		this.fixture.reconciler.finish(Outcome.CONVERGED);
		assertThat(request).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.state()).isEqualTo(SessionState.ACTIVE);
		assertThat(this.fixture.told).containsSubsequence("reconcile 1", "reconcile 2");
	}

}
