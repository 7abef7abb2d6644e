package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.List;
import java.util.Objects;

import io.gobridge.mqtt.ledger.LedgerEntry;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.MigrationRequired;
import io.gobridge.mqtt.session.Reconciler.Outcome;
import io.gobridge.mqtt.session.SessionHistory;
import io.gobridge.mqtt.topic.TopicFilter;
import org.junit.jupiter.api.Test;

import static io.gobridge.mqtt.reconcile.ReconcileFixture.GRACE;
import static io.gobridge.mqtt.reconcile.ReconcileFixture.IDENTITY;
import static io.gobridge.mqtt.reconcile.ReconcileFixture.plan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * A durable session remembers what it subscribes, and cleans up after an older
 * installation.
 */
class LedgerReconcileTests {

	private ScriptedLedger ledger = new ScriptedLedger();

	private ReconcileFixture fixture = new ReconcileFixture(this.ledger, UnknownHistory.FAIL);

	private void use(ScriptedLedger ledger, String... baseline) {
		this.ledger = ledger;
		this.fixture = new ReconcileFixture(ledger, UnknownHistory.FAIL, baseline);
	}

	private SessionHistory history() {
		return Objects.requireNonNull(this.fixture.history);
	}

	/** What a session does before and at its CONNACK. */
	private MigrationRequired connect(boolean sessionPresent) {
		history().load();
		this.fixture.loop.runReady();
		this.fixture.epoch = this.fixture.connection.epoch(1, sessionPresent);
		MigrationRequired objection = history().objection(this.fixture.epoch.connAck());
		return (objection != null) ? objection : NO_OBJECTION;
	}

	private static final MigrationRequired NO_OBJECTION = new MigrationRequired("", List.of(), List.of());

	private void start(boolean sessionPresent, String... filters) {
		assertThat(connect(sessionPresent)).isEqualTo(NO_OBJECTION);
		this.fixture.start(plan(filters));
	}

	/** Lets time go on, with a broker that answers as asked. */
	private void pass(Duration duration) {
		this.fixture.loop.advance(duration);
		this.fixture.answerAll();
	}

	@Test
	void theBrokerIsAskedOnceMoreAndItsAnswerComesBehindWhateverItHadSent() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		this.fixture.takeSent();
		this.fixture.loop.advance(GRACE.multipliedBy(2));
		assertThat(this.fixture.takeSent()).containsExactly("UNSUBSCRIBE old/#");
		assertThat(this.ledger.filters()).containsExactly("old/#");
		// What was read late is there when the answer is.
		this.fixture.displaced.topics.add("old/1");
		this.fixture.answer(0x11);
		assertThat(this.ledger.filters()).containsExactly("old/#");
		this.fixture.displaced.topics.clear();
		pass(GRACE);
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void aLastQuestionThatIsNotAnsweredIsAskedAgain() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		this.fixture.loop.advance(GRACE);
		this.fixture.reconnect(true);
		this.fixture.answerAll();
		this.fixture.takeSent();
		this.fixture.loop.advance(GRACE);
		assertThat(this.fixture.takeSent()).as("behind all that the new connection has brought")
			.containsExactly("UNSUBSCRIBE old/#");
		assertThat(this.ledger.filters()).containsExactly("old/#");
		this.fixture.answerAll();
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void aLastQuestionThatFailedProvesNothing() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		this.fixture.loop.advance(GRACE);
		this.fixture.connection.fail(new IllegalStateException("no packet identifier"));
		this.fixture.loop.runReady();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		assertThat(this.ledger.filters()).containsExactly("old/#");
		this.fixture.reconcile();
		this.fixture.answerAll();
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void b179WhatIsSubscribedIsRememberedBefore() {
		start(false, "a", "b");
		assertThat(this.ledger.calls).containsExactly("read", "remember [a, b]");
		assertThat(this.ledger.filters()).containsExactly("a", "b");
		assertThat(this.fixture.connection.sent).hasSize(2);
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		this.fixture.change(plan("a", "b", "c"));
		assertThat(this.ledger.calls).endsWith("remember [c]");
	}

