package io.gobridge.mqtt.router;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.session.InboundFlow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of deliveries that no running route takes: the grace window, coverage, and
 * routes that come, go, pause and resume.
 */
class UnmatchedDeliveryTests extends RouterFixture {

	private RouterStatistics counted() {
		return this.router.statistics();
	}

	private void passGrace() {
		this.loop.advance(GRACE);
	}

	private void unregister(Route route) {
		this.routes.remove(route);
		this.router.routes(this.routes, plan());
	}

	@Test
	void withinGraceWhatNothingWantsWaits() {
		wanted();
		open(1, false).accept(delivered("none", "x", 1), 1, NONE);
		this.loop.advance(GRACE.minusMillis(1));
		assertThat(this.router.snapshot().pending()).isOne();
		assertThat(this.router.snapshot().graceRemaining()).isEqualTo(Duration.ofMillis(1));
		assertThat(this.connection.written).isEmpty();
		assertThat(this.orphans).isEmpty();
	}

	@Test
	void b94GraceEndsByItselfAndOrphansAreAcknowledgedDroppedAndReported() {
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("none/1", "x", 1), 1, NONE);
		epoch.accept(delivered("none/2", "x", 2), 2, NONE);
		epoch.accept(delivered("none/3", "x", 0), 0, NONE);
		passGrace();
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBREC 2");
		assertThat(counted().unmatchedDroppedCount()).isEqualTo(3);
		assertThat(counted().bufferedCount()).isEqualTo(3);
		assertThat(this.orphans).containsExactly("none/1", "none/2", "none/3");
		assertThat(this.router.snapshot().pending()).isZero();
		assertThat(this.router.snapshot().graceRemaining()).isZero();
	}

	@Test
	void b114PastGraceAnOrphanIsDroppedWhenItComes() {
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		passGrace();
		for (int id = 1; id <= 3; id++) {
			epoch.accept(delivered("none", "x", 1), id, NONE);
		}
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2", "PUBACK 3");
		assertThat(counted().unmatchedDroppedCount()).isEqualTo(3);
		assertThat(counted().bufferedCount()).isZero();
	}

	@Test
	void b115NothingWaitsBehindAnOrphan() {
		route(automatic("r", "a"));
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("none", "x", 1), 1, NONE);
		epoch.accept(delivered("a", "y", 1), 2, NONE);
		runLanes();
		assertThat(this.connection.written).isEmpty();
		passGrace();
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2");
	}

	@Test
	void b107BeforeThereIsAPlanEveryTopicIsCovered() {
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("any", "x", 1), 1, NONE);
		passGrace();
		epoch.accept(delivered("any", "y", 1), 2, NONE);
		assertThat(this.connection.written).isEmpty();
		assertThat(counted().coveredRetainedCount()).isEqualTo(2);
		assertThat(this.orphans).isEmpty();
	}

	@Test
	void theFirstPlanEndsTheGraceOfNobody() {
		open(1, false).accept(delivered("none", "x", 1), 1, NONE);
		wanted();
		assertThat(this.connection.written).isEmpty();
		passGrace();
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void b109B111ACoveredMessageIsKeptAndCountedOnce() {
		wanted("a/#");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a/1", "early", 1), 1, NONE);
		passGrace();
		epoch.accept(delivered("a/1", "late", 2), 2, NONE);
		for (int i = 0; i < 3; i++) {
			route(automatic("other" + i, "other"));
			wanted("a/#");
			unregister(this.routes.get(0));
			passGrace();
		}
		assertThat(counted().coveredRetainedCount()).isEqualTo(2);
		assertThat(this.connection.written).isEmpty();
		assertThat(this.router.hasBacklog()).isTrue();
	}

	@Test
	void b92ARetainedMessageGoesToTheRouteThatComesTenMinutesLater() {
		wanted("a/#");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a/1", "1", 1), 1, NONE);
		passGrace();
		epoch.accept(delivered("a/1", "2", 1), 2, NONE);
		this.loop.advance(Duration.ofMinutes(10));
		assertThat(this.router.waiting(10)).singleElement()
			.satisfies((topic) -> assertThat(topic.topic() + topic.deliveries() + topic.coveredBy())
				.isEqualTo("a/12[a/#]"));
		route(automatic("r", "a/+"));
		epoch.accept(delivered("a/1", "3", 1), 3, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:1", "r:2", "r:3");
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2", "PUBACK 3");
		assertThat(this.router.hasBacklog()).isFalse();
		assertThat(this.router.waiting(10)).isEmpty();
	}

	@Test
	void b110ACoveredQos0MessageIsKeptWhileThereIsRoom() {
		wanted("a");
		InboundFlow.OfEpoch epoch = open(1, false);
		passGrace();
		for (int i = 0; i < 10; i++) {
			epoch.accept(delivered("a", "q" + i, 0), 0, NONE);
		}
		assertThat(counted().coveredRetainedCount()).isEqualTo(8);
		assertThat(counted().coveredDroppedCount()).isEqualTo(2);
		assertThat(this.router.hasBacklog()).as("QoS 0 takes nothing from the Receive Maximum").isFalse();
		route(automatic("r", "a"));
		runLanes();
		assertThat(this.handled).as("as many as the lane of the test has room for").hasSize(4);
		assertThat(counted().shedCount(RouterStatistics.Shed.LANE_FULL)).isEqualTo(4);
	}

	@Test
	void b101AnEvictedMessageIsCountedByWhatItWas() {
		wanted("a");
		InboundFlow.OfEpoch epoch = open(1, false);
		for (int i = 0; i < 8; i++) {
			epoch.accept(delivered("a", "q" + i, 0), 0, NONE);
		}
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		assertThat(counted().shedCount(RouterStatistics.Shed.EVICTED)).isOne();
		passGrace();
		epoch.accept(delivered("a", "2", 1), 2, NONE);
		assertThat(counted().shedCount(RouterStatistics.Shed.EVICTED)).isOne();
		assertThat(counted().coveredDroppedCount()).isOne();
		assertThat(counted().coveredRetainedCount()).isEqualTo(9);
	}

	@Test
	void b100WhatNothingWantsIsBoundedByTheReceiveMaximumAndWhatIsWantedIsNot() {
		wanted("a");
		InboundFlow.OfEpoch epoch = open(1, false);
		for (int id = 1; id <= 12; id++) {
			epoch.accept(delivered("a", "wanted", 1), id, NONE);
		}
		epoch.accept(delivered("none", "surplus", 1), 13, NONE);
		assertThat(counted().overflowDroppedCount()).isOne();
		route(automatic("r", "a"));
		runLanes();
		assertThat(this.handled).hasSize(12);
		assertThat(this.connection.written).hasSize(13).endsWith("PUBACK 13");
	}

	@Test
	void b95AStaleTickDoesNotEndTheWindowEarly() {
		wanted();
		InboundFlow.OfEpoch first = open(1, false);
		this.loop.advance(GRACE.minusSeconds(1));
		retire(first);
		open(2, true).accept(delivered("none", "x", 1), 1, NONE);
		this.loop.advance(Duration.ofSeconds(2));
		assertThat(this.connection.written).isEmpty();
		assertThat(this.router.snapshot().graceRemaining()).isEqualTo(GRACE.minusSeconds(2));
		this.loop.advance(GRACE.minusSeconds(2));
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.loop.delays()).as("no timer is left").isEmpty();
	}

	@Test
	void b97OneTimerServesManyConnections() {
		wanted();
		for (int n = 1; n <= 50; n++) {
			InboundFlow.OfEpoch epoch = open(n, n > 1);
			this.loop.advance(Duration.ofSeconds(1));
			assertThat(this.loop.delays()).hasSize(1);
			retire(epoch);
		}
	}

	@Test
	void b96RemovingARouteOpensTheWindowAgain() {
		route(automatic("r", "a"));
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		passGrace();
		unregister(this.routes.get(0));
		wanted();
		epoch.accept(delivered("a", "gap", 1), 1, NONE);
		assertThat(this.connection.written).isEmpty();
		route(automatic("again", "a"));
		runLanes();
		assertThat(this.handled).containsExactly("again:gap");
	}

	@Test
	void b96WithoutAConnectionThereIsNoWindow() {
		route(automatic("r", "a"));
		unregister(this.routes.get(0));
		assertThat(this.loop.delays()).isEmpty();
	}

	@Test
	void b102WhatAnEndedConnectionDeliveredIsPurgedAndNotAcknowledged() {
		wanted("a");
		InboundFlow.OfEpoch first = open(1, false);
		for (int id = 1; id <= 8; id++) {
			first.accept(delivered("a", "m" + id, 1), id, NONE);
		}
		passGrace();
		retire(first);
		assertThat(counted().stalePurgedCount()).isEqualTo(8);
		assertThat(this.router.hasBacklog()).isFalse();
		InboundFlow.OfEpoch second = open(2, true);
		for (int id = 1; id <= 8; id++) {
			second.accept(new Delivered("a", "m" + id, 1, true), id, NONE);
		}
		route(automatic("r", "a"));
		runLanes();
		assertThat(this.handled).containsExactly("r:m1", "r:m2", "r:m3", "r:m4", "r:m5", "r:m6", "r:m7", "r:m8");
		assertThat(this.connection.written).hasSize(8);
	}

	@Test
	void aSweepLeavesWhatItsConnectionCanNotAcknowledgeAnyMore() {
		wanted();
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("none", "x", 1), 1, NONE);
		((EpochRouter) first).epoch().retire();
		passGrace();
		assertThat(counted().unmatchedDroppedCount()).isZero();
		first.retired();
		assertThat(counted().stalePurgedCount()).isOne();
		assertThat(this.connection.written).isEmpty();
	}

	@Test
	void b105WhatLosesItsCoverageIsSettledAtOnce() {
		wanted("a", "b");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("b", "2", 1), 2, NONE);
		passGrace();
		wanted("b");
		assertThat(this.connection.written).containsExactly("PUBACK 1");
		assertThat(this.orphans).containsExactly("a");
		assertThat(counted().unmatchedDroppedCount()).isOne();
		assertThat(counted().coveredRetainedCount()).isEqualTo(2);
		assertThat(this.router.waiting(5)).extracting(WaitingTopic::topic).containsExactly("b");
	}

	@Test
	void b105AlsoWithinTheWindow() {
		wanted("a");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("none", "2", 1), 2, NONE);
		wanted();
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void whatComesAfterItsFilterWasRemovedIsLateAndNoOrphan() {
		wanted("a");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "before", 1), 1, NONE);
		coverage(List.of(), List.of("a"));
		epoch.accept(delivered("a", "after", 1), 2, NONE);
		epoch.accept(delivered("a", "zero", 0), 0, NONE);
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2");
		assertThat(counted().lateCount()).isEqualTo(3);
		assertThat(counted().unmatchedDroppedCount()).isZero();
		assertThat(this.orphans).isEmpty();
		passGrace();
		coverage(List.of(), List.of());
		epoch.accept(delivered("a", "much later", 1), 3, NONE);
		assertThat(counted().unmatchedDroppedCount()).isOne();
	}

	@Test
	void whatARemovedAndAWantedFilterMatchIsLive() {
		coverage(List.of("a/+"), List.of("a/#"));
		open(1, false).accept(delivered("a/1", "x", 1), 1, NONE);
		assertThat(this.connection.written).isEmpty();
		assertThat(counted().lateCount()).isZero();
	}

	@Test
	void aPausedRouteIsCoveredAndGetsWhatWaitedInOrder() {
		route(automatic("r", "a"));
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		this.router.pause(this.routes.get(0));
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		passGrace();
		epoch.accept(delivered("a", "2", 2), 2, NONE);
		runLanes();
		assertThat(this.handled).isEmpty();
		assertThat(counted().coveredRetainedCount()).isEqualTo(2);
		assertThat(this.router.snapshot().pending()).isEqualTo(2);
		this.router.resume(this.routes.get(0));
		epoch.accept(delivered("a", "3", 1), 3, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:1", "r:2", "r:3");
		assertThat(this.connection.written).containsExactlyInAnyOrder("PUBACK 1", "PUBREC 2", "PUBACK 3");
	}

	@Test
	void aPausedRouteDoesNotHoldUpARunningOneAndLosesNothing() {
		route(automatic("running", "a"));
		route(automatic("paused", "#"));
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		this.router.pause(this.routes.get(1));
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("b", "2", 1), 2, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("running:1");
		assertThat(this.connection.written).isEmpty();
		this.router.resume(this.routes.get(1));
		runLanes();
		assertThat(this.handled).containsExactly("running:1", "paused:1", "paused:2");
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2");
	}

	@Test
	void aRouteThatDoesNotStartByItselfIsCovered() {
		route(MqttRouteDefinition.builder("r")
			.topic("a")
			.autoStartup(false)
			.handler((delivery) -> this.handled.add(text(delivery)))
			.build());
		wanted();
		open(1, false).accept(delivered("a", "x", 1), 1, NONE);
		passGrace();
		runLanes();
		assertThat(this.handled).isEmpty();
		assertThat(this.connection.written).isEmpty();
		this.router.resume(this.routes.get(0));
		runLanes();
		assertThat(this.handled).containsExactly("x");
	}

	private static String text(MqttDelivery delivery) {
		return ((Delivered) delivery).text();
	}

	@Test
	void pausingAndResumingInAnyOrderHandlesEachMessageOncePerRoute() {
		route(automatic("one", "a"));
		route(automatic("two", "+"));
		wanted();
		InboundFlow.OfEpoch epoch = open(1, false);
		List<String> sent = new ArrayList<>();
		for (int id = 1; id <= 64; id++) {
			Route route = this.routes.get(id % 2);
			if ((id & 4) == 0) {
				this.router.pause(route);
			}
			else {
				this.router.resume(route);
			}
			if (id % 5 == 0) {
				runLanes();
			}
			epoch.accept(delivered("a", "" + id, 1), id, NONE);
			sent.add("" + id);
		}
		this.routes.forEach(this.router::resume);
		runLanes();
		for (String route : List.of("one:", "two:")) {
			assertThat(this.handled.stream().filter((run) -> run.startsWith(route)).map((run) -> run.substring(4)))
				.containsExactlyElementsOf(sent);
		}
		assertThat(this.connection.written).hasSize(64);
	}

	@Test
	void aRemovedRouteIsDrainedWhenItsHandlersHaveReturned() {
		route(automatic("r", "a"));
		Route route = this.routes.get(0);
		open(1, false).accept(delivered("a", "x", 1), 1, NONE);
		assertThat(this.router.isDrained(route)).isFalse();
		unregister(route);
		assertThat(this.router.isDrained(route)).isFalse();
		runLanes();
		assertThat(this.router.isDrained(route)).isTrue();
		assertThat(this.handled).containsExactly("r:x");
	}

	@Test
	void aStoppingSessionSettlesNothingByTheEndOfTheWindow() {
		wanted();
		open(1, false).accept(delivered("none", "x", 1), 1, NONE);
		this.router.quiesce();
		passGrace();
		assertThat(this.connection.written).isEmpty();
		assertThat(counted().unmatchedDroppedCount()).isZero();
	}

	@Test
	void onlyQos0GivesWayThoughAnotherHasWaitedLonger() {
		wanted("a");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		for (int i = 0; i < 7; i++) {
			epoch.accept(delivered("a", "q" + i, 0), 0, NONE);
		}
		epoch.accept(delivered("a", "2", 1), 2, NONE);
		assertThat(counted().shedCount(RouterStatistics.Shed.EVICTED)).isOne();
		route(automatic("r", "a"));
		runLanes();
		assertThat(this.handled).startsWith("r:1", "r:q1").endsWith("r:2");
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2");
	}

}
