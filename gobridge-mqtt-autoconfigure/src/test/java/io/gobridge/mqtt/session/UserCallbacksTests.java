package io.gobridge.mqtt.session;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

import io.gobridge.mqtt.session.event.MqttSessionEvent;
import io.gobridge.mqtt.session.event.MqttSessionTakenOverEvent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link UserCallbacks}.
 */
class UserCallbacksTests {

	private final LongAdder dropped = new LongAdder();

	private final List<Integer> seen = Collections.synchronizedList(new ArrayList<>());

	private static MqttSessionEvent event(int number) {
		return new MqttSessionTakenOverEvent("source", "default", number);
	}

	private void see(MqttSessionEvent event) {
		this.seen.add(((MqttSessionTakenOverEvent) event).streak());
	}

	@Test
	void deliversInOrderOnAThreadOfItsOwnThatEndsWhenIdle() throws Exception {
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		UserCallbacks callbacks = new UserCallbacks((event) -> {
			see(event);
			thread.complete(Thread.currentThread());
		}, UserCallbacks.ownThread("cbtest"), this.dropped);
		IntStream.range(0, 100).forEach((n) -> callbacks.publish(event(n)));
		CompletableFuture<Integer> behind = new CompletableFuture<>();
		callbacks.execute(() -> behind.complete(this.seen.size()));
		assertThat(behind.get(10, TimeUnit.SECONDS)).isEqualTo(100);
		assertThat(this.seen).containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
		assertThat(thread.join().getName()).isEqualTo("gobridge-mqtt-cbtest-events");
		assertThat(thread.join().isDaemon()).isTrue();
		await().until(() -> !thread.join().isAlive());
		callbacks.publish(event(100));
		await().until(() -> this.seen.size() == 101);
	}

	@Test
	void listenerThatThrowsDoesNotStopTheNext() {
		UserCallbacks callbacks = new UserCallbacks((event) -> {
			see(event);
			throw new IllegalStateException("wanted by the test");
		}, Runnable::run, this.dropped);
		callbacks.publish(event(1));
		callbacks.publish(event(2));
		assertThat(this.seen).containsExactly(1, 2);
	}

	@Test
	void slowListenerLosesTheOldestEventsAndNoCompletion() throws Exception {
		CountDownLatch entered = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		UserCallbacks callbacks = new UserCallbacks((event) -> {
			see(event);
			entered.countDown();
			try {
				release.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, UserCallbacks.ownThread("cbtest"), this.dropped);
		callbacks.publish(event(-1));
		assertThat(entered.await(10, TimeUnit.SECONDS)).isTrue();
		CompletableFuture<Void> completion = new CompletableFuture<>();
		callbacks.execute(() -> completion.complete(null));
		IntStream.range(0, UserCallbacks.MAX_EVENTS + 50).forEach((n) -> callbacks.publish(event(n)));
		assertThat(this.dropped.sum()).isEqualTo(50);
		release.countDown();
		completion.get(10, TimeUnit.SECONDS);
		CompletableFuture<Void> behind = new CompletableFuture<>();
		callbacks.execute(() -> behind.complete(null));
		behind.get(10, TimeUnit.SECONDS);
		assertThat(this.seen).hasSize(UserCallbacks.MAX_EVENTS + 1)
			.startsWith(-1, 50)
			.endsWith(UserCallbacks.MAX_EVENTS + 49);
	}

}
