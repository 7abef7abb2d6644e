package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.List;

import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.Reconciler.Outcome;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import org.junit.jupiter.api.Test;

import static io.gobridge.mqtt.reconcile.ReconcileFixture.plan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What is done about deliveries that nobody wants.
 */
class OrphanRemovalsTests {

	private ReconcileFixture fixture = new ReconcileFixture(false);

	private ReconcileFixture connected() {
		this.fixture.start(plan("wanted/#")).answerAll();
		this.fixture.takeSent();
		return this.fixture;
	}

	private List<OrphanOutcome> outcomes() {
		return this.fixture.orphans.orphans().stream().map(Orphan::outcome).toList();
	}

	private static int identifier(SubscriptionPlan plan) {
		return plan.subscriptions().iterator().next().identifier();
	}

	@Test
	void theExactTopicIsUnsubscribedOnce() {
		connected();
		for (int i = 0; i < 3; i++) {
			this.fixture.orphan("stale/1");
		}
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE stale/1");
		this.fixture.answer(0);
		assertThat(outcomes()).containsExactly(OrphanOutcome.REMOVED);
		assertThat(this.fixture.orphans.count(OrphanOutcome.REMOVED)).isEqualTo(1);
		assertThat(this.fixture.detected).singleElement().satisfies((orphan) -> {
			assertThat(orphan.topic()).isEqualTo("stale/1");
			assertThat(orphan.filter()).isNull();
			assertThat(orphan.outcome()).isEqualTo(OrphanOutcome.REMOVED);
		});
		assertThat(this.fixture.loop.delays()).isEmpty();
	}

	@Test
	void aDeliveryAfterAConfirmedRemovalShowsThatNothingWasRemoved() {
		connected();
		this.fixture.orphan("stale/1");
		this.fixture.answer(0);
		this.fixture.orphan("stale/1");
		this.fixture.orphan("stale/1");
		assertThat(outcomes()).containsExactly(OrphanOutcome.NOT_EFFECTIVE);
		assertThat(this.fixture.orphans.count(OrphanOutcome.NOT_EFFECTIVE)).isEqualTo(1);
		assertThat(this.fixture.detected).hasSize(1);
		assertThat(this.fixture.takeSent()).hasSize(1);
	}

	@Test
	void nothingIsRemovedWhereTheBrokerHasNoSuchSubscription() {
		connected();
		this.fixture.orphan("stale/1");
		this.fixture.answer(0x11);
		this.fixture.orphan("stale/1");
		assertThat(outcomes()).containsExactly(OrphanOutcome.NOT_SUBSCRIBED);
		assertThat(this.fixture.orphans.count(OrphanOutcome.NOT_SUBSCRIBED)).isEqualTo(1);
		assertThat(this.fixture.orphans.count(OrphanOutcome.NOT_EFFECTIVE)).isZero();
		assertThat(this.fixture.takeSent()).hasSize(1);
	}

	@Test
	void anErrorIsNotTriedAgain() {
		connected();
		this.fixture.orphan("stale/1");
		this.fixture.answer(0x87);
		this.fixture.orphan("stale/2");
		this.fixture.answer();
		this.fixture.orphan("stale/1");
		this.fixture.orphan("stale/2");
		assertThat(outcomes()).containsExactly(OrphanOutcome.FAILED, OrphanOutcome.FAILED);
		assertThat(this.fixture.takeSent()).hasSize(2);
	}

	@Test
	void theEndOfTheConnectionEndsTheRemoval() {
		connected();
		this.fixture.orphan("stale/1");
		this.fixture.disconnect();
		this.fixture.orphan("stale/2");
		assertThat(outcomes()).containsExactly(OrphanOutcome.FAILED, OrphanOutcome.FAILED);
		this.fixture.reconnect(false);
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void waitsForTheReconciliationThatRuns() {
		this.fixture.start(plan("wanted/#"));
		this.fixture.takeSent();
		this.fixture.orphan("stale/1");
		assertThat(this.fixture.takeSent()).isEmpty();
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE stale/1");
	}

	@Test
	void aReconciliationWaitsForTheRemoval() {
		connected();
		this.fixture.orphan("stale/1");
		this.fixture.change(plan("wanted/#", "stale/1"));
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE stale/1");
		this.fixture.answer(0);
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE stale/1:1:0 with identifier");
	}

	@Test
	void waitingAndAskingShareOneBound() {
		this.fixture.start(plan("wanted/#"));
		this.fixture.takeSent();
		this.fixture.orphan("stale/1");
		this.fixture.loop.advance(Duration.ofSeconds(10));
		assertThat(outcomes()).as("waited too long").containsExactly(OrphanOutcome.TIMEOUT);
		this.fixture.orphan("stale/2");
		this.fixture.loop.advance(Duration.ofSeconds(6));
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE stale/2");
		assertThat(this.fixture.orphans.count(OrphanOutcome.REMOVED)).isEqualTo(1);
		this.fixture.orphan("stale/3");
		this.fixture.loop.advance(Duration.ofSeconds(9));
		assertThat(this.fixture.orphans.count(OrphanOutcome.TIMEOUT)).isEqualTo(1);
		this.fixture.loop.advance(Duration.ofSeconds(1));
		assertThat(this.fixture.orphans.count(OrphanOutcome.TIMEOUT)).isEqualTo(2);
		this.fixture.answer(0);
		assertThat(this.fixture.orphans.count(OrphanOutcome.REMOVED)).as("too late").isEqualTo(1);
		this.fixture.change(plan("wanted/#", "more"));
		assertThat(this.fixture.takeSent()).as("the gate is free").contains("SUBSCRIBE more:1:0 with identifier");
	}

	@Test
	void aTopicThatIsWantedByThenIsLeftAlone() {
		this.fixture.start(plan("wanted/#"));
		this.fixture.takeSent();
		this.fixture.orphan("stale/1");
		this.fixture.reconciler.plan(plan("wanted/#", "stale/+"));
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).isEmpty();
		assertThat(this.fixture.orphans.count(OrphanOutcome.COVERED)).isEqualTo(1);
		assertThat(this.fixture.orphans.orphans()).isEmpty();
		assertThat(this.fixture.detected).isEmpty();
	}

