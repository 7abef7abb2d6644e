package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.session.InboundFlow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Routes that leave, and connections that have left, while something of theirs is still
 * on its way. All of it was found by random interleavings.
 */
class RoutesInTransitionTests extends RouterFixture {

	@Test
	void whatComesForARouteThatWaitsForItsUnsubackIsForNoOtherRoute() {
		route(automatic("exact", "h/1"));
		route(automatic("wild", "h/+"));
		SubscriptionPlan before = plan();
		Route wild = this.routes.remove(1);
		SubscriptionPlan after = plan();
		// The plan has lost the filter, the table has not.
		this.router.routes(List.of(this.routes.get(0), wild), after);
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("h/1", "x", 2), 1, new int[] { identifier(before, "h/1") });
		epoch.accept(delivered("h/1", "x", 2), 2, new int[] { identifier(before, "h/+") });
		runLanes();
		assertThat(this.handled).containsExactlyInAnyOrder("exact:x", "wild:x");
		// From now on it is nobody's, and live traffic.
		this.router.routes(this.routes, after);
		epoch.accept(delivered("h/1", "y", 2), 3, new int[] { identifier(before, "h/+") });
		runLanes();
		assertThat(this.handled).endsWith("exact:y");
	}

	@Test
	void aPlanThatIsOlderThanTheTableTakesNoIdentifierFromIt() {
		route(automatic("exact", "h/1"));
		SubscriptionPlan before = plan();
		route(automatic("wild", "h/+"));
		SubscriptionPlan after = plan();
		// The UNSUBACK of an earlier change comes after the later one.
		this.router.routes(this.routes, before);
		open(1, false).accept(delivered("h/1", "x", 2), 1, new int[] { identifier(after, "h/+") });
		runLanes();
		assertThat(this.handled).containsExactly("wild:x");
	}

	@Test
	void whatIsSettledTooLateIsCountedThoughSomethingAheadOfItNeverIs() {
		route(manual("r", "a"));
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("a", "2", 1), 2, NONE);
		runLanes();
		retire(epoch);
		assertThat(this.acknowledgments.get(1).acknowledge()).isCompletedWithValue(SettlementResult.STALE);
		assertThat(this.router.statistics().resultCount(SettlementResult.STALE)).isEqualTo(1);
		this.acknowledgments.get(0).acknowledge();
		assertThat(this.router.statistics().resultCount(SettlementResult.STALE)).isEqualTo(2);
		assertThat(this.connection.written).isEmpty();
	}

	@Test
	void aQos2PacketThatJoinedAndWhoseConnectionHasEndedTooDoesNotWaitForARoute() {
		route(manual("r", "a"));
		wanted();
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "x", 2), 1, NONE);
		runLanes();
		retire(first);
		InboundFlow.OfEpoch second = open(2, true);
		second.accept(delivered("a", "x", 2), 1, NONE);
		retire(second);
		this.router.pause(this.routes.get(0));
		this.acknowledgments.get(0).redeliver();
		assertThat(this.router.snapshot().pending()).isZero();
		open(3, true).accept(delivered("a", "x", 2), 1, NONE);
		assertThat(this.router.snapshot().pending()).isEqualTo(1);
		this.router.resume(this.routes.get(0));
		runLanes();
		this.acknowledgments.get(1).acknowledge();
		assertThat(this.connection.written).containsExactly("PUBREC 1");
	}

	/**
	 * The wire thread has looked for a route in vain and comes to the lock while what
	 * waited before is on its way to the new route.
	 */
	@Test
	void whatComesWhileARouteTakesWhatWaitedIsBehindIt() throws InterruptedException {
		wanted("a");
		InboundFlow.OfEpoch epoch = open(1, false);
		epoch.accept(delivered("a", "1", 1), 1, NONE);
		epoch.accept(delivered("a", "2", 1), 2, NONE);
		Thread wire = new Thread(() -> epoch.accept(delivered("a", "3", 1), 3, NONE));
		this.executor = (lane) -> {
			this.lanes.add(lane);
			wire.start();
			await().until(() -> wire.getState() == Thread.State.WAITING || !wire.isAlive());
		};
		route(automatic("r", "a"));
		wire.join();
		runLanes();
		assertThat(this.handled).containsExactly("r:1", "r:2", "r:3");
		assertThat(this.connection.written).containsExactly("PUBACK 1", "PUBACK 2", "PUBACK 3");
	}

	@Test
	void aHandlerThatIsDoneBeforeTheNextRouteHasTheMessageSettlesNothing() {
		this.executor = Runnable::run;
		List<List<String>> written = new ArrayList<>();
		for (String id : List.of("one", "two")) {
			route(MqttRouteDefinition.builder(id)
				.topic("a")
				.handler((delivery) -> written.add(List.copyOf(this.connection.written)))
				.build());
		}
		open(1, false).accept(delivered("a", "x", 1), 1, NONE);
		assertThat(written).containsExactly(List.of(), List.of());
		assertThat(this.connection.written).containsExactly("PUBACK 1");
	}

	@Test
	void aQos2PacketThatHasNotBegunWhenItsConnectionEndedDoesNotKeepTheNextOneWaiting() {
		route(automatic("r", "a"));
		InboundFlow.OfEpoch first = open(1, false);
		first.accept(delivered("a", "x", 2), 1, NONE);
		// The lane comes to it before it is purged.
		((EpochRouter) first).epoch().retire();
		open(2, true).accept(delivered("a", "x", 2), 1, NONE);
		runLanes();
		assertThat(this.handled).containsExactly("r:x");
		assertThat(this.connection.written).containsExactly("PUBREC 1");
	}

}
