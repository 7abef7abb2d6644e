package io.gobridge.mqtt.model;

import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.route.MqttRouteHandler;
import io.gobridge.mqtt.route.OnFailure;
import org.jspecify.annotations.Nullable;

/**
 * The handlers of all routes: they succeed, fail, or end later, when a step says so.
 */
final class Handlers {

	private final Setup setup;

	private final Random random;

	private final Expected expected;

	private final Violations violations;

	/** What runs beside the session's thread. */
	private final Deque<Runnable> lanes;

	/** What else may happen while a handler runs. */
	private final java.util.function.Consumer<ModelRoute> meanwhile;

	private final List<Unfinished> unfinished = new ArrayList<>();

	private final List<Acknowledgment> finished = new ArrayList<>();

	/** From now on they succeed. */
	boolean calm;

	Handlers(Setup setup, Random random, World world, java.util.function.Consumer<ModelRoute> meanwhile) {
		this.setup = setup;
		this.random = random;
		this.expected = world.expected;
		this.violations = world.violations;
		this.lanes = world.lanes;
		this.meanwhile = meanwhile;
	}

	MqttRouteHandler of(ModelRoute route) {
		return (delivery, acknowledgment) -> handle(route, (Arrival) delivery, acknowledgment);
	}

	private @Nullable CompletionStage<?> handle(ModelRoute route, Arrival arrival, Acknowledgment acknowledgment) {
		this.violations.trace(route.id, " begins with ", arrival);
		this.expected.begin(route, arrival);
		this.meanwhile.accept(route);
		int choice = (this.setup.careless() && !this.calm) ? this.random.nextInt(12) : 0;
		if (choice >= 10) {
			fail(route, arrival, route.onFailure == OnFailure.REDELIVER);
			throw new IllegalStateException("failed as it should");
		}
		if (choice >= 6) {
			return later(route, arrival, acknowledgment);
		}
		if (route.manual) {
			acknowledge(route, arrival, acknowledgment, choice == 5);
		}
		else {
			succeed(route, arrival);
		}
		return null;
	}

	private @Nullable CompletionStage<?> later(ModelRoute route, Arrival arrival, Acknowledgment acknowledgment) {
		if (route.manual) {
			this.unfinished.add((choice) -> acknowledge(route, arrival, acknowledgment, choice % 4 == 0));
			return null;
		}
		CompletableFuture<@Nullable Void> stage = new CompletableFuture<>();
		this.unfinished.add((choice) -> {
			if (choice % 4 != 0) {
				succeed(route, arrival);
				stage.complete(null);
				return;
			}
			stage.completeExceptionally(new IllegalStateException("failed later, as it should"));
			// The end of it comes beside the lane.
			Runnable end = this.lanes.removeLast();
			this.lanes.add(() -> {
				fail(route, arrival, route.onFailure == OnFailure.REDELIVER);
				end.run();
			});
		});
		return stage;
	}

	private void succeed(ModelRoute route, Arrival arrival) {
		this.violations.trace(route.id, " has handled ", arrival);
		this.expected.handled(route, arrival);
	}

	private void acknowledge(ModelRoute route, Arrival arrival, Acknowledgment acknowledgment, boolean again) {
		this.finished.add(acknowledgment);
		if (again) {
			fail(route, arrival, true);
			acknowledgment.redeliver();
		}
		else {
			succeed(route, arrival);
			acknowledgment.acknowledge();
		}
	}

	private void fail(ModelRoute route, Arrival arrival, boolean again) {
		this.violations.trace(route.id, " fails with ", arrival);
		if (again && this.setup.durable() && arrival.qos() > 0) {
			this.expected.tally.redelivered++;
			this.expected.left(arrival);
		}
		else {
			this.expected.tally.dropped++;
			this.expected.handled(route, arrival);
		}
	}

	/** One of those that are to end later ends, or one settles once more. */
	void finish(int which, int how) {
		if (!this.unfinished.isEmpty()) {
			this.unfinished.remove(which % this.unfinished.size()).finish(this.calm ? 1 : how);
		}
		else if (!this.finished.isEmpty()) {
			this.expected.tally.settledAgain++;
			this.finished.get(which % this.finished.size()).acknowledge();
		}
	}

	boolean isIdle() {
		return this.unfinished.isEmpty();
	}

	private interface Unfinished {

		void finish(int choice);

	}

}
