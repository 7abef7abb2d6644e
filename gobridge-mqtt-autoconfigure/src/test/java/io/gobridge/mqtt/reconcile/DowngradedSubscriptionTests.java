package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.session.Reconciler.Outcome;
import org.junit.jupiter.api.Test;

import static io.gobridge.mqtt.reconcile.ReconcileFixture.plan;
import static io.gobridge.mqtt.reconcile.ReconcileFixture.planAt;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the broker grants at a lower QoS than wanted.
 */
class DowngradedSubscriptionTests {

	private static final String PROBE = "SUBSCRIBE a:2:1 with identifier";

	private ReconcileFixture fixture = new ReconcileFixture(false);

	private void start(int granted) {
		this.fixture.start(planAt(2, "a"));
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE a:2:0 with identifier");
		this.fixture.answer(granted);
	}

	private void accept(int granted) {
		start(granted);
		probe(granted);
		probe(granted);
		assertThat(status().state()).isEqualTo(SubscriptionState.BEST_EFFORT);
	}

	private void probe(int granted) {
		this.fixture.loop.advance(Duration.ofSeconds(5));
		assertThat(this.fixture.takeSent()).as("without retained messages").containsExactly(PROBE);
		this.fixture.answer(granted);
	}

	private SubscriptionStatus status() {
		return this.fixture.reconciler.subscriptions().get(0);
	}

	@Test
	void aLowerQosIsConfirmedTwiceBeforeItIsAccepted() {
		start(1);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(status().state()).isEqualTo(SubscriptionState.WANTED);
		assertThat(status().grantedQos()).isEqualTo(1);
		assertThat(this.fixture.reconciler.downgradedCount()).isEqualTo(1);
		probe(1);
		assertThat(status().state()).isEqualTo(SubscriptionState.WANTED);
		probe(1);
		assertThat(status().state()).isEqualTo(SubscriptionState.BEST_EFFORT);
		assertThat(status().reasonCode()).isEqualTo(1);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(this.fixture.reconciler.downgradedCount()).isEqualTo(1);
		assertThat(this.fixture.reconciler.snapshot().problems())
			.containsExactly("'a' is granted at QoS 1 instead of 2");
		assertThat(this.fixture.loop.delays()).containsExactly(Duration.ofHours(1));
	}

	@Test
	void anotherLowerQosBeginsAgain() {
		start(1);
		probe(1);
		probe(0);
		assertThat(this.fixture.reconciler.downgradedCount()).isEqualTo(2);
		probe(0);
		assertThat(status().state()).isEqualTo(SubscriptionState.WANTED);
		probe(0);
		assertThat(status().state()).isEqualTo(SubscriptionState.BEST_EFFORT);
	}

