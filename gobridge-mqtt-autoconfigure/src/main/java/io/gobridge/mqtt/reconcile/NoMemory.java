package io.gobridge.mqtt.reconcile;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * Remembers nothing.
 */
final class NoMemory implements SessionMemory {

	@Override
	public CompletableFuture<Void> remember(SubscriptionPlan plan) {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public void connected(ConnectionEpoch epoch, SubscriptionPlan plan) {
	}

	@Override
	public void plan(SubscriptionPlan plan) {
	}

	@Override
	public List<TopicFilter> toAsk(SubscriptionPlan... plans) {
		return List.of();
	}

	@Override
	public List<TopicFilter> unconfirmed(SubscriptionPlan... plans) {
		return List.of();
	}

	@Override
	public Map<TopicFilter, Integer> confirmed(SubscriptionPlan plan) {
		return Map.of();
	}

	@Override
	public Map<TopicFilter, Integer> displaced(SubscriptionPlan plan) {
		return Map.of();
	}

	@Override
	public boolean removed(TopicFilter filter, boolean existed, SubscriptionPlan plan) {
		return false;
	}

	@Override
	public void forget(Collection<TopicFilter> filters) {
	}

	@Override
	public void proceed(SubscriptionPlan plan) {
	}

	@Override
	public @Nullable Long nextDue() {
		return null;
	}

	@Override
	public boolean isSettled(SubscriptionPlan plan) {
		return true;
	}

}
