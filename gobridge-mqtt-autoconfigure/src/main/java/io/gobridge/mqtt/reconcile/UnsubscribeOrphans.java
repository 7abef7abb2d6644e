package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unsubscribes what orphans come from, a packet at a time. Waiting for reconciliations
 * and the answer of the broker share one bound of time.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class UnsubscribeOrphans implements OrphanAction {

	private static final Logger logger = LoggerFactory.getLogger(UnsubscribeOrphans.class);

	private final ReconcileSettings settings;

	private final SessionLoop loop;

	private final Queue<UnwantedDelivery> queue;

	private final OrphanRecords records;

	private final OrphanSources sources;

	private @Nullable Batch current;

	UnsubscribeOrphans(ReconcileSettings settings, SessionLoop loop, Queue<UnwantedDelivery> queue,
			OrphanRecords records, OrphanSources sources) {
		this.settings = settings;
		this.loop = loop;
		this.queue = queue;
		this.records = records;
		this.sources = sources;
	}

	@Override
	public void work() {
		if (this.current != null) {
			return;
		}
		List<UnwantedDelivery> deliveries = new ArrayList<>();
		while (deliveries.size() < this.settings.maxFiltersPerPacket()) {
			UnwantedDelivery next = this.queue.poll();
			if (next == null) {
				break;
			}
			deliveries.add(next);
		}
		if (!deliveries.isEmpty()) {
			Batch batch = new Batch(deliveries);
			this.current = batch;
			batch.timer = this.loop.schedule(() -> timedOut(batch), this.settings.orphanUnsubscribeTimeout());
			this.sources.gate().enter(batch);
		}
	}

	@Override
	public void stopped() {
		Batch batch = this.current;
		if (batch != null) {
			batch.cancelTimer();
			this.current = null;
		}
	}

	private void ask(Batch batch) {
		ConnectionEpoch epoch = this.sources.epoch().get();
		// Nothing is undecided at the end of this but what the broker is asked for.
		for (UnwantedDelivery delivery : batch.deliveries) {
			if (epoch == null || epoch.isRetired()) {
				failed(delivery.topic(), null, "there is no connection");
			}
			else if (this.sources.coverage().get().covers(delivery.topic())) {
				logger.debug("Session '{}': '{}' is wanted by now", this.settings.session(), delivery.topic());
				this.records.decided(delivery.topic(), null, OrphanOutcome.COVERED);
			}
			else {
				batch.target(delivery, this.sources.filterOf(delivery));
			}
		}
		if (epoch == null || batch.targets.isEmpty()) {
			finish(batch);
			return;
		}
		List<String> filters = List.copyOf(batch.targets.keySet());
		epoch.connection()
			.unsubscribe(filters)
			.whenComplete((ack, failure) -> this.loop.execute(() -> answered(batch, filters, ack, failure)));
	}

	private void answered(Batch batch, List<String> filters, @Nullable SubscriptionAck ack,
			@Nullable Throwable failure) {
		if (batch != this.current) {
			// Too late.
			return;
		}
		for (int i = 0; i < filters.size(); i++) {
			Target target = batch.targets.get(filters.get(i));
			if (target != null) {
				decide(target, ack, i, failure);
			}
		}
		finish(batch);
	}

	private void decide(Target target, @Nullable SubscriptionAck ack, int index, @Nullable Throwable failure) {
		TopicFilter filter = target.filter;
		if (ack == null) {
			target.topics
				.forEach((topic) -> failed(topic, filter, (failure != null) ? failure.toString() : "no answer"));
			return;
		}
		int code = Codes.at(ack.reasonCodes(), index);
		if (filter != null && Codes.isGone(code)) {
			this.sources.removed().accept(filter);
		}
		for (String topic : target.topics) {
			if (code == Codes.SUCCESS) {
				logger.debug("Session '{}': the broker has removed '{}'", this.settings.session(),
						(filter != null) ? filter : topic);
				this.records.decided(topic, filter, OrphanOutcome.REMOVED);
			}
			else if (code == Codes.NO_SUBSCRIPTION_EXISTED) {
				notSubscribed(topic, filter);
			}
			else {
				failed(topic, filter, "the broker answers " + Codes.hex(code));
			}
		}
	}

	private void notSubscribed(String topic, @Nullable TopicFilter filter) {
		if (filter != null) {
			logger.warn("Session '{}': the broker delivered on '{}' for '{}', which it says it does not have",
					this.settings.session(), topic, filter);
		}
		else {
			logger.warn("Session '{}': the broker delivers on '{}', which nobody wants, and has no subscription of "
					+ "that name (0x11), so nothing was removed: the messages come from a filter with wildcards or a "
					+ "shared one. That exact filter has to be removed at the broker, or the session ended by a "
					+ "reconnect, as it is ephemeral; until then its messages are dropped and counted",
					this.settings.session(), topic);
		}
		this.records.decided(topic, filter, OrphanOutcome.NOT_SUBSCRIBED);
	}

	private void failed(String topic, @Nullable TopicFilter filter, String why) {
		logger.warn("Session '{}': the subscription behind '{}', which nobody wants, was not removed: {}; it is not "
				+ "tried again", this.settings.session(), (filter != null) ? filter : topic, why);
		this.records.decided(topic, filter, OrphanOutcome.FAILED);
	}

	private void timedOut(Batch batch) {
		if (batch != this.current) {
			return;
		}
		for (UnwantedDelivery delivery : batch.deliveries) {
			if (batch.isUndecided(delivery)) {
				logger.warn(
						"Session '{}': the subscription behind '{}', which nobody wants, was not removed within "
								+ "{}; it is not tried again",
						this.settings.session(), delivery.topic(), this.settings.orphanUnsubscribeTimeout());
				this.records.decided(delivery.topic(), batch.filterOf(delivery), OrphanOutcome.TIMEOUT);
			}
		}
		finish(batch);
	}

	private void finish(Batch batch) {
		batch.cancelTimer();
		this.current = null;
		if (!this.sources.gate().withdraw(batch)) {
			this.sources.gate().leave();
		}
		work();
	}

	/**
	 * What one packet removes.
	 */
	private final class Batch implements Runnable {

		private final List<UnwantedDelivery> deliveries;

		/** By what is unsubscribed. */
		private final Map<String, Target> targets = new LinkedHashMap<>();

		private boolean asked;

		private SessionLoop.@Nullable Cancellable timer;

		Batch(List<UnwantedDelivery> deliveries) {
			this.deliveries = deliveries;
		}

		@Override
		public void run() {
			this.asked = true;
			ask(this);
		}

		void target(UnwantedDelivery delivery, @Nullable TopicFilter filter) {
			String name = (filter != null) ? filter.value() : delivery.topic();
			this.targets.computeIfAbsent(name, (any) -> new Target(filter)).topics.add(delivery.topic());
		}

		private @Nullable Target targetOf(UnwantedDelivery delivery) {
			for (Target target : this.targets.values()) {
				if (target.topics.contains(delivery.topic())) {
					return target;
				}
			}
			return null;
		}

		boolean isUndecided(UnwantedDelivery delivery) {
			return !this.asked || targetOf(delivery) != null;
		}

		@Nullable TopicFilter filterOf(UnwantedDelivery delivery) {
			Target target = targetOf(delivery);
			return (target != null) ? target.filter : null;
		}

		void cancelTimer() {
			SessionLoop.Cancellable pending = this.timer;
			if (pending != null) {
				pending.cancel();
			}
		}

	}

	private static final class Target {

		private final @Nullable TopicFilter filter;

		private final List<String> topics = new ArrayList<>(1);

		private Target(@Nullable TopicFilter filter) {
			this.filter = filter;
		}

	}

}
