package io.gobridge.mqtt.router;

import java.util.stream.IntStream;

import io.gobridge.mqtt.session.InboundFlow;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A broker that does not keep to our Receive Maximum, two here.
 */
class SurplusTests extends RouterFixture {

	/** Eight messages weigh more than that, and seven do not. */
	private static final long BOUND = 8 * 512;

	private InboundFlow.OfEpoch epoch(long number) {
		return open(number, true);
	}

	private void receive(InboundFlow.OfEpoch epoch, int qos, int from, int to) {
		for (int id = from; id <= to; id++) {
			epoch.accept(delivered("a", "m" + id, qos), id, NONE);
		}
	}

	private void bounded() {
		this.maxHeldBytes = BOUND;
		this.router = router(AckOrder.RECEIVED, 2);
		route(automatic("r", "a"));
	}

	@Test
	void isHeldUpToABoundAndThenLeftToTheBrokerInOrder() {
		bounded();
		InboundFlow.OfEpoch first = epoch(1);
		receive(first, 1, 1, 20);
		runLanes();
		assertThat(this.handled).containsExactly("r:m1", "r:m2", "r:m3", "r:m4", "r:m5", "r:m6", "r:m7", "r:m8");
		assertThat(this.connection.written).hasSize(8);
		// There is room again, but what was left must not be overtaken.
		receive(first, 1, 21, 25);
		runLanes();
		assertThat(this.handled).hasSize(8);
		assertThat(this.router.statistics().stalePurgedCount()).isEqualTo(17);
		assertThat(this.recoveries).hasValue(0);
		this.loop.advance(Surplus.CHECK);
		assertThat(this.recoveries).hasValue(1);
		this.loop.advance(Surplus.CHECK.multipliedBy(10));
		assertThat(this.recoveries).hasValue(1);
		retire(first);
		InboundFlow.OfEpoch second = epoch(2);
		receive(second, 1, 9, 10);
		runLanes();
		assertThat(this.handled).endsWith("r:m8", "r:m9", "r:m10").hasSize(10);
	}

	@Test
	void comesAgainWhenMostOfWhatIsHeldHasBeenHandled() {
		this.maxHeldBytes = BOUND;
		this.router = router(AckOrder.RECEIVED, 2);
		route(manual("r", "a"));
		receive(epoch(1), 2, 1, 20);
		runLanes();
		assertThat(this.acknowledgments).hasSize(8);
		for (int i = 0; i < 6; i++) {
			this.acknowledgments.get(i).acknowledge();
		}
		this.loop.advance(Surplus.CHECK.multipliedBy(3));
		assertThat(this.recoveries).hasValue(0);
		this.acknowledgments.get(6).acknowledge();
		this.loop.advance(Surplus.CHECK);
		assertThat(this.recoveries).hasValue(1);
		assertThat(this.connection.written).containsExactly("PUBREC 1", "PUBREC 2", "PUBREC 3", "PUBREC 4", "PUBREC 5",
				"PUBREC 6", "PUBREC 7");
	}

	@Test
	void ofAConnectionThatHasEndedIsNotAskedForAgain() {
		bounded();
		InboundFlow.OfEpoch epoch = epoch(1);
		receive(epoch, 1, 1, 20);
		retire(epoch);
		this.loop.advance(Surplus.CHECK.multipliedBy(3));
		assertThat(this.recoveries).hasValue(0);
	}

	@Test
	void qos0IsNotAffected() {
		bounded();
		InboundFlow.OfEpoch epoch = epoch(1);
		receive(epoch, 1, 1, 20);
		runLanes();
		epoch.accept(delivered("a", "zero", 0), 0, NONE);
		runLanes();
		assertThat(this.handled).endsWith("r:m8", "r:zero");
	}

	// What is left to the broker there is lost.
	@Test
	void isTakenWhereTheSessionEndsWithTheConnection() {
		this.durable = false;
		bounded();
		receive(epoch(1), 1, 1, 20);
		runLanes();
		assertThat(this.handled).hasSize(20);
	}

	@Test
	void withinTheReceiveMaximumNothingIsTooMuch() {
		this.maxHeldBytes = BOUND;
		this.router = router(AckOrder.RECEIVED, 20);
		route(automatic("r", "a"));
		receive(epoch(1), 1, 1, 20);
		runLanes();
		assertThat(this.handled).hasSize(20);
	}

	// HiveMQ CE is over the Receive Maximum by a few messages all the time.
	@Test
	void whatHasBeenHandledIsNotHeldAnyMore() {
		bounded();
		InboundFlow.OfEpoch epoch = epoch(1);
		IntStream.rangeClosed(1, 200).forEach((id) -> {
			receive(epoch, 1, id, id);
			if (id % 5 == 0) {
				runLanes();
			}
		});
		assertThat(this.handled).hasSize(200);
		assertThat(this.router.statistics().stalePurgedCount()).isZero();
	}

}
