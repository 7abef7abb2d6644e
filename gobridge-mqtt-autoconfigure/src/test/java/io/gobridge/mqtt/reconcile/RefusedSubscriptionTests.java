package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.session.Reconciler.Outcome;
import org.junit.jupiter.api.Test;

import static io.gobridge.mqtt.reconcile.ReconcileFixture.plan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the broker refuses, and how it recovers.
 */
class RefusedSubscriptionTests {

	private final ReconcileFixture fixture = new ReconcileFixture(true);

	private void start() {
		this.fixture.start(plan("a", "b", "c"));
		this.fixture.answer(1);
		this.fixture.connection.answer("no rights", 0x87);
		this.fixture.answer(1);
		this.fixture.takeSent();
	}

	@Test
	void caseB35ARefusalIsReportedWithItsReason() {
		start();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(this.fixture.refused).singleElement().satisfies((status) -> {
			assertThat(status.filter()).isEqualTo("b");
			assertThat(status.reasonCode()).isEqualTo(0x87);
			assertThat(status.reason()).isEqualTo("no rights");
			assertThat(status.routes()).containsExactly("route b");
		});
		ReconcileSnapshot snapshot = this.fixture.reconciler.snapshot();
		assertThat(snapshot.state()).isEqualTo(ReconcileState.DEGRADED);
		assertThat(snapshot.problems()).containsExactly("'b' is refused with 0x87 (no rights)");
		assertThat(snapshot.subscriptions()).extracting(SubscriptionStatus::state)
			.containsExactly(SubscriptionState.ACTIVE, SubscriptionState.REFUSED, SubscriptionState.ACTIVE);
		assertThat(this.fixture.reconciler.refusedCount()).isEqualTo(1);
	}

	@Test
	void onlyTheRefusedFilterIsTriedAgainLaterAndLater() {
		start();
		List<Long> delays = new ArrayList<>();
		for (int i = 0; i < 7; i++) {
			Duration delay = this.fixture.loop.delays().get(0);
			delays.add(delay.toSeconds());
			this.fixture.loop.advance(delay);
			assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE b:1:1 with identifier");
			this.fixture.answer(0x87);
		}
		assertThat(delays).containsExactly(1L, 2L, 4L, 8L, 16L, 30L, 30L);
		assertThat(this.fixture.refused).as("the same code on the same connection").hasSize(1);
		this.fixture.loop.advance(Duration.ofSeconds(30));
		this.fixture.answer(0x97);
		assertThat(this.fixture.refused).as("another code").hasSize(2);
		this.fixture.loop.advance(Duration.ofSeconds(30));
		this.fixture.answer(1);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.reconciler.snapshot().problems()).isEmpty();
		assertThat(this.fixture.loop.delays()).isEmpty();
	}

	@Test
	void anotherRunDoesNotAskSooner() {
		start();
		this.fixture.change(plan("a", "b", "c", "d"));
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE d:1:1 with identifier");
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		this.fixture.loop.advance(Duration.ofSeconds(1));
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE b:1:1 with identifier");
	}

	@Test
	void aReconnectAsksAtOnceAndReportsAnew() {
		start();
		this.fixture.reconnect(true);
		assertThat(this.fixture.takeSent()).hasSize(3);
		this.fixture.answer(1);
		this.fixture.answer(0x87);
		this.fixture.answer(1);
		assertThat(this.fixture.refused).hasSize(2);
		assertThat(this.fixture.loop.delays()).containsExactly(Duration.ofSeconds(1));
	}

	@Test
	void aFilterThatIsNoLongerWantedIsForgottenWithoutAPacket() {
		start();
		assertThat(this.fixture.change(plan("a", "c"))).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.takeSent()).isEmpty();
		this.fixture.loop.advance(Duration.ofMinutes(1));
		assertThat(this.fixture.takeSent()).isEmpty();
	}

	@Test
	void aSubscriptionThatWasThereBeforeTheRefusalIsUnsubscribed() {
		this.fixture.start(plan("a")).answerAll();
		this.fixture.reconnect(true);
		this.fixture.answer(0x87);
		this.fixture.takeSent();
		this.fixture.change(plan());
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE a");
	}

	@Test
	void whatTheConnackExcludesIsReportedAndNotTriedOnThisConnection() {
		this.fixture.connection.withoutWildcardsAndGroups();
		this.fixture.epoch = this.fixture.connection.epoch(1, false);
		this.fixture.start(plan("a/#"));
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(this.fixture.refused).extracting(SubscriptionStatus::reasonCode).containsExactly(0xA2);
		assertThat(this.fixture.loop.delays()).isEmpty();
		this.fixture.reconcile();
		assertThat(this.fixture.refused).hasSize(1);
		assertThat(this.fixture.connection.sent).isEmpty();
	}

	@Test
	void theTailOfAShortAnswerIsAProtocolErrorAndNeverActive() {
		this.fixture.connection.withoutIdentifiers();
		this.fixture.epoch = this.fixture.connection.epoch(1, false);
		this.fixture.start(plan("a", "b"));
		this.fixture.answer(1);
		assertThat(this.fixture.refused).extracting(SubscriptionStatus::filter).containsExactly("b");
		assertThat(this.fixture.refused.get(0).reason()).contains("protocol error");
		this.fixture.takeSent();
		this.fixture.loop.advance(Duration.ofSeconds(1));
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE b:1:1");
	}

	@Test
	void aRetryThatIsNotAnsweredWaitsForTheSessionToComeBack() {
		start();
		this.fixture.loop.advance(Duration.ofSeconds(1));
		this.fixture.loop.advance(Duration.ofSeconds(30));
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		int asked = this.fixture.asked;
		this.fixture.loop.advance(Duration.ofMinutes(5));
		assertThat(this.fixture.asked).as("the back-off of failed runs is the session's").isEqualTo(asked);
		this.fixture.takeSent();
		this.fixture.connection.cut();
		this.fixture.reconcile();
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE b:1:1 with identifier");
	}

}
