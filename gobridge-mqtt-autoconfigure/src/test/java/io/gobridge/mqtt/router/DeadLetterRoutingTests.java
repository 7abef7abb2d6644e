package io.gobridge.mqtt.router;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterCode;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.route.MqttConversionException;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.router.RouterStatistics.DeadLetterOutcome;
import io.gobridge.mqtt.router.RouterStatistics.FailureOutcome;
import io.gobridge.mqtt.session.InboundFlow;
import io.gobridge.mqtt.topic.TopicFilter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A message that becomes a dead letter is acknowledged when that is durable, and not
 * before.
 */
class DeadLetterRoutingTests extends RouterFixture {

	private final HeldDeadLetters store = new HeldDeadLetters();

	@BeforeEach
	void withStore() {
		this.deadLetters = this.store;
		this.router = router(AckOrder.RECEIVED, 8);
	}

	private MqttRouteDefinition failing(Throwable failure) {
		return failing("r", "a/#", OnFailure.DEAD_LETTER, failure);
	}

	private DeadLetterMetadata record(int index) {
		return this.store.records.get(index).metadata();
	}

	@Test
	void isAcknowledgedWhenItsRecordIsDurable() {
		route(failing(new IllegalStateException("no")));
		open(1, false).accept(delivered("a/1", "poison", 1), 7, NONE);
		runLanes();
		assertThat(this.handled).hasSize(3);
		assertThat(this.connection.written).isEmpty();
		assertThat(record(0).code()).isEqualTo(DeadLetterCode.HANDLER_FAILED);
		assertThat(record(0).attempts()).isEqualTo(3);
		assertThat(record(0).route()).isEqualTo("r");
		assertThat(record(0).exceptionClass()).isEqualTo(IllegalStateException.class.getName());
		assertThat(record(0).exceptionMessage()).isEqualTo("no");
		assertThat(this.store.records.get(0).delivery().payload()).asString().isEqualTo("poison");
		this.store.complete(0);
		assertThat(this.connection.written).containsExactly("PUBACK 7");
		assertThat(this.router.statistics().failureCount("r", FailureOutcome.DEAD_LETTERED)).isOne();
		assertThat(this.router.statistics().deadLetterCount("r", DeadLetterOutcome.WRITTEN)).isOne();
		assertThat(this.deadLettered).hasSize(1);
		assertThat(this.routes.get(0).snapshot().deadLettered()).isOne();
	}

