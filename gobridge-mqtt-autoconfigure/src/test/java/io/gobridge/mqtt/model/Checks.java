package io.gobridge.mqtt.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.model.SimulatedBroker.Subscription;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.reconcile.ReconcileState;
import io.gobridge.mqtt.router.RouterSnapshot;
import io.gobridge.mqtt.router.RouterStatistics;
import io.gobridge.mqtt.router.RouterStatistics.FailureOutcome;
import io.gobridge.mqtt.router.RouterStatistics.Shed;

/**
 * Holds what there is against the model.
 */
final class Checks {

	private final World world;

	private final Violations violations;

	private final Expected expected;

	private final List<String> topics;

	Checks(World world, List<String> topics) {
		this.world = world;
		this.violations = world.violations;
		this.expected = world.expected;
		this.topics = topics;
	}

	/**
	 * What holds after every step.
	 * @param caughtUp whether the session's thread has nothing to do
	 */
	void now(boolean caughtUp) {
		RouterStatistics actual = this.world.router.statistics();
		Tally tally = this.expected.tally;
		this.violations.equal("buffered", actual.bufferedCount(), tally.buffered);
		this.violations.equal("covered.retained", actual.coveredRetainedCount(), tally.retained);
		this.violations.equal("covered.dropped", actual.coveredDroppedCount(), tally.coveredDropped);
		this.violations.equal("unmatched.dropped", actual.unmatchedDroppedCount(), tally.unmatched);
		this.violations.equal("late", actual.lateCount(), tally.late);
		this.violations.equal("overflow.dropped", actual.overflowDroppedCount(), tally.overflow);
		this.violations.equal("shed, pending full", actual.shedCount(Shed.PENDING_FULL), tally.pendingFull);
		this.violations.equal("shed, evicted", actual.shedCount(Shed.EVICTED), tally.evicted);
		this.violations.equal("shed, closing", actual.shedCount(Shed.CLOSING), tally.closing);
		this.violations.equal("results, written", actual.resultCount(SettlementResult.WRITTEN), tally.written);
		this.violations.equal("results, settled already", actual.resultCount(SettlementResult.ALREADY_SETTLED),
				tally.settledAgain);
		this.violations.equal("failures, dropped", failures(FailureOutcome.DROPPED), tally.dropped);
		this.violations.equal("failures, redelivered", failures(FailureOutcome.REDELIVERED), tally.redelivered);
		this.violations.equal("recoveries", this.world.recoveries(), tally.redelivered);
		this.violations.equal("orphans not told of", this.expected.orphans.size(), 0);
		if (!this.expected.isRetireDue()) {
			this.violations.equal("stale purged", actual.stalePurgedCount(), this.expected.purged());
			this.violations.equal("results, stale", actual.resultCount(SettlementResult.STALE), this.expected.stale());
		}
		RouterSnapshot snapshot = this.world.router.snapshot();
		this.violations.equal("pending", snapshot.pending(), this.expected.pending.size());
		this.violations.equal("grace", snapshot.graceRemaining().toNanos(), this.expected.graceRemaining());
		this.expected.checkReleased();
		coverage(caughtUp);
	}

	private long failures(FailureOutcome outcome) {
		long sum = 0;
		for (String route : List.of("r0", "r1", "r2", "r3", "r4", "last")) {
			sum += this.world.router.statistics().failureCount(route, outcome);
		}
		return sum;
	}

	/**
	 * What is wanted is covered, and so is what the broker still has of ours; nothing
	 * else is. What was never confirmed to be gone is not late.
	 */
	private void coverage(boolean caughtUp) {
		Coverage coverage = this.expected.coverage();
		SimulatedBroker broker = this.world.broker;
		List<String> held = broker.subscriptions.values()
			.stream()
			.filter(Subscription::ours)
			.map(Subscription::filter)
			.filter((filter) -> !broker.gone.containsKey(filter))
			.toList();
		for (String topic : this.topics) {
			boolean wanted = Filters.matchesAny(this.world.wanted.keySet(), topic);
			boolean covered = coverage.covers(topic);
			this.violations.unless(covered || !wanted, "Wanted and not covered: ", topic);
			this.violations.unless(covered || !broker.isConnected() || !Filters.matchesAny(held, topic),
					"Subscribed and not covered: ", topic, " by ", held);
			if (caughtUp && broker.isConnected()) {
				this.violations.unless(!covered || wanted || Filters.matchesAny(broker.asked, topic),
						"Covered by nothing: ", topic);
				this.violations.unless(!coverage.isRemoved(topic) || isLate(topic), "Late without an UNSUBACK: ",
						topic);
			}
		}
	}

	private boolean isLate(String topic) {
		SimulatedBroker broker = this.world.broker;
		long earliest = this.world.clock.nanoTime() - World.GRACE.plus(this.world.lateness).toNanos();
		return broker.gone.entrySet()
			.stream()
			.anyMatch((gone) -> Filters.matches(gone.getKey(), topic)
					&& Math.max(gone.getValue(), broker.connectedAt) > earliest);
	}

	/** What is still to be done. */
	List<String> unrest(Handlers handlers) {
		List<String> unrest = new ArrayList<>();
		SimulatedBroker broker = this.world.broker;
		Link link = broker.link;
		if (!broker.isConnected() || link == null) {
			unrest.add("not connected");
		}
		else if (!link.toBroker.isEmpty() || !link.toClient.isEmpty()) {
			unrest.add("packets on their way");
		}
		if (!broker.isIdle()) {
			unrest.add("the broker has " + broker.backlog());
		}
		if (!this.world.lanes.isEmpty() || !handlers.isIdle()) {
			unrest.add("handlers run");
		}
		if (!this.expected.pending.isEmpty()) {
			unrest.add("waiting: " + this.expected.pending);
		}
		if (this.world.recovery) {
			unrest.add("redelivery is asked for");
		}
		return unrest;
	}

	/** What holds when nothing is left to do. */
	void atRest(List<ModelRoute> routes) {
		for (Copy copy : this.world.broker.copies) {
			if (copy.qos > 0 && copy.ours && !copy.lost) {
				for (ModelRoute route : copy.wanted) {
					this.violations.unless(!route.registered || copy.handled.contains(route), route,
							" has not handled ", copy);
				}
			}
		}
		for (ModelRoute route : routes) {
			CompletableFuture<Void> future = route.unregistered;
			this.violations.unless(future == null || route.isGone(), "The removal of ", route, " does not end");
		}
		Map<String, Integer> subscribed = new LinkedHashMap<>();
		this.world.broker.subscriptions.values()
			.stream()
			.filter(Subscription::ours)
			.forEach((subscription) -> subscribed.put(subscription.filter(), subscription.qos()));
		this.violations.unless(subscribed.equals(this.world.wanted), "The broker has ", subscribed, " and ",
				this.world.wanted, " is wanted");
		this.violations.unless(this.world.reconciler.snapshot().state() == ReconcileState.CONVERGED, "State ",
				this.world.reconciler.snapshot());
		this.violations.unless(this.world.router.isIdle(), "The router is not idle");
		this.violations.equal("unsettled", this.world.router.snapshot().unsettled(), 0);
		this.violations.unless(this.world.loop.delays().isEmpty(), "Timers: ", this.world.loop.delays());
		this.violations.equal("begun or shed at QoS 0",
				this.expected.tally.begunAtQos0 + this.world.router.statistics().shedCount(Shed.LANE_FULL),
				this.expected.tally.offeredAtQos0);
	}

}
