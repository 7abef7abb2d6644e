package io.gobridge.mqtt.autoconfigure;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.mqtt.actuate.Redrive;
import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.DefaultMqttRouteRegistry;
import io.gobridge.mqtt.route.LaneTask;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.route.RouteState;
import org.jspecify.annotations.Nullable;

/**
 * Calls the handler of the route that a dead letter is of, on the lane of its topic: not
 * at the same time as a message of that topic. There is no retry, and nothing of it
 * reaches the broker.
 */
final class RouteRedrive implements Redrive {

	private final DefaultMqttRouteRegistry registry;

	private final String session;

	RouteRedrive(DefaultMqttRouteRegistry registry, String session) {
		this.registry = registry;
		this.session = session;
	}

	@Override
	public CompletableFuture<Void> redrive(DeadLetter deadLetter) {
		String id = deadLetter.metadata().route();
		if (id == null) {
			return refused("No route was involved in this dead letter");
		}
		Route route = this.registry.routes(this.session)
			.stream()
			.filter((candidate) -> candidate.id().equals(id))
			.findFirst()
			.orElse(null);
		if (route == null || route.state() != RouteState.RUNNING) {
			return refused("The route '" + id + "' " + ((route == null) ? "is not there any more" : "does not run"));
		}
		Attempt attempt = new Attempt(route, deadLetter);
		if (!route.lane(deadLetter.metadata().topic()).offer(attempt)) {
			return refused("The route '" + id + "' has no room, or is being stopped");
		}
		return attempt.handled;
	}

	private static CompletableFuture<Void> refused(String reason) {
		return CompletableFuture.failedFuture(new IllegalStateException(reason));
	}

	/**
	 * One call of the handler.
	 */
	private static final class Attempt implements LaneTask, Acknowledgment {

		private final Route route;

		private final DeadLetter deadLetter;

		private final CompletableFuture<Void> handled = new CompletableFuture<>();

		private final AtomicBoolean settled = new AtomicBoolean();

		Attempt(Route route, DeadLetter deadLetter) {
			this.route = route;
			this.deadLetter = deadLetter;
		}

		@Override
		public void run() {
			try {
				CompletionStage<?> stage = this.route.definition()
					.handler()
					.handle(this.deadLetter.delivery(), this);
				if (stage != null) {
					stage.whenComplete((value, failure) -> returned(failure));
				}
				else {
					returned(null);
				}
			}
			catch (Exception ex) {
				returned(ex);
			}
		}

		private void returned(@Nullable Throwable failure) {
			if (failure != null) {
				this.handled.completeExceptionally(failure);
			}
			else if (this.route.definition().ackMode() == AckMode.AUTO) {
				this.handled.complete(null);
			}
		}

		@Override
		public void discarded() {
			this.handled.completeExceptionally(new IllegalStateException("The session was stopped"));
		}

		@Override
		public int qos() {
			return this.deadLetter.metadata().qos();
		}

		@Override
		public boolean stale() {
			return false;
		}

		@Override
		public CompletableFuture<SettlementResult> acknowledge() {
			return settle(null);
		}

		@Override
		public CompletableFuture<SettlementResult> reject(String reason) {
			return settle(new IllegalStateException("The handler has rejected it: " + reason));
		}

		@Override
		public CompletableFuture<SettlementResult> redeliver() {
			return settle(new IllegalStateException("The handler wants to have it again"));
		}

		private CompletableFuture<SettlementResult> settle(@Nullable Exception failure) {
			if (!this.settled.compareAndSet(false, true)) {
				return CompletableFuture.completedFuture(SettlementResult.ALREADY_SETTLED);
			}
			if (failure != null) {
				this.handled.completeExceptionally(failure);
			}
			else {
				this.handled.complete(null);
			}
			// There is no packet to be written.
			return CompletableFuture.completedFuture(SettlementResult.STALE);
		}

	}

}
