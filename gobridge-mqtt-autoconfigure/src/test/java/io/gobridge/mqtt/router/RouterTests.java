package io.gobridge.mqtt.router;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.route.MqttConversionException;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.session.ConnectionListener.Poison;
import io.gobridge.mqtt.session.InboundFlow;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Dispatch and settlement, stepped: lanes run only when the test lets them.
 */
class RouterTests extends RouterFixture {

	@Test
	void isAcknowledgedAfterItsHandlerAndNotBefore() {
		route(automatic("r", "a/#"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a/1", "x", 1), 7, NONE);
		epoch.accept(delivered("a/1", "y", 2), 8, NONE);
		assertThat(this.connection.written).isEmpty();
		runLanes();
		assertThat(this.handled).containsExactly("r:x", "r:y");
		assertThat(this.connection.written).containsExactly("PUBACK 7", "PUBREC 8");
		epoch.released(8);
		assertThat(this.connection.written).endsWith("PUBCOMP 8");
	}

	@Test
	void acknowledgementsLeaveInOrderOfReceiptWhateverOrderTheyAreSettledIn() {
		route(manual("r", "a/#"));
		InboundFlow.OfEpoch epoch = open(1, false);
		for (int id = 1; id <= 3; id++) {
			epoch.accept(delivered("a", "m" + id, 1), id, NONE);
		}
		runLanes();
		CompletableFuture<SettlementResult> third = this.acknowledgments.get(2).acknowledge();
		CompletableFuture<SettlementResult> second = this.acknowledgments.get(1).acknowledge();
		assertThat(this.connection.written).isEmpty();
		assertThat(third).isNotDone();
		this.acknowledgments.get(0).acknowledge();
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2", "PUBACK 3");
		assertThat(second).isCompletedWithValue(SettlementResult.WRITTEN);
		assertThat(third).isCompletedWithValue(SettlementResult.WRITTEN);
	}

	@Test
	void settledOrderWritesAtOnce() {
		this.router = router(AckOrder.SETTLED, 8);
		route(manual("r", "a/#"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("a", "2", 1), 2, NONE);
		runLanes();
		assertThat(this.acknowledgments.get(1).acknowledge()).isCompletedWithValue(SettlementResult.WRITTEN);
		assertThat(this.connection.written).containsExactly("PUBACK 2");
	}

	@Test
	void settlesOnce() {
		route(manual("r", "a"));
		open(1, false).accept(delivered("a", "1", 1), 1, NONE);
		runLanes();
		Acknowledgment acknowledgment = this.acknowledgments.get(0);
		assertThat(acknowledgment.acknowledge()).isCompletedWithValue(SettlementResult.WRITTEN);
		assertThat(acknowledgment.acknowledge()).isCompletedWithValue(SettlementResult.ALREADY_SETTLED);
		assertThat(acknowledgment.reject("late")).isCompletedWithValue(SettlementResult.ALREADY_SETTLED);
		assertThat(acknowledgment.redeliver()).isCompletedWithValue(SettlementResult.ALREADY_SETTLED);
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.statistics().resultCount(SettlementResult.ALREADY_SETTLED)).isEqualTo(3);
	}

	@Test
	void severalRoutesSettleOneDelivery() {
		route(automatic("one", "a/+"));
		route(manual("two", "a/#"));
		open(1, false).accept(delivered("a/b", "x", 1), 9, NONE);
		runLanes();
		assertThat(this.handled).containsExactlyInAnyOrder("one:x", "two:x");
		assertThat(this.connection.written).isEmpty();
		this.acknowledgments.get(0).acknowledge();
		assertThat(this.connection.written).containsExactly("PUBACK 9");
	}

	@Test
	void caseB29OneCopyPerOverlappingFilterRunsEachHandlerOnce() {
		route(automatic("exact", "h/1/w"));
		route(automatic("wild", "h/+/w"));
		SubscriptionPlan plan = plan();
		int exact = identifier(plan, "h/1/w");
		int wild = identifier(plan, "h/+/w");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("h/1/w", "x", 1), 1, new int[] { exact });
		epoch.accept(delivered("h/1/w", "x", 1), 2, new int[] { wild });
		runLanes();
		assertThat(this.handled).containsExactlyInAnyOrder("exact:x", "wild:x");
		this.handled.clear();
		epoch.accept(delivered("h/1/w", "y", 1), 3, new int[] { wild, exact });
		runLanes();
		assertThat(this.handled).containsExactlyInAnyOrder("exact:y", "wild:y");
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2", "PUBACK 3");
	}

	@Test
	void anIdentifierThatNobodyKnowsOrThatNamesAnotherFilterFallsBackToTheTopic() {
		route(automatic("a", "a/#"));
		route(automatic("b", "b/#"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a/1", "unknown", 1), 1, new int[] { 12345 });
		epoch.accept(delivered("a/1", "wrong", 1), 2, new int[] { identifier(plan(), "b/#") });
		runLanes();
		assertThat(this.handled).containsExactly("a:unknown", "a:wrong");
	}

	@Test
	void aLateSettlementOfAnEndedConnectionWritesNothing() {
		route(manual("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 1), 1, NONE);
		runLanes();
		retire(first);
		InboundFlow.OfEpoch second = open(2, true);
		second.accept(delivered("a", "1", 1), 1, NONE);
		assertThat(this.acknowledgments.get(0).acknowledge()).isCompletedWithValue(SettlementResult.STALE);
		assertThat(this.connection.written).isEmpty();
		runLanes();
		this.acknowledgments.get(1).acknowledge();
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.statistics().resultCount(SettlementResult.STALE)).isOne();
	}

	@Test
	void aFutureThatWaitsBehindTheHeadOfAnEndedConnectionIsStale() {
		route(manual("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 1), 1, NONE);
		first.accept(delivered("a", "2", 1), 2, NONE);
		runLanes();
		CompletableFuture<SettlementResult> second = this.acknowledgments.get(1).acknowledge();
		assertThat(second).isNotDone();
		retire(first);
		assertThat(second).isCompletedWithValue(SettlementResult.STALE);
		assertThat(this.acknowledgments.get(0).acknowledge()).isCompletedWithValue(SettlementResult.STALE);
		assertThat(this.connection.written).isEmpty();
	}

	@Test
	void whatHasNotBegunIsGivenBackWhenTheConnectionEnds() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 1), 1, NONE);
		first.accept(delivered("a", "2", 2), 2, NONE);
		first.accept(delivered("b", "pending", 1), 3, NONE);
		retire(first);
		assertThat(this.router.statistics().stalePurgedCount()).isEqualTo(3);
		InboundFlow.OfEpoch second = open(2, true);
		second.accept(delivered("a", "1", 1), 1, NONE);
		second.accept(delivered("a", "2", 2), 2, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:1", "r:2");
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBREC 2");
		assertThat(this.router.snapshot().pending()).isZero();
	}

	@Test
	void caseB21AQos2MessageWhosePubrecWasLostIsNotHandledAgain() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		retire(first);
		InboundFlow.OfEpoch second = open(2, true);
		second.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:1");
		assertThat(this.connection.written).containsExactly("PUBREC 5", "PUBREC 5");
		second.released(5);
		second.released(5);
		assertThat(this.connection.written).endsWith("PUBCOMP 5", "PUBCOMP 5 0x92");
	}

	@Test
	void aQos2MessageThatComesAgainWhileItsHandlerRunsIsAnsweredWhenTheHandlerIsDone() {
		route(manual("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		retire(first);
		InboundFlow.OfEpoch second = open(2, true);
		second.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		assertThat(this.handled).hasSize(1);
		assertThat(this.connection.written).isEmpty();
		assertThat(this.acknowledgments.get(0).acknowledge()).isCompletedWithValue(SettlementResult.STALE);
		assertThat(this.connection.written).containsExactly("PUBREC 5");
	}

	@Test
	void aQos2MessageThatWasLeftGoesOnWithThePacketThatJoinedAndIsThenHandledForGood() {
		route(manual("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		retire(first);
		InboundFlow.OfEpoch second = open(2, true);
		second.accept(delivered("a", "1", 2), 5, NONE);
		this.acknowledgments.get(0).redeliver();
		runLanes();
		assertThat(this.handled).hasSize(2);
		this.acknowledgments.get(1).acknowledge();
		assertThat(this.connection.written).containsExactly("PUBREC 5");
		retire(second);
		InboundFlow.OfEpoch third = open(3, true);
		third.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		third.released(5);
		assertThat(this.handled).hasSize(2);
		assertThat(this.connection.written).containsExactly("PUBREC 5", "PUBREC 5", "PUBCOMP 5");
	}

	@Test
	void aHandlerThatEndsAfterAStopIsOfTheLifeBefore() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		MqttRouteDefinition definition = MqttRouteDefinition.builder("r")
			.topic("a")
			.asyncHandler((delivery, acknowledgment) -> {
				this.handled.add("r");
				return (this.handled.size() == 1) ? stage : new CompletableFuture<>();
			})
			.build();
		route(definition);
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		this.router.quiesce();
		retire(first);
		this.router.stop();
		this.router.start();
		this.router.routes(this.routes, plan());
		open(2, true).accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		stage.completeExceptionally(new IllegalStateException("the pool was closed"));
		runLanes();
		assertThat(this.connection.written).isEmpty();
		assertThat(this.router.statistics().failureCount("r", RouterStatistics.FailureOutcome.DROPPED)).isZero();
		assertThat(this.handled).hasSize(2);
	}

	@Test
	void aPausedRouteThatIsRemovedHandlesWhatItHas() {
		route(automatic("goes", "a"));
		route(automatic("stays", "b"));
		InboundFlow.OfEpoch epoch = open(1, false);
		Route goes = this.routes.get(0);
		goes.pauseLanes();
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("b", "2", 1), 2, NONE);
		runLanes();
		assertThat(this.connection.written).isEmpty();
		this.routes.remove(goes);
		this.router.routes(this.routes, plan());
		assertThat(this.router.isIdle()).isFalse();
		runLanes();
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2");
		assertThat(this.router.isIdle()).isTrue();
	}

	@Test
	void aDeliveryThatWasSettledBetweenRetriesIsNotHandledAgain() {
		route(MqttRouteDefinition.builder("r")
			.topic("a")
			.ackMode(AckMode.MANUAL)
			.handler((delivery, acknowledgment) -> {
				this.acknowledgments.add(acknowledgment);
				if (this.acknowledgments.size() == 2) {
					this.acknowledgments.get(0).acknowledge();
				}
				throw new IllegalStateException("no");
			})
			.build());
		open(1, false).accept(delivered("a", "1", 1), 1, NONE);
		runLanes();
		assertThat(this.acknowledgments).hasSize(2);
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void anotherQos2MessageUnderTheSameIdentifierIsHandled() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		retire(first);
		open(2, true).accept(delivered("a", "another", 2), 5, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:1", "r:another");
	}

	@Test
	void aNewSessionForgetsTheQos2ExchangesOfTheOld() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		retire(first);
		open(2, false).accept(delivered("a", "1", 2), 5, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:1", "r:1");
	}

	@ParameterizedTest
	@EnumSource(names = { "DROP", "DEAD_LETTER" })
	void aHandlerThatThrowsIsTriedAgainAndThenDropped(OnFailure onFailure) {
		route(failing("r", "a", onFailure, new IllegalStateException("no")));
		open(1, false).accept(delivered("a", "1", 1), 1, NONE);
		runLanes();
		assertThat(this.handled).hasSize(3);
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.statistics().failureCount("r", RouterStatistics.FailureOutcome.DROPPED)).isOne();
	}

	@Test
	void anErrorIsTheFailureOfAMessageAndNothingElse() {
		route(failing("r", "a", OnFailure.DROP, new StackOverflowError("deep")));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("a", "2", 1), 2, NONE);
		runLanes();
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2");
	}

	@Test
	void aConversionFailureIsNotTriedAgain() {
		route(failing("r", "a", OnFailure.DROP, new MqttConversionException("not JSON", null)));
		open(1, false).accept(delivered("a", "1", 1), 1, NONE);
		runLanes();
		assertThat(this.handled).hasSize(1);
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void redeliverLeavesTheMessageAndAsksForAReconnect() {
		route(failing("r", "a", OnFailure.REDELIVER, new IllegalStateException("no")));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "1", 2), 1, NONE);
		runLanes();
		assertThat(this.connection.written).isEmpty();
		assertThat(this.recoveries).hasValue(1);
		retire(first);
		this.handled.clear();
		open(2, true).accept(delivered("a", "1", 2), 1, NONE);
		runLanes();
		assertThat(this.handled).isNotEmpty();
	}

	@Test
	void aStageSettlesWhenItCompletes() {
		CompletableFuture<String> stage = new CompletableFuture<>();
		route(MqttRouteDefinition.builder("r").topic("a").asyncHandler((delivery, acknowledgment) -> stage).build());
		open(1, false).accept(delivered("a", "1", 1), 1, NONE);
		runLanes();
		assertThat(this.connection.written).isEmpty();
		assertThat(this.router.isIdle()).isFalse();
		stage.complete("done");
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.isIdle()).isTrue();
	}

	@Test
	void whatNoRouteMatchesWaitsAndGoesToALaterRouteInOrder() {
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a/1", "1", 1), 1, NONE);
		epoch.accept(delivered("b", "other", 1), 2, NONE);
		epoch.accept(delivered("a/2", "2", 0), 0, NONE);
		epoch.accept(delivered("a/3", "3", 1), 3, NONE);
		route(automatic("r", "a/#"));
		epoch.accept(delivered("a/4", "4", 1), 4, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:1", "r:2", "r:3", "r:4");
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.snapshot().pending()).isOne();
		assertThat(this.router.statistics().bufferedCount()).isEqualTo(4);
	}

	@Test
	void thePendingBufferShedsQos0AndGivesItsRoomToQos1() {
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		for (int i = 0; i < 10; i++) {
			epoch.accept(delivered("none", "q0-" + i, 0), 0, NONE);
		}
		assertThat(this.router.snapshot().pending()).isEqualTo(8);
		assertThat(this.router.statistics().shedCount(RouterStatistics.Shed.PENDING_FULL)).isEqualTo(2);
		for (int id = 1; id <= 8; id++) {
			epoch.accept(delivered("none", "q1-" + id, 1), id, NONE);
		}
		assertThat(this.router.statistics().shedCount(RouterStatistics.Shed.EVICTED)).isEqualTo(8);
		epoch.accept(delivered("none", "beyond", 1), 9, NONE);
		assertThat(this.router.statistics().overflowDroppedCount()).isOne();
		assertThat(this.router.snapshot().windowUtilization()).isGreaterThanOrEqualTo(1.0);
	}

	@Test
	void aResumedSessionIsAdmittedBeyondTheReceiveMaximum() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, true);
		for (int id = 1; id <= 40; id++) {
			epoch.accept(new Delivered("a", "again", 1 + id % 2, true), id, NONE);
			epoch.accept(new Delivered("none", "pending", 1, false), 100 + id, NONE);
		}
		runLanes();
		assertThat(this.handled).hasSize(40);
		assertThat(this.router.statistics().overflowDroppedCount()).isZero();
		assertThat(this.router.snapshot().pending()).isEqualTo(40);
	}

