package io.gobridge.mqtt.route;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;

import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;

import io.gobridge.mqtt.message.MqttDelivery;

/**
 * Subscribes to what the method returned; the delivery is handled when it completes.
 * Elements are ignored. Loaded only where Reactor is there.
 */
final class ReactiveResult implements HandlerResult {

	private final ReactiveAdapter adapter;

	private ReactiveResult(ReactiveAdapter adapter) {
		this.adapter = adapter;
	}

	static @Nullable HandlerResult forType(Class<?> type) {
		ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(type);
		return (adapter != null) ? new ReactiveResult(adapter) : null;
	}

	@Override
	public @Nullable CompletionStage<?> take(MqttDelivery delivery, @Nullable Object value) {
		if (value == null) {
			return null;
		}
		Publisher<?> publisher = this.adapter.toPublisher(value);
		return Flux.from(publisher).then().toFuture();
	}

}
