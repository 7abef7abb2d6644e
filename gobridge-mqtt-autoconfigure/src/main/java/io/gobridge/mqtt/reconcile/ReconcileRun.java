package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.Reconciler.Outcome;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reconciliation on one connection: subscribes what is wanted and then unsubscribes
 * what this process had subscribed and nobody wants any more, so that no topic is without
 * its subscription in between. Everything happens on the session's thread; the answers of
 * a connection that has ended are ignored.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class ReconcileRun {

	private static final Logger logger = LoggerFactory.getLogger(ReconcileRun.class);

	private static final int NO_SUBSCRIPTION_EXISTED = 0x11;

	/** For a filter that the SUBACK or UNSUBACK has no code for. */
	private static final int UNSPECIFIED_ERROR = 0x80;

	private static final int SHARED_SUBSCRIPTIONS_NOT_SUPPORTED = 0x9E;

	private static final int WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED = 0xA2;

	private final ReconcileSettings settings;

	private final SessionLoop loop;

	private final ConnectionEpoch epoch;

	private final SubscriptionPlan plan;

	/**
	 * The filters that this process has subscribed in the session of the broker; shared
	 * with the runs before and after.
	 */
	private final Set<String> subscribed;

	private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

	private final Map<String, SubscriptionStatus> answered = new LinkedHashMap<>();

	private int awaited;

	/** Whether the broker kept a subscription that nobody wants. */
	private boolean kept;

	private SessionLoop.@Nullable Cancellable timeout;

	ReconcileRun(ReconcileSettings settings, SessionLoop loop, ConnectionEpoch epoch, SubscriptionPlan plan,
			Set<String> subscribed) {
		this.settings = settings;
		this.loop = loop;
		this.epoch = epoch;
		this.plan = plan;
		this.subscribed = subscribed;
	}

	/**
	 * Begins.
	 * @return completes on the session's thread, always normally
	 */
	CompletableFuture<Outcome> begin() {
		this.timeout = this.loop.schedule(this::timedOut, this.settings.timeout());
		List<List<WantedSubscription>> packets = packets();
		this.awaited = packets.size();
		if (packets.isEmpty()) {
			unsubscribe();
		}
		packets.forEach(this::subscribe);
		return this.outcome;
	}

	/**
	 * What the broker has said so far.
	 */
	Map<String, SubscriptionStatus> answered() {
		return this.answered;
	}

	private List<List<WantedSubscription>> packets() {
		ConnAck broker = this.epoch.connAck();
		List<WantedSubscription> possible = new ArrayList<>();
		for (WantedSubscription subscription : this.plan.subscriptions()) {
			int refusal = refusal(subscription, broker);
			if (refusal != 0) {
				answer(subscription, refusal, "the broker announced it");
			}
			else {
				possible.add(subscription);
			}
		}
		// A packet has one identifier, and every filter one of its own.
		return batches(possible, identifiersAvailable() ? 1 : this.settings.maxFiltersPerPacket());
	}

	private static <T> List<List<T>> batches(List<T> all, int size) {
		List<List<T>> batches = new ArrayList<>();
		for (int from = 0; from < all.size(); from += size) {
			batches.add(List.copyOf(all.subList(from, Math.min(from + size, all.size()))));
		}
		return batches;
	}

	/** Asking for what the CONNACK excludes would cost the connection. */
	private static int refusal(WantedSubscription subscription, ConnAck broker) {
		if (subscription.filter().isShared() && !broker.sharedSubscriptionAvailable()) {
			return SHARED_SUBSCRIPTIONS_NOT_SUPPORTED;
		}
		if (subscription.filter().hasWildcards() && !broker.wildcardSubscriptionAvailable()) {
			return WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED;
		}
		return 0;
	}

	private void subscribe(List<WantedSubscription> packet) {
		packet.forEach((subscription) -> this.subscribed.add(subscription.filter().value()));
		List<SubscriptionRequest> requests = packet.stream().map(this::request).toList();
		this.epoch.connection()
			.subscribe(requests, identifiersAvailable() ? packet.get(0).identifier() : 0)
			.whenComplete(
					(ack, failure) -> this.loop.execute(() -> answeredBy("SUBSCRIBE", ack, failure, (codes, reason) -> {
						for (int i = 0; i < packet.size(); i++) {
							answer(packet.get(i), code(codes, i), reason);
						}
					}, this::unsubscribe)));
	}

	private boolean identifiersAvailable() {
		return this.epoch.connAck().subscriptionIdentifiersAvailable();
	}

	private SubscriptionRequest request(WantedSubscription subscription) {
		int retainHandling = switch (subscription.retained()) {
			case UNSPECIFIED -> this.settings.durable() ? 1 : 0;
			case ALWAYS -> 0;
			case IF_NEW -> 1;
			case NEVER -> 2;
		};
		return new SubscriptionRequest(subscription.filter().value(), subscription.qos(), subscription.noLocal(),
				subscription.retainAsPublished(), retainHandling);
	}

	private void unsubscribe() {
		List<String> unwanted = this.subscribed.stream()
			.filter((filter) -> this.plan.get(filter) == null)
			.sorted()
			.toList();
		List<List<String>> packets = batches(unwanted, this.settings.maxFiltersPerPacket());
		this.awaited = packets.size();
		if (packets.isEmpty()) {
			finish();
		}
		for (List<String> packet : packets) {
			this.epoch.connection()
				.unsubscribe(packet)
				.whenComplete((ack, failure) -> this.loop
					.execute(() -> answeredBy("UNSUBSCRIBE", ack, failure, (codes, reason) -> {
						for (int i = 0; i < packet.size(); i++) {
							unsubscribed(packet.get(i), code(codes, i));
						}
					}, this::finish)));
		}
	}

	private void unsubscribed(String filter, int code) {
		if (code == 0 || code == NO_SUBSCRIPTION_EXISTED) {
			this.subscribed.remove(filter);
		}
		else {
			this.kept = true;
			logger.warn("Session '{}': the broker does not unsubscribe '{}': 0x{}", this.settings.session(), filter,
					Integer.toHexString(code));
		}
	}

	private static int code(List<Integer> codes, int index) {
		return (index < codes.size()) ? codes.get(index) : UNSPECIFIED_ERROR;
	}

	private void answeredBy(String packet, @Nullable SubscriptionAck ack, @Nullable Throwable failure, Answer answer,
			Runnable whenLast) {
		if (this.outcome.isDone()) {
			return;
		}
		if (this.epoch.isRetired() || ack == null) {
			logger.debug("Session '{}': {} was not answered", this.settings.session(), packet, failure);
			end(Outcome.FAILED);
			return;
		}
		answer.read(ack.reasonCodes(), ack.reasonString());
		if (--this.awaited == 0) {
			whenLast.run();
		}
	}

	private void answer(WantedSubscription subscription, int code, @Nullable String reason) {
		SubscriptionStatus status = SubscriptionStatus.answered(subscription, code,
				identifiersAvailable() ? subscription.identifier() : null);
		this.answered.put(status.filter(), status);
		if (status.state() == SubscriptionState.REFUSED) {
			// Nothing to unsubscribe later.
			this.subscribed.remove(status.filter());
			logger.error("Session '{}': the broker refuses '{}' with 0x{}{}; wanted by {}", this.settings.session(),
					status.filter(), Integer.toHexString(code), (reason != null) ? " (" + reason + ")" : "",
					status.routes());
		}
		else if (status.state() == SubscriptionState.BEST_EFFORT) {
			logger.warn("Session '{}': the broker grants '{}' at QoS {} where QoS {} is wanted by {}",
					this.settings.session(), status.filter(), code, status.qos(), status.routes());
		}
	}

	private void timedOut() {
		if (!this.outcome.isDone()) {
			logger.warn("Session '{}': {} packets were not answered within {}", this.settings.session(), this.awaited,
					this.settings.timeout());
			end(Outcome.FAILED);
		}
	}

	private void finish() {
		boolean complete = !this.kept
				&& this.answered.values().stream().allMatch((status) -> status.state() == SubscriptionState.ACTIVE);
		end(complete ? Outcome.CONVERGED : Outcome.DEGRADED);
	}

	private void end(Outcome result) {
		SessionLoop.Cancellable pending = this.timeout;
		if (pending != null) {
			pending.cancel();
		}
		this.outcome.complete(result);
	}

	/**
	 * Reads the reason codes of a SUBACK or UNSUBACK.
	 */
	@FunctionalInterface
	private interface Answer {

		void read(List<Integer> reasonCodes, @Nullable String reasonString);

	}

}