	@Test
	void whatARouteWantsIsAdmittedBeyondTheReceiveMaximumOnANewSessionToo() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, false);
		for (int id = 1; id <= 40; id++) {
			epoch.accept(delivered("a", "more", 1), id, NONE);
		}
		runLanes();
		assertThat(this.handled).hasSize(40);
		assertThat(this.connection.written).hasSize(40);
		assertThat(this.router.statistics().overflowDroppedCount()).isZero();
	}

	@Test
	void aFullLaneShedsQos0Only() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, false);
		for (int i = 0; i < 6; i++) {
			epoch.accept(delivered("a", "q0", 0), 0, NONE);
		}
		for (int id = 1; id <= 8; id++) {
			epoch.accept(delivered("a", "q1", 1), id, NONE);
		}
		assertThat(this.router.statistics().shedCount(RouterStatistics.Shed.LANE_FULL)).isEqualTo(2);
		runLanes();
		assertThat(this.handled).filteredOn("r:q1"::equals).hasSize(8);
		assertThat(this.connection.written).hasSize(8);
	}

	@Test
	void poisonIsAcknowledgedInOrderAndCounted() {
		route(manual("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.poison(Poison.PAYLOAD, 1, 2);
		epoch.poison(Poison.METADATA, 2, 3);
		epoch.poison(Poison.PAYLOAD, 0, 0);
		runLanes();
		assertThat(this.connection.written).containsExactly("PUBREC 3");
		this.acknowledgments.get(0).acknowledge();
		epoch.released(3);
		assertThat(this.connection.written).containsExactly("PUBREC 3", "PUBACK 1", "PUBACK 2", "PUBCOMP 3");
		assertThat(this.router.statistics().poisonCount(Poison.PAYLOAD)).isEqualTo(2);
	}

	@Test
	void aStoppingSessionTakesNothingNewAndFinishesWhatItHas() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		this.router.quiesce();
		epoch.accept(delivered("a", "2", 1), 2, NONE);
		epoch.accept(delivered("a", "3", 0), 0, NONE);
		assertThat(this.router.isIdle()).isFalse();
		runLanes();
		assertThat(this.router.isIdle()).isTrue();
		assertThat(this.handled).containsExactly("r:1");
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.statistics().shedCount(RouterStatistics.Shed.CLOSING)).isOne();
		assertThat(this.router.statistics().stalePurgedCount()).isOne();
	}

	@Test
	void aRetryThatAStopCutsShortIsNoSuccess() {
		route(MqttRouteDefinition.builder("r").topic("a").asyncHandler((delivery, acknowledgment) -> {
			this.handled.add("r");
			if (this.handled.size() == 1) {
				throw new IllegalStateException("no");
			}
			this.router.stop();
			return new CompletableFuture<>();
		}).build());
		open(1, false).accept(delivered("a", "x", 1), 1, NONE);
		runLanes();
		assertThat(this.handled).hasSize(2);
		assertThat(this.connection.written).isEmpty();
	}

	@Test
	void aConnectionThatIsBeingDrainedTakesNothingNew() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "before", 1), 1, NONE);
		epoch.quiesce();
		epoch.accept(delivered("a", "after", 1), 2, NONE);
		epoch.accept(delivered("none", "after", 2), 3, NONE);
		epoch.poison(Poison.PAYLOAD, 1, 4);
		runLanes();
		assertThat(this.handled).containsExactly("r:before");
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.router.snapshot().pending()).isZero();
	}

	@Test
	void aLaneThatIsStoppedLeavesTheMessageToTheBroker() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, false);
		this.routes.get(0).stopLanes();
		epoch.accept(delivered("a", "x", 1), 1, NONE);
		epoch.accept(delivered("a", "y", 2), 2, NONE);
		runLanes();
		assertThat(this.handled).isEmpty();
		assertThat(this.connection.written).isEmpty();
	}

}