	@Test
	void b179WhatCanNotBeRememberedIsNotSubscribed() {
		start(false);
		this.ledger.away = true;
		this.fixture.change(plan("a"));
		assertThat(this.fixture.connection.sent).isEmpty();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		this.fixture.reconcile();
		assertThat(this.fixture.connection.sent).as("a try is not a record").isEmpty();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		this.ledger.away = false;
		this.fixture.reconcile();
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.ledger.filters()).containsExactly("a");
	}

	@Test
	void aFilterThatIsKnownWithoutItsIdentifierIsRememberedOnceMoreWithIt() {
		use(ScriptedLedger.of("a"));
		start(true, "a");
		this.fixture.answerAll();
		assertThat(this.ledger.calls).containsExactly("read", "remember [a]");
		this.fixture.reconnect(true);
		assertThat(this.ledger.calls).as("it is the same now").hasSize(2);
	}

	@Test
	void aPastThatWasSeenToBeEmptyStaysKnownWhileItCanNotBeRecorded() {
		assertThat(connect(false)).isEqualTo(NO_OBJECTION);
		this.ledger.away = true;
		this.fixture.start(plan("a"));
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.FAILED);
		assertThat(connect(true)).as("the session is of this process").isEqualTo(NO_OBJECTION);
	}

	@Test
	void aSessionThatStartsAgainReadsWhatAnotherProcessHasSubscribedMeanwhile() {
		start(false, "a");
		this.fixture.answerAll();
		this.fixture.disconnect();
		this.ledger.remember(IDENTITY, List.of(LedgerEntry.of(TopicFilter.of("theirs/#"))));
		Objects.requireNonNull(this.fixture.history).start();
		assertThat(connect(true)).isEqualTo(NO_OBJECTION);
		assertThat(Objects.requireNonNull(this.fixture.history).filters()).containsExactly("a", "theirs/#");
	}

	@Test
	void anEmptyPastIsRecordedAlsoByASessionThatSubscribesNothing() {
		start(false);
		assertThat(this.ledger.calls).containsExactly("read", "remember []");
		assertThat(this.ledger.filters()).isEmpty();
		this.fixture.reconcile();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.IDLE);
	}

	@Test
	void b173AnUnknownPastIsNotAnEmptyOne() {
		MigrationRequired objection = connect(true);
		assertThat(objection.reason()).contains("Session Present = 1");
		assertThat(objection.waysOut()).hasSize(3)
			.anyMatch((way) -> way.contains("ledger.baseline"))
			.anyMatch((way) -> way.contains("unknown-history=clean"))
			.anyMatch((way) -> way.contains("restore the ledger"));
		assertThat(this.ledger.filters()).containsExactly("unknown");
	}

	@Test
	void anOperatorsBaselineIsReadBeforeTheNextConnect() {
		connect(true);
		RememberedSession remembered = Objects.requireNonNull(this.fixture.history);
		remembered.baseline(List.of());
		assertThat(connect(true)).isEqualTo(NO_OBJECTION);
		assertThat(remembered.filters()).isEmpty();
	}

	@Test
	void b175ABaselineIsAddedToWhatIsKnown() {
		use(ScriptedLedger.of("a"), "a", "$share/g/old/#");
		connect(true);
		assertThat(this.ledger.filters()).containsExactly("$share/g/old/#", "a");
		this.ledger.calls.clear();
		history().load();
		assertThat(this.ledger.calls).as("it is known").isEmpty();
	}

	@Test
	void anUnknownPastMayBeEndedOnce() {
		this.fixture = new ReconcileFixture(this.ledger, UnknownHistory.CLEAN);
		history().load();
		this.fixture.loop.runReady();
		assertThat(history().wantsCleanStart()).isTrue();
		start(false, "a");
		this.fixture.answerAll();
		assertThat(history().wantsCleanStart()).isFalse();
	}

	@Test
	void aLedgerThatCanNotBeReadFailsTheAttempt() {
		this.ledger.away = true;
		var loading = history().load();
		this.fixture.loop.runReady();
		assertThat(loading).isCompletedExceptionally();
		this.ledger.away = false;
		assertThat(connect(false)).isEqualTo(NO_OBJECTION);
	}

	@Test
	void b184WhatTheBrokerHadIsForgottenAfterAWindowOnANewConnection() {
		use(ScriptedLedger.of("a", "old/#", "$share/g/old/+"));
		start(true, "a", "d");
		this.fixture.answer(1);
		this.fixture.answer(1);
		assertThat(this.fixture.connection.sent).last().isEqualTo("UNSUBSCRIBE $share/g/old/+ old/#");
		assertThat(this.fixture.coverage().covers("old/1")).as("until it is confirmed").isTrue();
		this.fixture.answer(0, 0);
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.DEGRADED);
		assertThat(this.fixture.coverage().covers("old/1")).isFalse();
		assertThat(this.fixture.coverage().displacedBy("old/1", new int[0])).isNotNull();
		assertThat(this.fixture.reconnects).isOne();
		pass(GRACE.multipliedBy(2));
		assertThat(this.ledger.filters()).as("not on this connection").contains("old/#");
		assertThat(this.fixture.reconnects).isOne();
		this.fixture.takeSent();
		this.fixture.reconnect(true);
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).noneMatch((sent) -> sent.startsWith("UNSUBSCRIBE"));
		pass(GRACE.minusMillis(1));
		assertThat(this.ledger.filters()).contains("old/#");
		assertThat(this.fixture.reconciler.snapshot().removing()).containsExactly("$share/g/old/+", "old/#");
		pass(Duration.ofMillis(1));
		assertThat(this.ledger.filters()).containsExactly("a", "d");
		assertThat(this.fixture.coverage().displacedBy("old/1", new int[0])).as("a straggler is not dropped")
			.isNotNull();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.fixture.reconciler.snapshot().state()).isEqualTo(ReconcileState.CONVERGED);
		assertThat(this.fixture.loop.delays()).isEmpty();
	}

	@Test
	void b185WhatTheBrokerDidNotHaveIsForgottenAfterAWindowWithoutANewConnection() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		assertThat(this.fixture.reconnects).isZero();
		pass(GRACE.minusMillis(1));
		assertThat(this.ledger.filters()).containsExactly("old/#");
		pass(Duration.ofMillis(1));
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void aLostConnectionBeginsTheWindowAnew() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		pass(GRACE.minusSeconds(1));
		this.fixture.reconnect(true);
		pass(GRACE.minusSeconds(1));
		assertThat(this.ledger.filters()).containsExactly("old/#");
		pass(Duration.ofSeconds(1));
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void aNewSessionOfTheBrokerHasNothingToRemove() {
		use(ScriptedLedger.of("a", "old/#"));
		start(false, "a");
		this.fixture.answerAll();
		assertThat(this.fixture.connection.sent).noneMatch((sent) -> sent.startsWith("UNSUBSCRIBE"));
		assertThat(this.ledger.filters()).containsExactly("a");
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void aWindowThatEndsWhileANewConnectionIsWaitedForBeginsAnewWithIt() {
		use(ScriptedLedger.of("old/1", "old/2"));
		start(true);
		this.fixture.answer(0x11, 0x83);
		this.fixture.loop.advance(Duration.ofSeconds(1));
		this.fixture.answer(0);
		assertThat(this.fixture.reconnects).isOne();
		this.fixture.loop.advance(GRACE.multipliedBy(2));
		assertThat(this.ledger.filters()).containsExactly("old/1", "old/2");
		this.fixture.reconnect(true);
		this.fixture.answerAll();
		pass(GRACE);
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void b190WhatTheBrokerDoesNotRemoveStaysAndTheRestGoesOn() {
		use(ScriptedLedger.of("old/1", "old/2"));
		start(true);
		this.fixture.answer(0x11, 0x83);
		this.fixture.loop.advance(Duration.ofSeconds(1));
		this.fixture.answer(0x83);
		this.fixture.loop.advance(GRACE);
		this.fixture.answer(0x83);
		assertThat(this.fixture.connection.sent).last().isEqualTo("UNSUBSCRIBE old/1 old/2");
		this.fixture.answer(0x11, 0x83);
		assertThat(this.ledger.filters()).containsExactly("old/2");
		assertThat(this.fixture.coverage().covers("old/2")).as("B116").isTrue();
	}

	@Test
	void aMessageOfARemovedFilterHoldsUpTheForgettingUntilItIsSettled() {
		use(ScriptedLedger.of("old/#", "gone"));
		start(true);
		this.fixture.answer(0x11, 0x11);
		this.fixture.displaced.topics.add("old/1");
		pass(GRACE);
		assertThat(this.ledger.filters()).containsExactly("old/#");
		this.fixture.displaced.topics.clear();
		pass(Duration.ofSeconds(1));
		assertThat(this.ledger.filters()).isEmpty();
		assertThat(this.fixture.migrations).isEmpty();
	}

	@Test
	void onlyAWindowWithoutASettledMessageProvesThatNoneIsLeft() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		// As many as the Receive Maximum allows; the broker has more.
		pass(GRACE.minusMillis(1));
		this.fixture.displaced.settled = 192;
		pass(Duration.ofMillis(1));
		assertThat(this.ledger.filters()).containsExactly("old/#");
		pass(GRACE.minusMillis(1));
		this.fixture.displaced.settled = 200;
		pass(Duration.ofMillis(1));
		assertThat(this.ledger.filters()).containsExactly("old/#");
		assertThat(this.fixture.coverage().displacedBy("old/1", new int[0])).isEqualTo("old/#");
		pass(GRACE);
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void aMessageThatIsSettledWhileItIsLookedAtBeginsTheWindowAnewToo() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		this.fixture.displaced.topics.add("old/1");
		this.fixture.displaced.afterwards = () -> {
			this.fixture.displaced.topics.clear();
			this.fixture.displaced.settled = 1;
		};
		pass(GRACE);
		pass(Duration.ofSeconds(1));
		pass(GRACE.minusMillis(1));
		assertThat(this.ledger.filters()).as("a second after it").containsExactly("old/#");
		pass(Duration.ofMillis(1));
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void b192WithoutADeadLetterStoreSuchAMessageNeedsADecision() {
		use(ScriptedLedger.of("old/#"));
		this.fixture.displaced.kept = false;
		start(true);
		this.fixture.answer(0x11);
		this.fixture.displaced.topics.add("old/1");
		pass(GRACE);
		assertThat(this.fixture.migrations).singleElement()
			.satisfies((migration) -> assertThat(migration.filters()).containsExactly("old/#"))
			.satisfies((migration) -> assertThat(migration.waysOut()).hasSize(3));
		assertThat(this.ledger.filters()).containsExactly("old/#");
	}

	@Test
	void whatWasForgottenIsNotDisplacedAnyMoreWhereItIsWantedAgainOrNothingIsKept() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		pass(GRACE);
		assertThat(this.ledger.filters()).isEmpty();
		assertThat(this.fixture.coverage().displacedBy("old/1", new int[0])).isEqualTo("old/#");
		this.fixture.change(plan("old/#"));
		assertThat(this.fixture.coverage().displacedBy("old/1", new int[0])).isNull();
		use(ScriptedLedger.of("old/#"));
		this.fixture.displaced.kept = false;
		start(true);
		this.fixture.answer(0x11);
		pass(GRACE);
		assertThat(this.ledger.filters()).isEmpty();
		assertThat(this.fixture.coverage().displacedBy("old/1", new int[0])).isNull();
	}

	@Test
	void b188WhatCanNotBeForgottenStaysAndIsTriedAgain() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		this.ledger.away = true;
		pass(GRACE.plusSeconds(5));
		assertThat(this.ledger.filters()).containsExactly("old/#");
		this.ledger.away = false;
		pass(Duration.ofSeconds(10));
		assertThat(this.ledger.filters()).isEmpty();
	}

	@Test
	void aLeftoverThatIsWantedAgainIsSubscribedAndKept() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0);
		this.fixture.change(plan("old/#"));
		this.fixture.answerAll();
		assertThat(this.fixture.connection.sent).last().asString().startsWith("SUBSCRIBE old/#");
		this.fixture.reconnect(true);
		this.fixture.answerAll();
		pass(GRACE.multipliedBy(3));
		assertThat(this.ledger.filters()).containsExactly("old/#");
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void whatThisProcessRemovesIsForgottenAfterItsWindowWithoutANewConnection() {
		start(false, "a", "b");
		this.fixture.answerAll();
		this.fixture.change(plan("a"));
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
		assertThat(this.ledger.filters()).containsExactly("a", "b");
		pass(GRACE);
		assertThat(this.ledger.filters()).containsExactly("a");
		assertThat(this.fixture.reconnects).isZero();
	}

	@Test
	void whatIsWantedAgainWhileItIsBeingForgottenIsRememberedBehindThat() {
		start(false, "a", "b");
		this.fixture.answerAll();
		this.fixture.change(plan("a"));
		this.fixture.answerAll();
		this.ledger.held = true;
		pass(GRACE);
		assertThat(this.ledger.calls).last().isEqualTo("forget [b]");
		wantedAgain("b", "a", "b");
	}

	@Test
	void aLeftoverThatIsWantedAgainWhileItIsBeingForgottenIsRememberedBehindThat() {
		use(ScriptedLedger.of("old/#"));
		start(true);
		this.fixture.answer(0x11);
		this.ledger.held = true;
		pass(GRACE);
		assertThat(this.ledger.calls).last().isEqualTo("forget [old/#]");
		wantedAgain("old/#", "old/#");
	}

	private void wantedAgain(String filter, String... filters) {
		this.fixture.takeSent();
		this.fixture.change(plan(filters));
		assertThat(this.fixture.takeSent()).as("it may not be in the ledger").isEmpty();
		this.ledger.letGo();
		this.fixture.loop.runReady();
		assertThat(this.ledger.calls).last().isEqualTo("remember [" + filter + "]");
		assertThat(this.ledger.filters()).containsExactly(filters);
		assertThat(this.fixture.takeSent()).singleElement().asString().startsWith("SUBSCRIBE " + filter + ":");
		this.fixture.answerAll();
		assertThat(this.fixture.outcome).isCompletedWithValue(Outcome.CONVERGED);
	}

	@Test
	void whatMayHaveBeenForgottenIsRememberedOnceMoreWhenItIsWantedAgain() {
		start(false, "a", "b");
		this.fixture.answerAll();
		this.fixture.change(plan("a"));
		this.fixture.answerAll();
		this.ledger.answersAreLost = true;
		pass(GRACE);
		assertThat(this.ledger.filters()).containsExactly("a");
		this.ledger.answersAreLost = false;
		this.fixture.change(plan("a", "b"));
		assertThat(this.ledger.filters()).containsExactly("a", "b");
	}

	@Test
	void aWindowThatEndsWhenTheFilterIsWantedAgainForgetsNothing() {
		start(false, "a", "b");
		this.fixture.answerAll();
		this.fixture.change(plan("a"));
		this.fixture.answerAll();
		pass(GRACE.minusMillis(1));
		this.ledger.held = true;
		this.fixture.change(plan("a", "b", "c"));
		pass(Duration.ofMillis(1));
		assertThat(this.ledger.calls).last().isEqualTo("remember [c]");
		this.ledger.letGo();
		this.fixture.loop.runReady();
		this.fixture.answerAll();
		assertThat(this.ledger.filters()).containsExactly("a", "b", "c");
	}

	@Test
	void aLeftoverThatIsWantedInTimeIsNotUnsubscribed() {
		use(ScriptedLedger.of("a", "old/#"));
		start(true, "a");
		this.fixture.reconciler.plan(plan("a", "old/#"));
		this.fixture.answerAll();
		this.fixture.reconcile();
		this.fixture.answerAll();
		assertThat(this.fixture.takeSent()).hasSize(2).allMatch((sent) -> sent.startsWith("SUBSCRIBE"));
	}

	@Test
	void whatNobodyWantsAnyMoreWhenItIsRememberedIsNotSubscribed() {
		start(false, "a");
		this.fixture.answerAll();
		this.fixture.takeSent();
		this.ledger.held = true;
		this.fixture.change(plan("a", "b"));
		this.fixture.reconciler.plan(plan("a"));
		this.ledger.letGo();
		this.fixture.loop.runReady();
		assertThat(this.fixture.takeSent()).noneMatch((sent) -> sent.startsWith("SUBSCRIBE"));
	}

	@Test
	void whatWasRemovedBeforeTheFirstConnectionIsALeftover() {
		use(ScriptedLedger.of("a"));
		connect(true);
		this.fixture.reconciler.plan(plan("a"));
		this.fixture.start(plan());
		assertThat(this.fixture.connection.sent).containsExactly("UNSUBSCRIBE a");
	}

	@Test
	void theIdentifierOfTheLedgerNamesTheExactFilter() {
		start(false, "old/#", "old/+");
		this.fixture.answerAll();
		int[] plus = { plan("old/+").subscriptions().iterator().next().identifier() };
		use(this.ledger);
		start(true, "a");
		this.fixture.answer(1);
		this.fixture.answer(0, 0);
		assertThat(this.fixture.coverage().displacedBy("old/1", plus)).isEqualTo("old/+");
	}

	@Test
	void aConnAckIsOnlyLookedAtWhereThePastIsUnknown() {
		use(ScriptedLedger.of());
		ConnAck resumed = this.fixture.connection.epoch(1, true).connAck();
		assertThat(connect(true)).isEqualTo(NO_OBJECTION);
		assertThat(history().objection(resumed)).isNull();
	}

}
