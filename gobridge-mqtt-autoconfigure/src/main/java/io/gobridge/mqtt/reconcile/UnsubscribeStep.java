package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.Backoff;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Unsubscribes what this process has asked for, or an older installation by what is
 * remembered of it, and nobody wants any more, whatever became of the runs before.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class UnsubscribeStep implements ReconcileStep {

	private static final Logger logger = LoggerFactory.getLogger(UnsubscribeStep.class);

	private final ReconcileSettings settings;

	private final SessionClock clock;

	private final BrokerAnswers answers;

	private final BrokerFilters filters;

	private final SessionMemory memory;

	private final Supplier<SubscriptionPlan> newestPlan;

	private final Runnable changed;

	/** What the broker does not remove, with its code. */
	private final Map<String, Integer> kept = new HashMap<>();

	private final Backoff backoff = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

	private @Nullable Long retryDue;

	/**
	 * Creates the step.
	 * @param changed told of every removal
	 */
	UnsubscribeStep(ReconcileSettings settings, SessionClock clock, BrokerAnswers answers, BrokerFilters filters,
			SessionMemory memory, Supplier<SubscriptionPlan> newestPlan, Runnable changed) {
		this.settings = settings;
		this.clock = clock;
		this.answers = answers;
		this.filters = filters;
		this.memory = memory;
		this.newestPlan = newestPlan;
		this.changed = changed;
	}

	@Override
	public CompletableFuture<Void> begin(ReconcileRun run) {
		// What the newest plan does not want may be replaced in it by what is not
		// subscribed yet: it waits for the run of that plan.
		List<TopicFilter> unwanted = new ArrayList<>(this.filters.unwanted(run.plan(), this.newestPlan.get()));
		unwanted.addAll(this.memory.toAsk(run.plan(), this.newestPlan.get()));
		this.kept.keySet().retainAll(unwanted.stream().map(TopicFilter::value).toList());
		return new PacketExchange<>(run, Batches.of(unwanted, this.settings.maxFiltersPerPacket()), new Exchange(run))
			.begin()
			.thenRun(this::planRetry);
	}

	private void planRetry() {
		if (this.kept.isEmpty()) {
			this.backoff.reset();
			this.retryDue = null;
		}
		else {
			this.retryDue = DueTime.in(this.backoff.next(), this.clock);
		}
	}

	void connected() {
		this.kept.clear();
		this.backoff.reset();
		this.retryDue = null;
	}

	/**
	 * What the broker was asked to remove and does not, with its reason code.
	 */
	Map<String, Integer> kept() {
		return this.kept;
	}

	@Nullable Long nextDue() {
		return this.retryDue;
	}

	boolean isDue() {
		return DueTime.hasCome(this.retryDue, this.clock);
	}

	private void answered(TopicFilter filter, int code) {
		if (Codes.isGone(code)) {
			this.kept.remove(filter.value());
			if (!this.memory.removed(filter, code == 0, this.newestPlan.get())) {
				this.filters.removed(filter);
			}
			this.changed.run();
			return;
		}
		Integer before = this.kept.put(filter.value(), code);
		if (before == null || before != code) {
			logger.warn("Session '{}': the broker does not unsubscribe '{}': {}; asks again", this.settings.session(),
					filter, Codes.hex(code));
		}
	}

	/**
	 * The packets of one run.
	 */
	private final class Exchange implements PacketExchange.Handler<List<TopicFilter>> {

		private final ReconcileRun run;

		Exchange(ReconcileRun run) {
			this.run = run;
		}

		@Override
		public CompletableFuture<SubscriptionAck> send(List<TopicFilter> packet) {
			List<String> values = packet.stream().map(TopicFilter::value).toList();
			values.forEach(UnsubscribeStep.this.answers::forget);
			return this.run.epoch().connection().unsubscribe(values);
		}

		@Override
		public void answered(List<TopicFilter> packet, SubscriptionAck ack) {
			for (int i = 0; i < packet.size(); i++) {
				UnsubscribeStep.this.answered(packet.get(i), Codes.at(ack.reasonCodes(), i));
			}
		}

		@Override
		public void failed(List<TopicFilter> packet, @Nullable Throwable failure) {
			this.run.incomplete("UNSUBSCRIBE of " + packet, failure);
		}

	}

}