	@Test
	void theQueueIsBoundedAndWhatFoundNoRoomMayComeAgain() {
		this.fixture.start(plan("wanted/#"));
		this.fixture.takeSent();
		for (int i = 0; i < 400; i++) {
			this.fixture.orphans.orphaned("stale/" + i, new int[0]);
		}
		this.fixture.loop.runReady();
		this.fixture.answerAll();
		assertThat(this.fixture.orphans.count(OrphanOutcome.REMOVED)).isEqualTo(256);
		assertThat(this.fixture.takeSent()).as("eight in a packet").hasSize(32);
		this.fixture.orphan("stale/399");
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE stale/399");
		this.fixture.answerAll();
		assertThat(this.fixture.orphans.orphans()).hasSize(100);
		assertThat(this.fixture.orphans.orphans().get(0).topic()).isEqualTo("stale/399");
	}

	@Test
	void thereIsAnEndToWhatIsRemembered() {
		connected();
		for (int i = 0; i < 10_100; i++) {
			this.fixture.orphan("stale/" + i);
			this.fixture.answerAll();
		}
		assertThat(this.fixture.orphans.count(OrphanOutcome.REMOVED)).isEqualTo(10_000);
	}

	@Test
	void anIdentifierNamesTheExactFilter() {
		SubscriptionPlan stale = plan("$share/g/stale/+");
		this.fixture.start(stale).answerAll();
		this.fixture.change(plan("wanted/#"));
		this.fixture.answerAll();
		this.fixture.loop.advance(ReconcileFixture.GRACE);
		assertThat(this.fixture.coverage().isRemoved("stale/1")).isFalse();
		this.fixture.takeSent();
		this.fixture.orphan("stale/1", identifier(stale));
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE $share/g/stale/+");
		this.fixture.answer(0);
		assertThat(this.fixture.coverage().isRemoved("stale/2")).isTrue();
		assertThat(this.fixture.detected).singleElement()
			.satisfies((orphan) -> assertThat(orphan.filter()).isEqualTo("$share/g/stale/+"));
		this.fixture.loop.advance(ReconcileFixture.GRACE);
		assertThat(this.fixture.coverage().isRemoved("stale/2")).isFalse();
	}

	@Test
	void anIdentifierThatDoesNotFitTheTopicNamesNothing() {
		SubscriptionPlan stale = plan("stale/+");
		this.fixture.start(stale).answerAll();
		this.fixture.change(plan());
		this.fixture.answerAll();
		this.fixture.takeSent();
		this.fixture.orphan("other/1", identifier(stale), 4711);
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE other/1");
	}

	@Test
	void aDurableSessionOnlyReports() {
		this.fixture = new ReconcileFixture(true);
		connected();
		this.fixture.orphan("stale/1");
		this.fixture.orphan("stale/1");
		assertThat(this.fixture.takeSent()).isEmpty();
		assertThat(this.fixture.detected).extracting(Orphan::outcome).containsExactly(OrphanOutcome.REPORTED);
		assertThat(outcomes()).containsExactly(OrphanOutcome.REPORTED);
	}

	@Test
	void aStopForgetsWhatIsUnderWay() {
		connected();
		this.fixture.orphan("stale/1");
		this.fixture.loop.close();
		this.fixture.reconciler.stopped();
		this.fixture.loop.open();
		this.fixture.reconnect(false);
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		this.fixture.orphan("stale/2");
		assertThat(this.fixture.takeSent()).endsWith("UNSUBSCRIBE stale/2");
	}

}
