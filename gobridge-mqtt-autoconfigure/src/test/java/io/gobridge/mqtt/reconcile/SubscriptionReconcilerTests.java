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
import io.gobridge.mqtt.session.SteppedClock;
import io.gobridge.mqtt.session.SteppedLoop;
import io.gobridge.mqtt.topic.TopicFilter;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Subscribing and unsubscribing, step by step.
 */
class SubscriptionReconcilerTests {

	private final SteppedLoop loop = new SteppedLoop(new SteppedClock());

	private final SubscriptionReconciler reconciler = new SubscriptionReconciler(
			new ReconcileSettings("test", true, Duration.ofSeconds(30), 8), this.loop);

	private static SubscriptionPlan plan(String... filters) {
		return SubscriptionPlan.of(Arrays.stream(filters)
			.map((filter) -> new Demand("route " + filter, TopicFilter.of(filter), 1, false, false,
					Demand.Retained.UNSPECIFIED))
			.toList());
	}

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
		return this.reconciler.subscriptions().stream().map(SubscriptionStatus::state).toList();
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
				SubscriptionState.BEST_EFFORT);
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
		answer(connection, 1);
		assertThat(connection.sent).endsWith("UNSUBSCRIBE a");
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
		assertThat(reconcile(connection.epoch(2, false))).isCompletedWithValue(Outcome.CONVERGED);
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
		answer(connection, 1);
		assertThat(second).isCompleted();
		CompletableFuture<Void> third = this.reconciler.plan(plan());
		this.reconciler.stopped();
		assertThat(third).isCompletedExceptionally();
	}

	@Test
	void anApplicationThatOnlyPublishesSendsNothing() {
		SubscribingConnection connection = new SubscribingConnection();
		assertThat(reconcile(connection.epoch(1, true))).isCompletedWithValue(Outcome.CONVERGED);
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

}
