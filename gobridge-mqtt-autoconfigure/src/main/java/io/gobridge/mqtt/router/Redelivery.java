package io.gobridge.mqtt.router;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.SettlementResult;
import io.gobridge.mqtt.route.LaneTask;
import io.gobridge.mqtt.route.Route;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter on its way through a route once more. The broker knows nothing of it: to
 * settle it is to say whether it was handled. It is not tried again by itself.
 */
final class Redelivery implements LaneTask, Acknowledgment {

	private final Route route;

	private final MqttDelivery delivery;

	private final AtomicBoolean settled = new AtomicBoolean();

	private final CompletableFuture<Void> handled = new CompletableFuture<>();

	private Redelivery(Route route, MqttDelivery delivery) {
		this.route = route;
		this.delivery = delivery;
	}

	/**
	 * Takes a message to the lanes of routes.
	 * @param route the id of the one route that may have it, or {@code null}
	 * @param matching the routes that run and whose filters match
	 * @return completes when all of them have succeeded
	 */
	static CompletableFuture<Void> begin(MqttDelivery delivery, @Nullable String route, List<RouteDispatch> matching) {
		List<Route> routes = matching.stream()
			.map(RouteDispatch::route)
			.filter((taker) -> route == null || taker.id().equals(route))
			.toList();
		if (routes.isEmpty()) {
			return CompletableFuture.failedFuture(new RedriveException((route != null)
					? "Route '" + route + "' is not there, is paused, or does not want topic '" + delivery.topic() + "'"
					: "No running route wants topic '" + delivery.topic() + "'"));
		}
		return CompletableFuture.allOf(routes.stream()
			.map((taker) -> new Redelivery(taker, delivery).offer())
			.toArray(CompletableFuture[]::new));
	}

	private CompletableFuture<Void> offer() {
		if (!this.route.lane(this.delivery.topic()).offer(this)) {
			discarded();
		}
		return this.handled;
	}

	@Override
	public void run() {
		CompletionStage<?> stage;
		try {
			stage = this.route.definition().handler().handle(this.delivery, this);
		}
		catch (Throwable ex) {
			fail(ex);
			return;
		}
		if (stage != null) {
			stage.whenComplete((value, failure) -> returned(failure));
		}
		else {
			returned(null);
		}
	}

	private void returned(@Nullable Throwable failure) {
		if (failure != null) {
			fail(RouteDispatch.unwrap(failure));
		}
		else if (this.route.definition().ackMode() != AckMode.MANUAL) {
			acknowledge();
		}
	}

	private void fail(Throwable failure) {
		if (this.settled.compareAndSet(false, true)) {
			this.handled.completeExceptionally(failure);
		}
	}

	@Override
	public CompletableFuture<SettlementResult> acknowledge() {
		if (!this.settled.compareAndSet(false, true)) {
			return CompletableFuture.completedFuture(SettlementResult.ALREADY_SETTLED);
		}
		this.route.countHandled();
		this.handled.complete(null);
		return CompletableFuture.completedFuture(SettlementResult.WRITTEN);
	}

	@Override
	public CompletableFuture<SettlementResult> reject(String reason) {
		return giveBack("The handler rejected it: " + reason);
	}

	@Override
	public CompletableFuture<SettlementResult> redeliver() {
		return giveBack("The handler wants it later");
	}

	private CompletableFuture<SettlementResult> giveBack(String why) {
		if (!this.settled.compareAndSet(false, true)) {
			return CompletableFuture.completedFuture(SettlementResult.ALREADY_SETTLED);
		}
		this.handled.completeExceptionally(new RedriveException(why));
		return CompletableFuture.completedFuture(SettlementResult.WRITTEN);
	}

	@Override
	public void discarded() {
		if (this.settled.compareAndSet(false, true)) {
			this.handled.completeExceptionally(new RedriveException("The session was stopped"));
		}
	}

	/** Whatever it was delivered with, it is not to be shed. */
	@Override
	public int qos() {
		return 1;
	}

	@Override
	public boolean stale() {
		return false;
	}

}
