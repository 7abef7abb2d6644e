package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.plan.WantedSubscription;
import io.gobridge.mqtt.reconcile.BrokerAnswers.Need;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Subscribes what the broker has not answered for on this connection, and what is due to
 * be asked again. What was granted as it is wanted costs no packet.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class SubscribeStep implements ReconcileStep {

	/** Retain Handling (MQTT 5, section 3.8.3.1). */
	private static final int ALWAYS = 0;

	private static final int IF_NEW = 1;

	private static final int NEVER = 2;

	private final ReconcileSettings settings;

	private final BrokerAnswers answers;

	private final BrokerFilters filters;

	private final KnownIdentifiers identifiers;

	private final Supplier<SubscriptionPlan> newestPlan;

	private final Purpose subscribing = new Subscribing();

	private final Purpose probing = new Probing();

	private @Nullable Exchange exchange;

	SubscribeStep(ReconcileSettings settings, BrokerAnswers answers, BrokerFilters filters,
			KnownIdentifiers identifiers, Supplier<SubscriptionPlan> newestPlan) {
		this.settings = settings;
		this.answers = answers;
		this.filters = filters;
		this.identifiers = identifiers;
		this.newestPlan = newestPlan;
	}

	@Override
	public CompletableFuture<Void> begin(ReconcileRun run) {
		ConnAck broker = run.epoch().connAck();
		SubscriptionPlan newest = this.newestPlan.get();
		List<WantedSubscription> wanted = new ArrayList<>();
		List<WantedSubscription> probes = new ArrayList<>();
		for (WantedSubscription subscription : run.plan().subscriptions()) {
			Need need = this.answers.need(subscription);
			if (need == Need.NONE || newest.get(subscription.filter().value()) == null) {
				continue;
			}
			int exclusion = exclusion(subscription, broker);
			if (exclusion != 0) {
				this.answers.excluded(subscription, exclusion);
			}
			else {
				((need == Need.PROBE) ? probes : wanted).add(subscription);
			}
		}
		// A packet has one identifier, and every filter one of its own.
		int size = broker.subscriptionIdentifiersAvailable() ? 1 : this.settings.maxFiltersPerPacket();
		List<Packet> packets = new ArrayList<>();
		Batches.of(wanted, size).forEach((batch) -> packets.add(new Packet(batch, this.subscribing)));
		Batches.of(probes, size).forEach((batch) -> packets.add(new Packet(batch, this.probing)));
		Exchange next = new Exchange(run, packets);
		this.exchange = next;
		return next.packets.begin();
	}

	@Override
	public void timedOut() {
		Exchange abandoned = this.exchange;
		if (abandoned != null) {
			abandoned.packets.unanswered().forEach((packet) -> packet.purpose.unanswered(abandoned.run, packet, null));
		}
	}

	/** Asking for what the CONNACK excludes would cost the connection. */
	private static int exclusion(WantedSubscription subscription, ConnAck broker) {
		if (subscription.filter().isShared() && !broker.sharedSubscriptionAvailable()) {
			return Codes.SHARED_SUBSCRIPTIONS_NOT_SUPPORTED;
		}
		if (subscription.filter().hasWildcards() && !broker.wildcardSubscriptionAvailable()) {
			return Codes.WILDCARD_SUBSCRIPTIONS_NOT_SUPPORTED;
		}
		return 0;
	}

	private int retainHandling(WantedSubscription subscription) {
		return switch (subscription.retained()) {
			case UNSPECIFIED -> this.settings.durable() ? IF_NEW : ALWAYS;
			case ALWAYS -> ALWAYS;
			case IF_NEW -> IF_NEW;
			case NEVER -> NEVER;
		};
	}

	/**
	 * The packets of one run.
	 */
	private final class Exchange implements PacketExchange.Handler<Packet> {

		private final ReconcileRun run;

		private final PacketExchange<Packet> packets;

		/** The filters that the broker was not asked for before. */
		private final Set<String> added = new HashSet<>();

		Exchange(ReconcileRun run, List<Packet> packets) {
			this.run = run;
			this.packets = new PacketExchange<>(run, packets, this);
		}

		@Override
		public CompletableFuture<SubscriptionAck> send(Packet packet) {
			List<SubscriptionRequest> requests = new ArrayList<>(packet.subscriptions.size());
			for (WantedSubscription subscription : packet.subscriptions) {
				if (SubscribeStep.this.filters.ask(subscription.filter())) {
					this.added.add(subscription.filter().value());
				}
				packet.purpose.asked(subscription);
				SubscribeStep.this.identifiers.subscribed(subscription.identifier(), subscription.filter());
				requests.add(new SubscriptionRequest(subscription.filter().value(), subscription.qos(),
						subscription.noLocal(), subscription.retainAsPublished(),
						packet.purpose.retainHandling(subscription)));
			}
			boolean identified = this.run.epoch().connAck().subscriptionIdentifiersAvailable();
			return this.run.epoch()
				.connection()
				.subscribe(requests, identified ? packet.subscriptions.get(0).identifier() : 0);
		}

		@Override
		public void answered(Packet packet, SubscriptionAck ack) {
			for (int i = 0; i < packet.subscriptions.size(); i++) {
				WantedSubscription subscription = packet.subscriptions.get(i);
				int code = Codes.at(ack.reasonCodes(), i);
				if (Codes.isRefusal(code)) {
					packet.purpose.refused(subscription, code,
							Codes.reasonAt(ack.reasonCodes(), i, ack.reasonString()));
					// A subscription that was there before may be there still.
					if (this.added.contains(subscription.filter().value())) {
						SubscribeStep.this.filters.notMade(subscription.filter());
					}
				}
				else {
					SubscribeStep.this.answers.granted(subscription, code);
				}
			}
		}

		@Override
		public void failed(Packet packet, @Nullable Throwable failure) {
			packet.purpose.unanswered(this.run, packet, failure);
		}

	}

	private record Packet(List<WantedSubscription> subscriptions, Purpose purpose) {

		String describe() {
			return "SUBSCRIBE of "
					+ this.subscriptions.stream().map((subscription) -> subscription.filter().value()).toList();
		}

	}

	/**
	 * Why the broker is asked, which decides what an answer means.
	 */
	private interface Purpose {

		int retainHandling(WantedSubscription subscription);

		void asked(WantedSubscription subscription);

		void refused(WantedSubscription subscription, int code, @Nullable String reason);

		void unanswered(ReconcileRun run, Packet packet, @Nullable Throwable failure);

	}

	/**
	 * To have the subscription.
	 */
	private final class Subscribing implements Purpose {

		@Override
		public int retainHandling(WantedSubscription subscription) {
			return SubscribeStep.this.retainHandling(subscription);
		}

		@Override
		public void asked(WantedSubscription subscription) {
			// It replaces what was granted for other options, answered or not: a plan
			// that
			// comes back to those must not find them granted.
			SubscribeStep.this.answers.forget(subscription.filter().value());
		}

		@Override
		public void refused(WantedSubscription subscription, int code, @Nullable String reason) {
			SubscribeStep.this.answers.refused(subscription, code, reason);
		}

		@Override
		public void unanswered(ReconcileRun run, Packet packet, @Nullable Throwable failure) {
			run.incomplete(packet.describe(), failure);
		}

	}

	/**
	 * To hear whether the QoS is still lower than wanted. Nothing is lost by a bad
	 * answer, and no retained message is to come again.
	 */
	private final class Probing implements Purpose {

		@Override
		public int retainHandling(WantedSubscription subscription) {
			return (subscription.retained() == Demand.Retained.NEVER) ? NEVER : IF_NEW;
		}

		@Override
		public void asked(WantedSubscription subscription) {
			// What was granted stands.
		}

		@Override
		public void refused(WantedSubscription subscription, int code, @Nullable String reason) {
			SubscribeStep.this.answers.probeFailed(subscription, "refused with " + Codes.hex(code));
		}

		@Override
		public void unanswered(ReconcileRun run, Packet packet, @Nullable Throwable failure) {
			String why = (failure != null) ? failure.toString() : "no answer";
			packet.subscriptions.forEach((subscription) -> SubscribeStep.this.answers.probeFailed(subscription, why));
		}

	}

}