	@Test
	void theWantedQosEndsIt() {
		start(1);
		probe(2);
		assertThat(status().state()).isEqualTo(SubscriptionState.ACTIVE);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.loop.delays()).isEmpty();
	}

	@Test
	void anAcceptedQosIsCheckedAgainFromTimeToTime() {
		accept(1);
		for (int i = 0; i < 2; i++) {
			this.fixture.loop.advance(Duration.ofMinutes(59));
			assertThat(this.fixture.takeSent()).isEmpty();
			this.fixture.loop.advance(Duration.ofMinutes(1));
			assertThat(this.fixture.takeSent()).containsExactly(PROBE);
			this.fixture.answer(1);
			assertThat(status().state()).isEqualTo(SubscriptionState.BEST_EFFORT);
		}
		this.fixture.loop.advance(Duration.ofHours(1));
		this.fixture.answer(2);
		assertThat(status().state()).isEqualTo(SubscriptionState.ACTIVE);
		assertThat(this.fixture.loop.delays()).isEmpty();
	}

	@Test
	void withoutAnIntervalAnAcceptedQosIsLeftAloneUntilTheNextConnection() {
		this.fixture = new ReconcileFixture(false, Duration.ZERO);
		accept(1);
		assertThat(this.fixture.loop.delays()).isEmpty();
		this.fixture.reconnect(false);
		this.fixture.answer(2);
		assertThat(status().state()).isEqualTo(SubscriptionState.ACTIVE);
	}

	@Test
	void aReconnectAsksAndDoesNotConfirmTooSoon() {
		start(1);
		for (int i = 0; i < 3; i++) {
			this.fixture.reconnect(false);
			this.fixture.answer(1);
			assertThat(status().state()).isEqualTo(SubscriptionState.WANTED);
		}
		assertThat(this.fixture.reconciler.downgradedCount()).isEqualTo(1);
		this.fixture.takeSent();
		probe(1);
		probe(1);
		this.fixture.reconnect(false);
		assertThat(status().state()).isEqualTo(SubscriptionState.WANTED);
		this.fixture.answer(1);
		assertThat(status().state()).as("accepted before").isEqualTo(SubscriptionState.BEST_EFFORT);
		assertThat(this.fixture.reconciler.downgradedCount()).isEqualTo(1);
	}

	@Test
	void aProbeThatIsRefusedKeepsTheGrantAndIsTriedLaterAndLater() {
		start(1);
		List<Long> delays = new ArrayList<>();
		for (int i = 0; i < 6; i++) {
			Duration delay = this.fixture.loop.delays().get(0);
			delays.add(delay.toSeconds());
			this.fixture.loop.advance(delay);
			assertThat(this.fixture.takeSent()).containsExactly(PROBE);
			this.fixture.answer(0x97);
			assertThat(status().grantedQos()).isEqualTo(1);
			assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		}
		assertThat(delays).containsExactly(5L, 5L, 10L, 20L, 40L, 60L);
		assertThat(this.fixture.refused).isEmpty();
	}

	@Test
	void aProbeThatIsNotAnsweredIsTriedLater() {
		start(1);
		this.fixture.loop.advance(Duration.ofSeconds(5));
		this.fixture.takeSent();
		this.fixture.loop.advance(Duration.ofSeconds(30));
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		this.fixture.connection.cut();
		assertThat(this.fixture.reconcile()).as("not due yet").isCompletedWithValue(Outcome.DEGRADED);
		assertThat(this.fixture.takeSent()).isEmpty();
		probe(1);
	}

	@Test
	void theRecordVanishesWithTheFilterAndWithTheWantedQos() {
		accept(1);
		this.fixture.reconciler.plan(plan("a"));
		assertThat(this.fixture.reconciler.snapshot().problems()).noneMatch((problem) -> problem.contains("QoS"));
		this.fixture.reconcile();
		this.fixture.answer(1);
		assertThat(status().state()).isEqualTo(SubscriptionState.ACTIVE);
		this.fixture.change(planAt(2, "a"));
		this.fixture.answer(1);
		assertThat(status().state()).as("counted from the beginning").isEqualTo(SubscriptionState.WANTED);
		assertThat(this.fixture.reconciler.downgradedCount()).isEqualTo(2);
		this.fixture.change(plan());
		this.fixture.answerAll();
		this.fixture.takeSent();
		this.fixture.loop.advance(Duration.ofHours(2));
		assertThat(this.fixture.takeSent()).isEmpty();
	}

	@Test
	void aLowerQosThatIsAnsweredForWhatIsNotWantedAnyMoreIsNeverDue() {
		this.fixture.start(planAt(2, "a", "b"));
		this.fixture.change(planAt(2, "b"));
		this.fixture.answer(1);
		this.fixture.answerAll();
		this.fixture.outcome = this.fixture.reconcile();
		this.fixture.answerAll();
		this.fixture.takeSent();
		// It was due for ever, at once and again, and kept the session's thread busy.
		this.fixture.loop.advance(Duration.ofMinutes(1));
		assertThat(this.fixture.asked).isZero();
		assertThat(this.fixture.takeSent()).isEmpty();
	}

	@Test
	void aQosThatComesBackIsAskedForWhereTheLastSubscribeWasNotAnswered() {
		this.fixture.start(planAt(2, "a"));
		this.fixture.answer(2);
		this.fixture.change(planAt(1, "a"));
		// The broker may have done it all the same.
		this.fixture.loop.advance(Duration.ofSeconds(30));
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		this.fixture.takeSent();
		this.fixture.change(planAt(2, "a"));
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE a:2:0 with identifier");
	}

	@Test
	void aFilterThatComesBackWithALowerQosIsAskedForAgain() {
		this.fixture.start(planAt(2, "a", "b"));
		this.fixture.answer(1);
		// In one run with the other, so that no UNSUBSCRIBE is sent in between.
		this.fixture.reconciler.plan(planAt(2, "b"));
		this.fixture.reconciler.plan(planAt(2, "a", "b"));
		this.fixture.answerAll();
		this.fixture.takeSent();
		this.fixture.reconcile();
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE a:2:0 with identifier");
	}

}
