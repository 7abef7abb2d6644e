package io.gobridge.mqtt.reconcile;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionLoop;

/**
 * Subscribes what the plan wants, on every connection, unsubscribes what this process had
 * subscribed before and nobody wants any more, and reads every answer. Owned by the
 * thread of the session; {@link #subscriptions()} may be read from any.
 */
public final class SubscriptionReconciler implements Reconciler {

	private final ReconcileSettings settings;

	private final SessionLoop loop;

	private SubscriptionPlan plan = SubscriptionPlan.empty();

	/**
	 * The filters that this process has subscribed, as far as the broker's session still
	 * has them. What an older process left behind is not in it.
	 */
	private final Set<String> subscribed = new HashSet<>();

	private long lastEpoch;

	/** Counts the plans. */
	private long version;

	private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();

	private volatile Map<String, SubscriptionStatus> statuses = Map.of();

	/**
	 * Creates a reconciler with an empty plan.
	 * @param settings how to ask the broker
	 * @param loop the thread of the session
	 */
	public SubscriptionReconciler(ReconcileSettings settings, SessionLoop loop) {
		this.settings = settings;
		this.loop = loop;
	}

	/**
	 * Replaces the plan. It is applied by the next reconciliation, now or on a later
	 * connection.
	 * @param plan what is wanted from now on
	 * @return completes when the broker has answered for this plan or a later one;
	 * whether it granted everything is shown by {@link #subscriptions()}
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	public CompletableFuture<Void> plan(SubscriptionPlan plan) {
		CompletableFuture<Void> applied = new CompletableFuture<>();
		this.waiting.add(new Waiting(++this.version, applied));
		this.plan = plan;
		Map<String, SubscriptionStatus> next = new LinkedHashMap<>();
		for (WantedSubscription subscription : plan.subscriptions()) {
			String filter = subscription.filter().value();
			SubscriptionStatus known = this.statuses.get(filter);
			next.put(filter, (known != null && known.qos() == subscription.qos()) ? known
					: SubscriptionStatus.wanted(subscription));
		}
		this.statuses = Map.copyOf(next);
		return applied;
	}

	/**
	 * The session has stopped: nobody applies a plan any more.
	 */
	public void stopped() {
		ConnectionClosedException stopped = new ConnectionClosedException("The session was stopped");
		for (Waiting next = this.waiting.poll(); next != null; next = this.waiting.poll()) {
			next.applied.completeExceptionally(stopped);
		}
	}

	/**
	 * What the broker says of each wanted subscription.
	 * @return the subscriptions, sorted by filter
	 */
	public List<SubscriptionStatus> subscriptions() {
		return this.statuses.values().stream().sorted(Comparator.comparing(SubscriptionStatus::filter)).toList();
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public CompletableFuture<Outcome> reconcile(ConnectionEpoch epoch) {
		if (epoch.number() != this.lastEpoch && !epoch.connAck().sessionPresent()) {
			// A new session has no subscriptions.
			this.subscribed.clear();
		}
		this.lastEpoch = epoch.number();
		long applied = this.version;
		ReconcileRun run = new ReconcileRun(this.settings, this.loop, epoch, this.plan, this.subscribed);
		return run.begin().thenApply((outcome) -> {
			if (outcome != Outcome.FAILED) {
				record(run.answered());
				applied(applied);
			}
			return outcome;
		});
	}

	private void applied(long upTo) {
		for (Waiting next = this.waiting.peek(); next != null && next.version <= upTo; next = this.waiting.peek()) {
			this.waiting.remove(next);
			next.applied.complete(null);
		}
	}

	private void record(Map<String, SubscriptionStatus> answered) {
		Map<String, SubscriptionStatus> next = new LinkedHashMap<>(this.statuses);
		// A plan that changed while the broker was asked is the measure of what is shown.
		answered.forEach((filter, status) -> next.computeIfPresent(filter, (key, known) -> status));
		this.statuses = Map.copyOf(next);
	}

	/**
	 * Somebody who waits for a plan to be applied.
	 *
	 * @param version the number of the plan
	 * @param applied to be completed
	 */
	private record Waiting(long version, CompletableFuture<Void> applied) {
	}

}