	@Test
	void theLaneGoesOnAndAcknowledgementsKeepTheirOrder() {
		route(failing(new MqttConversionException("not JSON")));
		route(automatic("good", "b"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a/1", "poison", 1), 1, NONE);
		epoch.accept(delivered("b", "x", 1), 2, NONE);
		epoch.accept(delivered("a/1", "poison", 1), 3, NONE);
		runLanes();
		assertThat(this.handled).containsExactlyInAnyOrder("r", "r", "good:x");
		assertThat(this.connection.written).isEmpty();
		this.store.complete(1);
		assertThat(this.connection.written).isEmpty();
		this.store.complete(0);
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2", "PUBACK 3");
	}

	@Test
	void theCodeSaysWhy() {
		route(failing(new MqttConversionException("not JSON")));
		route(manual("manual", "m"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a/1", "x", 1), 1, NONE);
		epoch.accept(delivered("m", "x", 1), 2, NONE);
		runLanes();
		CompletableFuture<SettlementResult> rejected = this.acknowledgments.get(0).reject("wrong plant");
		assertThat(rejected).isNotDone();
		assertThat(this.store.records).extracting((record) -> record.metadata().code())
			.containsExactly(DeadLetterCode.CONVERSION_FAILED, DeadLetterCode.REJECTED);
		assertThat(record(1).exceptionMessage()).isEqualTo("wrong plant");
		assertThat(record(0).attempts()).isOne();
		for (int i = 0; i < 2; i++) {
			this.store.complete(i);
		}
		assertThat(rejected).isCompletedWithValue(SettlementResult.WRITTEN);
	}

	@Test
	void aWriteThatFailsIsTriedAgainAndNothingIsAcknowledgedMeanwhile() {
		route(failing(new MqttConversionException("not JSON")));
		open(1, false).accept(delivered("a/1", "x", 1), 1, NONE);
		runLanes();
		this.store.fail(0);
		this.loop.advance(Duration.ofMillis(999));
		assertThat(this.store.writes).hasSize(1);
		this.loop.advance(Duration.ofMillis(1));
		this.store.fail(1);
		this.loop.advance(Duration.ofSeconds(2));
		assertThat(this.store.writes).hasSize(3);
		assertThat(this.connection.written).isEmpty();
		assertThat(record(2).id()).as("the same record").isEqualTo(record(0).id());
		this.store.complete(2);
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.statistics().deadLetterCount("r", DeadLetterOutcome.FAILED)).isEqualTo(2);
	}

	@Test
	@ExtendWith(OutputCaptureExtension.class)
	void theLogSaysWhatTheStoreSaysAndNotOnlyWhatBroke(CapturedOutput output) {
		route(failing(new MqttConversionException("not JSON")));
		open(1, false).accept(delivered("a/1", "x", 1), 1, NONE);
		runLanes();
		this.store.writes.get(0)
			.completeExceptionally(new IllegalStateException("/data/gobridge has no room",
					new IOException("No space left on device")));
		assertThat(output).contains("/data/gobridge has no room");
	}

	@Test
	void whatAnEndedConnectionOwesIsNotTriedAgain() {
		route(failing(new MqttConversionException("not JSON")));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a/1", "x", 1), 1, NONE);
		runLanes();
		this.store.fail(0);
		retire(first);
		this.loop.advance(Duration.ofMinutes(5));
		assertThat(this.store.writes).hasSize(1);
		open(2, true).accept(delivered("a/1", "x", 1), 1, NONE);
		runLanes();
		this.store.complete(1);
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void aRecordThatIsDurableAfterItsConnectionHasEndedAcknowledgesNothing() {
		route(failing(new MqttConversionException("not JSON")));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a/1", "x", 1), 1, NONE);
		runLanes();
		retire(first);
		this.store.complete(0);
		assertThat(this.connection.written).isEmpty();
	}

	@Test
	void aQos0MessageIsWrittenOnceAndDroppedWhereThatFails() {
		route(failing(new MqttConversionException("not JSON")));
		open(1, false).accept(delivered("a/1", "x", 0), 0, NONE);
		runLanes();
		this.store.fail(0);
		this.loop.advance(Duration.ofMinutes(1));
		assertThat(this.store.writes).hasSize(1);
		assertThat(this.router.statistics().failureCount("r", FailureOutcome.DROPPED)).isOne();
	}

	@Test
	void aStoreThatThrowsIsAFailedWrite() {
		this.deadLetters = new HeldDeadLetters() {
			@Override
			public CompletableFuture<Void> write(DeadLetter deadLetter) {
				throw new IllegalStateException("broken");
			}
		};
		this.router = router(AckOrder.RECEIVED, 8);
		route(failing(new MqttConversionException("not JSON")));
		open(1, false).accept(delivered("a/1", "x", 1), 1, NONE);
		runLanes();
		assertThat(this.connection.written).isEmpty();
		assertThat(this.router.statistics().deadLetterCount("r", DeadLetterOutcome.FAILED)).isOne();
	}

	@Test
	void aDeadLetterGoesToTheCurrentHandlerOnceMore() {
		route(failing(new MqttConversionException("not JSON")));
		open(1, false);
		CompletableFuture<Void> failed = this.router.redrive(delivered("a/1", "x", 1), "r");
		runLanes();
		assertThat(failed).isCompletedExceptionally();
		assertThat(this.store.records).as("it is a dead letter already").isEmpty();
		this.routes.clear();
		this.router.routes(this.routes, plan());
		assertThat(this.router.redrive(delivered("a/1", "x", 1), "r")).isCompletedExceptionally();
		route(automatic("r", "a/+"));
		CompletableFuture<Void> handled = this.router.redrive(delivered("a/1", "x", 1), "r");
		assertThat(handled).isNotDone();
		runLanes();
		assertThat(handled).isCompleted();
		assertThat(this.handled).endsWith("r:x");
		assertThat(this.connection.written).as("the broker knows nothing of it").isEmpty();
	}

	@Test
	void aDeadLetterWithoutARouteGoesToAllThatWantItAndMayBeSettledByHand() {
		route(automatic("one", "old/#"));
		route(manual("two", "old/+"));
		assertThat(this.router.redrive(delivered("other", "x", 1), null)).isCompletedExceptionally();
		CompletableFuture<Void> handled = this.router.redrive(delivered("old/1", "x", 0), null);
		runLanes();
		assertThat(handled).isNotDone();
		this.acknowledgments.get(0).acknowledge();
		assertThat(handled).isCompleted();
		CompletableFuture<Void> rejected = this.router.redrive(delivered("old/1", "x", 0), "two");
		runLanes();
		this.acknowledgments.get(1).reject("still wrong");
		assertThat(rejected).isCompletedExceptionally();
		assertThat(this.acknowledgments.get(1).acknowledge()).isCompletedWithValue(SettlementResult.ALREADY_SETTLED);
		this.router.pause(this.routes.get(1));
		assertThat(this.router.redrive(delivered("old/1", "x", 0), "two")).isCompletedExceptionally();
	}

	private void removing(String... filters) {
		Map<TopicFilter, Integer> displaced = new LinkedHashMap<>();
		for (String filter : filters) {
			displaced.put(TopicFilter.of(filter), displaced.size() + 1);
		}
		this.router.coverage(Coverage.of(List.of(TopicFilter.of("wanted/#")), List.of(), displaced));
	}

	@Test
	void b193WhatComesFromARemovedFilterIsADeadLetterBeforeItIsAcknowledged() {
		removing("old/#", "old/+");
		InboundFlow.OfEpoch epoch = open(1, true);
		epoch.accept(delivered("old/1", "x", 1), 1, new int[] { 2 });
		epoch.accept(delivered("old/1", "y", 2), 2, NONE);
		epoch.accept(delivered("old/1", "z", 0), 0, NONE);
		assertThat(this.router.displacedTopics()).containsExactly("old/1");
		assertThat(this.store.records).isEmpty();
		this.loop.advance(GRACE);
		assertThat(this.store.records).hasSize(2);
		assertThat(this.connection.written).isEmpty();
		assertThat(record(0).code()).isEqualTo(DeadLetterCode.SUBSCRIPTION_REMOVED);
		assertThat(record(0).removedFilter()).isEqualTo("old/+");
		assertThat(record(0).route()).isNull();
		assertThat(this.router.displacedSettled()).isZero();
		this.store.complete(1);
		this.store.complete(0);
		assertThat(this.connection.written).containsExactlyInAnyOrder("PUBACK 1", "PUBREC 2");
		assertThat(this.router.displacedSettled()).isEqualTo(2);
		assertThat(this.router.displacedTopics()).isEmpty();
		epoch.accept(delivered("old/1", "later", 1), 3, NONE);
		this.store.complete(2);
		assertThat(this.connection.written).endsWith("PUBACK 3");
		assertThat(this.orphans).isEmpty();
		assertThat(this.router.statistics().lateCount()).as("QoS 0").isOne();
		assertThat(this.router.statistics().coveredRetainedCount()).isZero();
		assertThat(this.router.statistics().deadLetterCount(RouterStatistics.NO_ROUTE, DeadLetterOutcome.WRITTEN))
			.isEqualTo(3);
	}

	@Test
	void noFilterIsTakenForSilentBecauseOthersDeliverOnManyTopics() {
		this.router = router(AckOrder.RECEIVED, 100);
		removing("old/#", "other");
		InboundFlow.OfEpoch epoch = open(1, true);
		for (int i = 1; i <= 50; i++) {
			epoch.accept(delivered("old/" + i, "x", 1), i, NONE);
		}
		epoch.accept(delivered("other", "x", 1), 51, NONE);
		assertThat(this.router.displacedTopics()).hasSize(51).contains("other");
	}

	@Test
	void b191WhatAWantedFilterCoversTooIsLive() {
		this.router.coverage(Coverage.of(List.of(TopicFilter.of("a/b")), List.of(), Map.of(TopicFilter.of("a/#"), 1)));
		open(1, true).accept(delivered("a/b", "x", 1), 1, new int[] { 1 });
		this.loop.advance(GRACE);
		assertThat(this.store.records).isEmpty();
		assertThat(this.router.displacedTopics()).isEmpty();
		route(automatic("r", "a/b"));
		runLanes();
		assertThat(this.handled).containsExactly("r:x");
	}

	@Test
	void b194WhereTheRecordCanNotBeWrittenItStaysAndIsTriedAgain() {
		removing("old/#");
		open(1, true).accept(delivered("old/1", "x", 1), 1, NONE);
		this.loop.advance(GRACE);
		this.store.fail(0);
		assertThat(this.router.displacedTopics()).containsExactly("old/1");
		this.loop.advance(Duration.ofSeconds(1));
		this.store.complete(1);
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void b192WithoutAStoreItStaysUnacknowledged() {
		this.deadLetters = null;
		this.router = router(AckOrder.RECEIVED, 8);
		removing("old/#");
		InboundFlow.OfEpoch epoch = open(1, true);
		epoch.accept(delivered("old/1", "x", 1), 1, NONE);
		this.loop.advance(GRACE);
		epoch.accept(delivered("old/1", "y", 1), 2, NONE);
		assertThat(this.connection.written).isEmpty();
		assertThat(this.router.displacedTopics()).containsExactly("old/1");
	}

	@Test
	void aRouteThatComesBackTakesWhatIsDisplaced() {
		removing("old/#");
		open(1, true).accept(delivered("old/1", "x", 1), 1, NONE);
		route(automatic("old", "old/+"));
		wanted();
		runLanes();
		assertThat(this.handled).containsExactly("old:x");
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		this.loop.advance(GRACE);
		assertThat(this.store.records).isEmpty();
	}

	@Test
	void aRouteThatComesBackWhileItsDeadLetterIsWrittenSettlesIt() {
		removing("old/#");
		open(1, true).accept(delivered("old/1", "x", 1), 1, NONE);
		this.loop.advance(GRACE);
		route(manual("old", "old/+"));
		wanted();
		runLanes();
		this.store.complete(0);
		assertThat(this.connection.written).as("its handler has not").isEmpty();
		assertThat(this.router.displacedSettled()).isZero();
		this.acknowledgments.get(0).acknowledge();
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void oneMessageIsOneDeadLetterThoughTheCoverageChangesMeanwhile() {
		removing("old/#");
		open(1, true).accept(delivered("old/1", "x", 1), 1, NONE);
		this.loop.advance(GRACE);
		removing("old/#", "other");
		assertThat(this.store.records).hasSize(1);
	}

	@Test
	void aQos2MessageWhoseRecordIsGivenUpIsNotHandled() {
		route(failing(new MqttConversionException("not JSON")));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a/1", "x", 2), 1, NONE);
		runLanes();
		this.store.fail(0);
		retire(first);
		this.loop.advance(Duration.ofMinutes(1));
		open(2, true).accept(delivered("a/1", "x", 2), 1, NONE);
		assertThat(this.connection.written).isEmpty();
		runLanes();
		assertThat(this.connection.written).isEmpty();
		this.store.complete(1);
		assertThat(this.connection.written).containsExactly("PUBREC 1");
	}

	@Test
	void aQos2MessageOfARemovedFilterWhoseRecordIsGivenUpIsNotHandled() {
		removing("old/#");
		InboundFlow.OfEpoch first = open(1, true);
		first.accept(delivered("old/1", "x", 2), 1, NONE);
		this.loop.advance(GRACE);
		// The connection has ended, and its messages are not purged yet.
		((EpochRouter) first).epoch().retire();
		this.store.fail(0);
		first.retired();
		open(2, true).accept(delivered("old/1", "x", 2), 1, NONE);
		assertThat(this.connection.written).isEmpty();
		this.loop.advance(GRACE);
		this.store.complete(1);
		assertThat(this.connection.written).containsExactly("PUBREC 1");
	}

}
