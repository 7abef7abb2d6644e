package io.gobridge.mqtt.model;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.route.OnFailure;
import org.jspecify.annotations.Nullable;

/**
 * One registration of a route.
 */
final class ModelRoute {

	final String id;

	final List<String> filters;

	final int qos;

	final boolean manual;

	final OnFailure onFailure;

	/** What the registry was told last. */
	boolean paused;

	/** What its deliveries wait for: paused, and in the table. */
	boolean held;

	boolean registered = true;

	@Nullable CompletableFuture<Void> unregistered;

	/** The newest copy that its handler has begun with, by what keeps its order. */
	final Map<String, Integer> newest = new HashMap<>();

	ModelRoute(String id, List<String> filters, int qos, boolean manual, OnFailure onFailure) {
		this.id = id;
		this.filters = filters;
		this.qos = qos;
		this.manual = manual;
		this.onFailure = onFailure;
	}

	boolean matches(String topic) {
		return Filters.matchesAny(this.filters, topic);
	}

	/** Whether nobody expects it to be called any more. */
	boolean isGone() {
		CompletableFuture<Void> future = this.unregistered;
		return future != null && future.isDone() && !future.isCompletedExceptionally();
	}

	@Override
	public String toString() {
		return "route " + this.id + " " + this.filters;
	}

}
