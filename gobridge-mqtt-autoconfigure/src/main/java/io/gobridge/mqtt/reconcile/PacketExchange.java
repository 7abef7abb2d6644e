package io.gobridge.mqtt.reconcile;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.SubscriptionAck;
import org.jspecify.annotations.Nullable;

/**
 * Sends the packets of one step, a bounded number at a time: their identifiers come from
 * the same 65535 as those of publishes.
 *
 * @param <P> a packet
 */
@RunsOn(RunsOn.Kind.SESSION)
final class PacketExchange<P> {

	/** Many enough that a distant broker does not slow a thousand filters down. */
	static final int WINDOW = 256;

	private final ReconcileRun run;

	private final Queue<P> unsent;

	private final Handler<P> handler;

	private final Set<P> unanswered = new LinkedHashSet<>();

	private final CompletableFuture<Void> ended = new CompletableFuture<>();

	PacketExchange(ReconcileRun run, List<P> packets, Handler<P> handler) {
		this.run = run;
		this.unsent = new ArrayDeque<>(packets);
		this.handler = handler;
	}

	/**
	 * Begins.
	 * @return completes on the session's thread when every packet was answered or failed,
	 * or the run is over
	 */
	CompletableFuture<Void> begin() {
		proceed();
		return this.ended;
	}

	private void proceed() {
		while (this.unanswered.size() < WINDOW && !this.unsent.isEmpty() && this.run.goesOn()) {
			P packet = this.unsent.remove();
			this.unanswered.add(packet);
			this.handler.send(packet)
				.whenComplete((ack, failure) -> this.run.loop().execute(() -> answered(packet, ack, failure)));
		}
		if (this.unanswered.isEmpty() || !this.run.goesOn()) {
			this.ended.complete(null);
		}
	}

	private void answered(P packet, @Nullable SubscriptionAck ack, @Nullable Throwable failure) {
		this.unanswered.remove(packet);
		if (this.run.goesOn()) {
			if (ack != null) {
				this.handler.answered(packet, ack);
			}
			else {
				this.handler.failed(packet, failure);
			}
		}
		proceed();
	}

	/**
	 * The packets that the broker has not answered.
	 */
	List<P> unanswered() {
		return List.copyOf(this.unanswered);
	}

	/**
	 * What the packets are.
	 *
	 * @param <P> a packet
	 */
	interface Handler<P> {

		CompletableFuture<SubscriptionAck> send(P packet);

		void answered(P packet, SubscriptionAck ack);

		void failed(P packet, @Nullable Throwable failure);

	}

}
