package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link SingleThreadSessionLoop}.
 */
class SingleThreadSessionLoopTests {

	private final SessionLoop loop = SessionLoops.singleThread("looptest");

	@AfterEach
	void close() {
		this.loop.close();
	}

	private <T> T get(CompletableFuture<T> future) throws Exception {
		return future.get(10, TimeUnit.SECONDS);
	}

	private Thread thread() throws Exception {
		CompletableFuture<Thread> thread = new CompletableFuture<>();
		this.loop.execute(() -> thread.complete(Thread.currentThread()));
		return get(thread);
	}

	@Test
	void runsInOrderOnOneDaemonThread() throws Exception {
		List<Integer> order = Collections.synchronizedList(new ArrayList<>());
		IntStream.range(0, 1000).forEach((n) -> this.loop.execute(() -> order.add(n)));
		Thread thread = thread();
		assertThat(order).containsExactlyElementsOf(IntStream.range(0, 1000).boxed().toList());
		assertThat(thread.isDaemon()).isTrue();
		assertThat(thread.getName()).isEqualTo("gobridge-mqtt-looptest");
		assertThat(thread()).isSameAs(thread);
	}

	@Test
	void survivesTasksThatThrow() throws Exception {
		Thread thread = thread();
		this.loop.execute(() -> {
			throw new IllegalStateException("wanted by the test");
		});
		this.loop.execute(() -> {
			throw new AssertionError("wanted by the test");
		});
		assertThat(thread()).isSameAs(thread);
	}

	@Test
	void knowsItsThread() throws Exception {
		CompletableFuture<Boolean> inside = new CompletableFuture<>();
		this.loop.execute(() -> inside.complete(this.loop.inLoop()));
		assertThat(get(inside)).isTrue();
		assertThat(this.loop.inLoop()).isFalse();
	}

	@Test
	void scheduledTasksRunByTimeAndCanBeTakenBack() throws Exception {
		List<String> order = Collections.synchronizedList(new ArrayList<>());
		CompletableFuture<Void> done = new CompletableFuture<>();
		SessionLoop.Cancellable cancelled = this.loop.schedule(() -> order.add("cancelled"), Duration.ofMillis(20));
		this.loop.schedule(() -> {
			order.add("late");
			done.complete(null);
		}, Duration.ofMillis(60));
		this.loop.schedule(() -> order.add("early"), Duration.ofMillis(10));
		cancelled.cancel();
		get(done);
		assertThat(order).containsExactly("early", "late");
	}

	@Test
	void closeFromWithinDropsTheRestAndEndsTheThread() throws Exception {
		AtomicInteger ran = new AtomicInteger();
		CountDownLatch queued = new CountDownLatch(1);
		Thread thread = thread();
		CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
		this.loop.execute(() -> {
			try {
				queued.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			this.loop.close();
			interrupted.complete(Thread.currentThread().isInterrupted());
		});
		this.loop.execute(ran::incrementAndGet);
		this.loop.schedule(ran::incrementAndGet, Duration.ofMillis(1));
		queued.countDown();
		assertThat(get(interrupted)).isFalse();
		thread.join(10_000);
		assertThat(thread.isAlive()).isFalse();
		this.loop.execute(ran::incrementAndGet);
		this.loop.schedule(ran::incrementAndGet, Duration.ZERO).cancel();
		assertThat(ran).hasValue(0);
	}

	@Test
	void openedAgainItsNewThreadWaitsForTheOldOne() throws Exception {
		CountDownLatch closed = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		List<String> order = Collections.synchronizedList(new ArrayList<>());
		this.loop.execute(() -> {
			this.loop.close();
			closed.countDown();
			try {
				release.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			order.add("old");
		});
		assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
		this.loop.open();
		this.loop.execute(() -> order.add("new"));
		release.countDown();
		await().untilAsserted(() -> assertThat(order).containsExactly("old", "new"));
	}

	@Test
	void openOnAnOpenLoopChangesNothing() throws Exception {
		Thread thread = thread();
		this.loop.open();
		assertThat(thread()).isSameAs(thread);
	}

}
