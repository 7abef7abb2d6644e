package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.Reconciler.Outcome;
import io.gobridge.mqtt.session.SteppedLoop;
import io.gobridge.mqtt.topic.TopicFilter;
import org.junit.jupiter.api.Test;

import static io.gobridge.mqtt.reconcile.ReconcileFixture.plan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Subscribing and unsubscribing, step by step.
 */
class SubscriptionReconcilerTests {

	private final ReconcileFixture fixture = new ReconcileFixture(true);

	private final SteppedLoop loop = this.fixture.loop;

	private final SubscriptionReconciler reconciler = this.fixture.reconciler;

	private CompletableFuture<Outcome> reconcile(ConnectionEpoch epoch) {
		CompletableFuture<Outcome> outcome = this.reconciler.reconcile(epoch);
		this.loop.runReady();
		return outcome;
	}

	private void answer(SubscribingConnection connection, Integer... codes) {
		connection.answer(codes);
		this.loop.runReady();
	}

	private List<SubscriptionState> states() {
		return this.fixture.states();
	}

	@Test
	void subscribesEveryFilterWithAnIdentifierOfItsOwn() {
		SubscribingConnection connection = new SubscribingConnection();
		this.reconciler.plan(plan("a/#", "b"));
		CompletableFuture<Outcome> outcome = reconcile(connection.epoch(1, false));
		assertThat(connection.sent).containsExactly("SUBSCRIBE a/#:1:1 with identifier",
				"SUBSCRIBE b:1:1 with identifier");
		assertThat(states()).containsOnly(SubscriptionState.WANTED);
		answer(connection, 1);
		assertThat(outcome).isNotDone();
		answer(connection, 2);
		assertThat(outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(states()).containsOnly(SubscriptionState.ACTIVE);
	}

	@Test
	void caseB36WithoutIdentifiersAPacketHasNoMoreFiltersThanTheLimit() {
		SubscribingConnection connection = new SubscribingConnection().withoutIdentifiers();
		this.reconciler.plan(plan(IntStream.range(0, 20).mapToObj((i) -> "f" + i).toArray(String[]::new)));
		reconcile(connection.epoch(1, false));
		assertThat(connection.sent).hasSize(3)
			.allSatisfy((packet) -> assertThat(packet.split(" ").length - 1).isLessThanOrEqualTo(8));
		answer(connection, 1, 1, 1, 1, 1, 1, 1, 1);
		answer(connection, 1, 1, 1, 1, 1, 1, 1, 1);
		answer(connection, 1, 1, 1, 1);
		this.reconciler.plan(plan());
		CompletableFuture<Outcome> outcome = reconcile(connection.epoch(1, false));
		assertThat(connection.sent.subList(3, 6)).allMatch((packet) -> packet.startsWith("UNSUBSCRIBE"));
		answer(connection, 0, 0, 0, 0, 0, 0, 0, 0);
		answer(connection, 0, 0, 0, 0, 0, 0, 0, 0);
		answer(connection, 0, 0x11, 0, 0);
		assertThat(outcome).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void caseB35ARefusedFilterIsReportedAndTheOthersWork() {
		SubscribingConnection connection = new SubscribingConnection();
		this.reconciler.plan(plan("a", "b", "c"));
		CompletableFuture<Outcome> outcome = reconcile(connection.epoch(1, false));
		answer(connection, 1);
		answer(connection, 0x87);
		answer(connection, 0);
		assertThat(outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(states()).containsExactly(SubscriptionState.ACTIVE, SubscriptionState.REFUSED,
				SubscriptionState.WANTED);
		assertThat(this.reconciler.subscriptions().get(1).reasonCode()).isEqualTo(0x87);
	}

	@Test
	void aFilterWithoutACodeIsNotGranted() {
		SubscribingConnection connection = new SubscribingConnection().withoutIdentifiers();
		this.reconciler.plan(plan("a", "b"));
		CompletableFuture<Outcome> outcome = reconcile(connection.epoch(1, false));
		answer(connection, 1);
		assertThat(outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(states()).containsExactly(SubscriptionState.ACTIVE, SubscriptionState.REFUSED);
	}

	@Test
	void whatTheConnackExcludesIsNotAskedFor() {
		SubscribingConnection connection = new SubscribingConnection().withoutWildcardsAndGroups();
		this.reconciler.plan(plan("a/#", "$share/g/b", "c"));
		CompletableFuture<Outcome> outcome = reconcile(connection.epoch(1, false));
		assertThat(connection.sent).containsExactly("SUBSCRIBE c:1:1 with identifier");
		answer(connection, 1);
		assertThat(outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(this.reconciler.subscriptions()).extracting(SubscriptionStatus::reasonCode)
			.containsExactly(0x9E, 0xA2, 1);
	}

	@Test
	void unsubscribesAfterSubscribingWhatIsNoLongerWanted() {
		SubscribingConnection connection = new SubscribingConnection();
		ConnectionEpoch epoch = connection.epoch(1, false);
		this.reconciler.plan(plan("a", "b"));
		reconcile(epoch);
		answer(connection, 1);
		answer(connection, 1);
		this.reconciler.plan(plan("b", "c"));
		reconcile(epoch);
		answer(connection, 1);
		assertThat(connection.sent.subList(2, 4)).containsExactly("SUBSCRIBE c:1:1 with identifier", "UNSUBSCRIBE a");
		answer(connection, 0x83);
		CompletableFuture<Outcome> again = reconcile(connection.epoch(2, true));
		answer(connection, 1);
		answer(connection, 1);
		assertThat(connection.sent).endsWith("UNSUBSCRIBE a");
		answer(connection, 0);
		assertThat(again).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void aNewSessionHasNothingToUnsubscribe() {
		SubscribingConnection connection = new SubscribingConnection();
		this.reconciler.plan(plan("a"));
		reconcile(connection.epoch(1, false));
		answer(connection, 1);
		this.reconciler.plan(plan());
		assertThat(reconcile(connection.epoch(2, false))).isCompletedWithValue(Outcome.IDLE);
		assertThat(connection.sent).hasSize(1);
	}

	@Test
	void aPlanIsAppliedByTheRunThatBeganWithIt() {
		SubscribingConnection connection = new SubscribingConnection();
		ConnectionEpoch epoch = connection.epoch(1, false);
		CompletableFuture<Void> first = this.reconciler.plan(plan("a"));
		reconcile(epoch);
		CompletableFuture<Void> second = this.reconciler.plan(plan("a", "b"));
		answer(connection, 1);
		assertThat(first).isCompleted();
		assertThat(second).isNotDone();
		reconcile(epoch);
		answer(connection, 1);
		assertThat(second).isCompleted();
		CompletableFuture<Void> third = this.reconciler.plan(plan());
		this.reconciler.stopped();
		assertThat(third).isCompletedExceptionally();
	}

	@Test
	void anApplicationThatOnlyPublishesSendsNothing() {
		SubscribingConnection connection = new SubscribingConnection();
		assertThat(reconcile(connection.epoch(1, true))).isCompletedWithValue(Outcome.IDLE);
		assertThat(connection.sent).isEmpty();
		assertThat(this.loop.delays()).isEmpty();
	}

	@Test
	void aBrokerThatDoesNotAnswerEndsInFailure() {
		SubscribingConnection connection = new SubscribingConnection();
		this.reconciler.plan(plan("a"));
		CompletableFuture<Outcome> outcome = reconcile(connection.epoch(1, false));
		this.loop.advance(Duration.ofSeconds(29));
		assertThat(outcome).isNotDone();
		this.loop.advance(Duration.ofSeconds(2));
		assertThat(outcome).isCompletedWithValue(Outcome.FAILED);
		answer(connection, 1);
		assertThat(states()).containsExactly(SubscriptionState.WANTED);
	}

	@Test
	void aConnectionThatEndsMeanwhileWritesNothingBack() {
		SubscribingConnection connection = new SubscribingConnection();
		this.reconciler.plan(plan("a", "b"));
		ConnectionEpoch epoch = connection.epoch(1, false);
		CompletableFuture<Outcome> outcome = reconcile(epoch);
		answer(connection, 1);
		epoch.retire();
		connection.answers.remove(0).completeExceptionally(new ConnectionClosedException("gone"));
		this.loop.runReady();
		assertThat(outcome).isCompletedWithValue(Outcome.FAILED);
		assertThat(states()).containsOnly(SubscriptionState.WANTED);
	}

	@Test
	void whatIsGrantedAsWantedIsNotAskedForAgain() {
		this.fixture.start(plan("a", "b")).answerAll();
		this.fixture.takeSent();
		assertThat(this.fixture.reconcile()).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.takeSent()).isEmpty();
		this.fixture.change(ReconcileFixture.planAt(2, "a", "b"));
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE a:2:1 with identifier",
				"SUBSCRIBE b:2:1 with identifier");
		this.fixture.answerAll();
		assertThat(states()).containsOnly(SubscriptionState.ACTIVE);
		this.fixture.reconnect(true);
		assertThat(this.fixture.takeSent()).as("a new connection has confirmed nothing").hasSize(2);
		this.fixture.answerAll();
		this.fixture.reconnect(true);
		assertThat(this.fixture.takeSent()).hasSize(2);
	}

	@Test
	void changedOptionsAreAskedFor() {
		Demand demand = new Demand("r", TopicFilter.of("a"), 1, false, false, Demand.Retained.UNSPECIFIED);
		this.fixture.start(SubscriptionPlan.of(List.of(demand))).answerAll();
		this.fixture.takeSent();
		this.fixture.change(SubscriptionPlan
			.of(List.of(new Demand("r", TopicFilter.of("a"), 1, true, false, Demand.Retained.UNSPECIFIED))));
		assertThat(this.fixture.takeSent()).hasSize(1);
		this.fixture.answerAll();
		this.fixture.change(SubscriptionPlan
			.of(List.of(new Demand("r", TopicFilter.of("a"), 1, true, true, Demand.Retained.NEVER))));
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE a:1:2 with identifier");
	}

	@Test
	void aThousandFiltersCostAPacketEach() {
		String[] filters = IntStream.range(0, 1000).mapToObj((i) -> "f/" + i).toArray(String[]::new);
		this.fixture.start(plan());
		for (int i = 1; i <= filters.length; i++) {
			this.fixture.change(plan(Arrays.copyOf(filters, i)));
			this.fixture.answerAll();
		}
		assertThat(this.fixture.takeSent()).hasSize(filters.length);
		assertThat(states()).hasSize(filters.length).containsOnly(SubscriptionState.ACTIVE);
		this.fixture.reconnect(true);
		assertThat(this.fixture.connection.answers).as("at a time").hasSize(PacketExchange.WINDOW);
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).hasSize(filters.length);
		this.fixture.change(plan());
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).as("eight in a packet").hasSize(filters.length / 8);
	}

	@Test
	void anEphemeralSessionUnsubscribesFirst() {
		ReconcileFixture ephemeral = new ReconcileFixture(false);
		ephemeral.start(plan("a")).answerAll();
		ephemeral.change(plan("b"));
		ephemeral.answerAll();
		assertThat(ephemeral.takeSent()).containsExactly("SUBSCRIBE a:1:0 with identifier", "UNSUBSCRIBE a",
				"SUBSCRIBE b:1:0 with identifier");
		assertThat(ephemeral.outcome).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void anEmptyPlanRemovesWhatWasApplied() {
		this.fixture.start(plan("a", "b")).answerAll();
		this.fixture.takeSent();
		this.fixture.reconciler.plan(plan());
		this.fixture.reconnect(true);
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE a b");
		assertThat(this.fixture.reconciler.snapshot().removing()).containsExactly("a", "b");
		assertThat(this.fixture.reconciler.snapshot().state()).isEqualTo(ReconcileState.REMOVING);
		this.fixture.reconnect(true);
		assertThat(this.fixture.takeSent()).as("not confirmed before").containsExactly("UNSUBSCRIBE a b");
		this.fixture.answer(0, 0x11);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.reconcile()).isCompletedWithValue(Outcome.IDLE);
		assertThat(this.fixture.reconciler.snapshot().state()).isEqualTo(ReconcileState.CONVERGED);
		assertThat(this.fixture.takeSent()).isEmpty();
	}

	@Test
	void aFilterThatWasAskedForAndNeverAnsweredIsRemoved() {
		this.fixture.start(plan("a"));
		this.fixture.reconciler.plan(plan());
		this.fixture.reconnect(true);
		assertThat(this.fixture.takeSent()).endsWith("UNSUBSCRIBE a");
	}

	@Test
	void whatWasNotUnsubscribedIsTriedAgainLaterAndLater() {
		this.fixture.start(plan("a", "b")).answerAll();
		this.fixture.change(plan("b"));
		this.fixture.answer(0x83);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(this.fixture.reconciler.snapshot().problems()).containsExactly("'a' is not unsubscribed: 0x83");
		this.fixture.takeSent();
		this.fixture.loop.advance(Duration.ofMillis(999));
		assertThat(this.fixture.takeSent()).isEmpty();
		this.fixture.loop.advance(Duration.ofMillis(1));
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE a");
		this.fixture.answer(0x83);
		this.fixture.loop.advance(Duration.ofSeconds(2));
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE a");
		this.fixture.answer(0);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.loop.delays()).as("the window of the removal").containsExactly(ReconcileFixture.GRACE);
	}

	@Test
	void aRunThatFailedInPartAsksForTheRestOnly() {
		this.fixture.start(plan("a", "b"));
		this.fixture.answer(1);
		this.fixture.loop.advance(Duration.ofSeconds(30));
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		assertThat(states()).containsExactly(SubscriptionState.ACTIVE, SubscriptionState.WANTED);
		assertThat(this.fixture.reconciler.snapshot().state()).isEqualTo(ReconcileState.PENDING);
		this.fixture.takeSent();
		this.fixture.reconcile();
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE b:1:1 with identifier");
	}

	@Test
	void aPacketThatCanNotBeSentDoesNotStopTheOthers() {
		this.fixture.start(plan("a", "b"));
		this.fixture.connection.fail(new IllegalArgumentException("too big"));
		this.fixture.loop.runReady();
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		assertThat(states()).containsExactly(SubscriptionState.WANTED, SubscriptionState.ACTIVE);
	}

	@Test
	void aFilterThatIsWantedAgainWhileItIsUnsubscribedIsSubscribedByTheNextRun() {
		this.fixture.start(plan("a", "b")).answerAll();
		this.fixture.change(plan("b"));
		this.fixture.reconciler.plan(plan("a", "b"));
		this.fixture.answer(0);
		assertThat(states()).containsExactly(SubscriptionState.WANTED, SubscriptionState.ACTIVE);
		this.fixture.takeSent();
		this.fixture.reconcile();
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE a:1:1 with identifier");
	}

	@Test
	void aFilterThatIsWantedAgainInTimeIsLeftAlone() {
		this.fixture.start(plan("a")).answerAll();
		this.fixture.change(plan("b"));
		this.fixture.reconciler.plan(plan("a", "b"));
		this.fixture.answerAll();
		this.fixture.reconcile();
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).containsExactly("SUBSCRIBE a:1:1 with identifier",
				"SUBSCRIBE b:1:1 with identifier");
		assertThat(states()).containsOnly(SubscriptionState.ACTIVE);
	}

	@Test
	void aStopEndsWhatWaits() {
		this.fixture.start(plan("a"));
		CompletableFuture<Outcome> run = this.fixture.outcome;
		this.loop.close();
		this.reconciler.stopped();
		assertThat(run).isCompletedWithValue(Outcome.FAILED);
		this.loop.open();
		this.fixture.reconciler.plan(plan("a"));
		this.fixture.reconnect(true);
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void withoutAConnectionNothingIsConfirmed() {
		this.fixture.start(plan("a")).answerAll();
		assertThat(this.fixture.reconciler.snapshot().state()).isEqualTo(ReconcileState.CONVERGED);
		this.fixture.disconnect();
		assertThat(states()).containsExactly(SubscriptionState.WANTED);
		assertThat(this.fixture.reconciler.snapshot().state()).isEqualTo(ReconcileState.PENDING);
	}

}
