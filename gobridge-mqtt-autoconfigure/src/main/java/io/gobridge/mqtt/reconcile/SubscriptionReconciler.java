package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Subscribes what the plan wants, on every connection, and reads every answer. Owned by
 * the thread of the session; {@link #subscriptions()} may be read from any.
 */
public final class SubscriptionReconciler implements Reconciler {

	private static final Logger logger = LoggerFactory.getLogger(SubscriptionReconciler.class);

	private static final int SHARED_SUBSCRIPTIONS_NOT_SUPPORTED = 0x9E;

	private static final int WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED = 0xA2;

	/** For a filter that the SUBACK has no code for. */
	private static final int UNSPECIFIED_ERROR = 0x80;

	private final ReconcileSettings settings;

	private final SessionLoop loop;

	private SubscriptionPlan plan = SubscriptionPlan.empty();

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
	 * Replaces the plan. It is applied by the next reconciliation.
	 * @param plan what is wanted from now on
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	public void plan(SubscriptionPlan plan) {
		this.plan = plan;
		Map<String, SubscriptionStatus> next = new LinkedHashMap<>();
		for (WantedSubscription subscription : plan.subscriptions()) {
			String filter = subscription.filter().value();
			SubscriptionStatus known = this.statuses.get(filter);
			next.put(filter, (known != null && known.qos() == subscription.qos()) ? known
					: SubscriptionStatus.wanted(subscription));
		}
		this.statuses = Map.copyOf(next);
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
		Run run = new Run(epoch);
		run.begin();
		return run.outcome;
	}

	/**
	 * One reconciliation on one connection. Everything it does runs on the session's
	 * thread; answers of a connection that has ended are ignored.
	 */
	private final class Run {

		private final ConnectionEpoch epoch;

		private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

		private final Map<String, SubscriptionStatus> answered = new LinkedHashMap<>();

		private int awaited;

		private SessionLoop.@Nullable Cancellable timeout;

		Run(ConnectionEpoch epoch) {
			this.epoch = epoch;
		}

		void begin() {
			List<List<WantedSubscription>> packets = packets();
			this.awaited = packets.size();
			if (this.awaited == 0) {
				finish();
				return;
			}
			this.timeout = SubscriptionReconciler.this.loop.schedule(this::timedOut,
					SubscriptionReconciler.this.settings.timeout());
			packets.forEach(this::send);
		}

		private List<List<WantedSubscription>> packets() {
			ConnAck broker = this.epoch.connAck();
			int size = broker.subscriptionIdentifiersAvailable() ? 1
					: SubscriptionReconciler.this.settings.maxFiltersPerPacket();
			List<List<WantedSubscription>> packets = new ArrayList<>();
			List<WantedSubscription> packet = new ArrayList<>();
			for (WantedSubscription subscription : SubscriptionReconciler.this.plan.subscriptions()) {
				int refusal = refusal(subscription, broker);
				if (refusal != 0) {
					answer(subscription, refusal, "the broker announced it");
					continue;
				}
				packet.add(subscription);
				if (packet.size() == size) {
					packets.add(packet);
					packet = new ArrayList<>();
				}
			}
			if (!packet.isEmpty()) {
				packets.add(packet);
			}
			return packets;
		}

		/** Asking for what the CONNACK excludes would cost the connection. */
		private int refusal(WantedSubscription subscription, ConnAck broker) {
			if (subscription.filter().isShared() && !broker.sharedSubscriptionAvailable()) {
				return SHARED_SUBSCRIPTIONS_NOT_SUPPORTED;
			}
			if (subscription.filter().hasWildcards() && !broker.wildcardSubscriptionAvailable()) {
				return WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED;
			}
			return 0;
		}

		private void send(List<WantedSubscription> packet) {
			List<SubscriptionRequest> requests = packet.stream().map(this::request).toList();
			this.epoch.connection()
				.subscribe(requests, identifiersAvailable() ? packet.get(0).identifier() : 0)
				.whenComplete((ack, failure) -> SubscriptionReconciler.this.loop
					.execute(() -> completed(packet, ack, failure)));
		}

		private boolean identifiersAvailable() {
			return this.epoch.connAck().subscriptionIdentifiersAvailable();
		}

		private SubscriptionRequest request(WantedSubscription subscription) {
			int retainHandling = switch (subscription.retained()) {
				case UNSPECIFIED -> SubscriptionReconciler.this.settings.durable() ? 1 : 0;
				case ALWAYS -> 0;
				case IF_NEW -> 1;
				case NEVER -> 2;
			};
			return new SubscriptionRequest(subscription.filter().value(), subscription.qos(), subscription.noLocal(),
					subscription.retainAsPublished(), retainHandling);
		}

		private void completed(List<WantedSubscription> packet, @Nullable SubscriptionAck ack,
				@Nullable Throwable failure) {
			if (this.outcome.isDone() || this.epoch.isRetired()) {
				fail();
				return;
			}
			if (ack == null) {
				logger.warn("Session '{}': SUBSCRIBE failed", SubscriptionReconciler.this.settings.session(), failure);
				fail();
				return;
			}
			for (int i = 0; i < packet.size(); i++) {
				int code = (i < ack.reasonCodes().size()) ? ack.reasonCodes().get(i) : UNSPECIFIED_ERROR;
				answer(packet.get(i), code, ack.reasonString());
			}
			if (--this.awaited == 0) {
				finish();
			}
		}

		private void answer(WantedSubscription subscription, int code, @Nullable String reason) {
			SubscriptionStatus status = SubscriptionStatus.answered(subscription, code,
					identifiersAvailable() ? subscription.identifier() : null);
			this.answered.put(status.filter(), status);
			if (status.state() == SubscriptionState.REFUSED) {
				logger.error("Session '{}': the broker refuses '{}' with 0x{}{}; wanted by {}",
						SubscriptionReconciler.this.settings.session(), status.filter(), Integer.toHexString(code),
						(reason != null) ? " (" + reason + ")" : "", status.routes());
			}
			else if (status.state() == SubscriptionState.BEST_EFFORT) {
				logger.warn("Session '{}': the broker grants '{}' at QoS {} where QoS {} is wanted by {}",
						SubscriptionReconciler.this.settings.session(), status.filter(), code, status.qos(),
						status.routes());
			}
		}

		private void timedOut() {
			if (!this.outcome.isDone()) {
				logger.warn("Session '{}': {} SUBSCRIBE packets were not answered within {}",
						SubscriptionReconciler.this.settings.session(), this.awaited,
						SubscriptionReconciler.this.settings.timeout());
				fail();
			}
		}

		private void fail() {
			end(Outcome.FAILED);
		}

		private void finish() {
			SubscriptionReconciler.this.record(this.answered);
			boolean complete = this.answered.values()
				.stream()
				.allMatch((status) -> status.state() == SubscriptionState.ACTIVE);
			end(complete ? Outcome.CONVERGED : Outcome.DEGRADED);
		}

		private void end(Outcome result) {
			SessionLoop.Cancellable pending = this.timeout;
			if (pending != null) {
				pending.cancel();
			}
			this.outcome.complete(result);
		}

	}

	private void record(Map<String, SubscriptionStatus> answered) {
		Map<String, SubscriptionStatus> next = new LinkedHashMap<>(this.statuses);
		// A plan that changed while the broker was asked is the measure of what is shown.
		answered.forEach((filter, status) -> next.computeIfPresent(filter, (key, known) -> status));
		this.statuses = Map.copyOf(next);
	}

}
