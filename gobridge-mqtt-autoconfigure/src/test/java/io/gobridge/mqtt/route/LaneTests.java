package io.gobridge.mqtt.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests of {@link Lane}.
 */
class LaneTests {

	private final CountDownLatch gate = new CountDownLatch(1);

	private final Executor threads = LaneThreads.platform("lanes");

	private final Queue<Integer> ran = new ConcurrentLinkedQueue<>();

	@AfterEach
	void openGate() {
		this.gate.countDown();
	}

	@Test
	void runsTasksInOrderAndNeverTwoAtTheSameTime() {
		Lane lane = lane(10_000, 10_000);
		AtomicInteger running = new AtomicInteger();
		AtomicInteger overlaps = new AtomicInteger();
		for (int i = 0; i < 5_000; i++) {
			int number = i;
			assertThat(lane.offer(new TestTask(1, () -> {
				if (running.incrementAndGet() != 1) {
					overlaps.incrementAndGet();
				}
				this.ran.add(number);
				running.decrementAndGet();
			}))).isTrue();
			if (i % 50 == 0) {
				// Long enough for the lane to give its thread back now and then.
				LockSupport.parkNanos(200_000);
			}
		}
		await().untilAsserted(() -> assertThat(this.ran).hasSize(5_000));
		assertThat(List.copyOf(this.ran)).isSorted();
		assertThat(overlaps).hasValue(0);
	}

	@Test
	void takesNoThreadBeforeTheFirstOfferAndOneThatIsNamedAfter() {
		List<Runnable> executed = new ArrayList<>();
		Lane lane = new Lane("a", new LaneSettings(executed::add, 10, 10, 1));
		assertThat(executed).isEmpty();
		assertThat(lane.isIdle()).isTrue();
		lane.offer(new TestTask(1, () -> {
		}));
		lane.offer(new TestTask(1, () -> {
		}));
		assertThat(executed).hasSize(1);
		Queue<String> names = new ConcurrentLinkedQueue<>();
		Lane named = lane(10, 10);
		named.offer(new TestTask(1, () -> names.add(Thread.currentThread().getName())));
		await().untilAsserted(() -> assertThat(names).hasSize(1));
		assertThat(names.element()).startsWith("gobridge-mqtt-lanes-lane-");
	}

	@Test
	void refusesQos0OverItsCapacityButNotQos1() {
		Lane lane = lane(8, 4);
		blockLane(lane);
		for (int i = 0; i < 4; i++) {
			assertThat(lane.offer(task(0, i))).as("task %s", i).isTrue();
		}
		TestTask refused = task(0, 99);
		assertThat(lane.offer(refused)).isFalse();
		for (int i = 4; i < 12; i++) {
			assertThat(lane.offer(task(1 + i % 2, i))).as("task %s", i).isTrue();
		}
		assertThat(lane.offer(refused)).isFalse();
		this.gate.countDown();
		await().until(lane::isIdle);
		assertThat(this.ran).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
		assertThat(lane.offer(task(0, 12))).isTrue();
		await().until(lane::isIdle);
		assertThat(this.ran).endsWith(12);
		assertThat(refused.runs).hasValue(0);
		assertThat(refused.discards).hasValue(0);
	}

	@Test
	void purgeDiscardsStaleTasksAndKeepsTheOrderOfTheOthers() {
		Lane lane = lane(16, 16);
		blockLane(lane);
		AtomicBoolean retired = new AtomicBoolean();
		List<TestTask> old = new ArrayList<>();
		for (int i = 0; i < 10; i++) {
			int number = i;
			TestTask task = (i % 2 == 0) ? task(0, i) : new TestTask(1, () -> this.ran.add(number), retired::get);
			old.add(task);
			lane.offer(task);
		}
		assertThat(lane.purge()).isZero();
		retired.set(true);
		assertThat(lane.purge()).isEqualTo(5);
		assertThat(lane.size()).isEqualTo(5);
		lane.offer(task(1, 100));
		assertThat(lane.purge()).isZero();
		lane.offer(task(1, 101));
		this.gate.countDown();
		await().until(lane::isIdle);
		assertThat(this.ran).containsExactly(0, 2, 4, 6, 8, 100, 101);
		assertThat(old).allSatisfy((task) -> assertThat(task.runs.get() + task.discards.get()).isOne());
	}

	@Test
	void keptTasksCountAgainstTheQos0Capacity() {
		Lane lane = lane(4, 4);
		blockLane(lane);
		for (int i = 0; i < 4; i++) {
			assertThat(lane.offer(task(0, i))).isTrue();
		}
		lane.purge();
		assertThat(lane.offer(task(0, 4))).isFalse();
		assertThat(lane.offer(task(1, 5))).isTrue();
		this.gate.countDown();
		await().until(lane::isIdle);
		assertThat(this.ran).containsExactly(0, 1, 2, 3, 5);
	}

	@Test
	void aBlockedLaneHasRoomForEachNewConnectionOnceThatBeforeWasPurged() {
		Lane lane = lane(8, 1);
		blockLane(lane);
		AtomicInteger discarded = new AtomicInteger();
		for (int connection = 0; connection < 50; connection++) {
			AtomicBoolean retired = new AtomicBoolean();
			for (int i = 0; i < 8; i++) {
				assertThat(lane.offer(new TestTask(1, () -> this.ran.add(-1), retired::get) {

					@Override
					public void discarded() {
						discarded.incrementAndGet();
					}

				})).isTrue();
			}
			retired.set(true);
			lane.purge();
		}
		assertThat(discarded).hasValue(400);
		this.gate.countDown();
		await().until(lane::isIdle);
		assertThat(this.ran).isEmpty();
	}

	@Test
	void discardsATaskThatHasBecomeStaleWhenItsTurnComes() {
		Lane lane = lane(4, 4);
		blockLane(lane);
		TestTask stale = new TestTask(1, () -> {
		}, () -> true);
		lane.offer(stale);
		this.gate.countDown();
		await().until(lane::isIdle);
		assertThat(stale.discards).hasValue(1);
		assertThat(stale.runs).hasValue(0);
	}

	@Test
	void goesOnAfterATaskThatThrows() {
		Lane lane = lane(4, 4);
		lane.offer(new TestTask(1, () -> {
			throw new StackOverflowError("of the test");
		}));
		lane.offer(new TestTask(1, () -> {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("of the test");
		}));
		AtomicBoolean interrupted = new AtomicBoolean();
		lane.offer(new TestTask(1, () -> {
			interrupted.set(Thread.currentThread().isInterrupted());
			this.ran.add(1);
		}));
		await().untilAsserted(() -> assertThat(this.ran).containsExactly(1));
		assertThat(interrupted).isFalse();
	}

	@Test
	void aPausedLaneFinishesItsTaskAndBeginsNoOther() {
		Lane lane = lane(8, 8);
		blockLane(lane);
		lane.offer(task(1, 1));
		lane.pause();
		this.gate.countDown();
		await().until(lane::isIdle);
		lane.offer(task(1, 2));
		assertThat(this.ran).isEmpty();
		assertThat(lane.size()).isEqualTo(2);
		lane.resume();
		await().untilAsserted(() -> assertThat(this.ran).containsExactly(1, 2));
	}

	@Test
	void isNotIdleWhileATaskRunsOrWaits() {
		Lane lane = lane(8, 8);
		blockLane(lane);
		assertThat(lane.isIdle()).isFalse();
		lane.offer(task(1, 1));
		assertThat(lane.isIdle()).isFalse();
		this.gate.countDown();
		await().until(lane::isIdle);
		assertThat(this.ran).containsExactly(1);
	}

	@Test
	void stopInterruptsTheTaskAndDiscardsTheOthers() {
		Lane lane = lane(8, 8);
		AtomicBoolean interrupted = new AtomicBoolean();
		CountDownLatch started = new CountDownLatch(1);
		lane.offer(new TestTask(1, () -> {
			started.countDown();
			try {
				this.gate.await();
			}
			catch (InterruptedException ex) {
				interrupted.set(true);
			}
		}));
		TestTask waiting = task(1, 1);
		lane.offer(waiting);
		await().until(() -> started.getCount() == 0);
		lane.stop();
		await().untilTrue(interrupted);
		assertThat(waiting.discards).hasValue(1);
		assertThat(lane.offer(task(1, 2))).isFalse();
		await().until(lane::isIdle);
		assertThat(this.ran).isEmpty();
		lane.stop();
		lane(4, 4).stop();
	}

	@Test
	void triesAgainWhereTheExecutorHasNoThread() {
		AtomicInteger attempts = new AtomicInteger();
		Lane lane = new Lane("poor", new LaneSettings((command) -> {
			if (attempts.getAndIncrement() == 0) {
				throw new OutOfMemoryError("no native thread, says the test");
			}
			this.threads.execute(command);
		}, 4, 4, 1));
		assertThat(lane.offer(task(1, 1))).isTrue();
		await().untilAsserted(() -> assertThat(this.ran).containsExactly(1));
		assertThat(attempts).hasValue(2);
	}

	@Test
	void aTaskSeesWhatTheOneBeforeItDidOnAnotherThread() {
		int[] plain = new int[1];
		Lane lane = new Lane("hop", new LaneSettings((command) -> new Thread(command).start(), 64, 64, 1));
		AtomicInteger wrong = new AtomicInteger();
		for (int i = 0; i < 300; i++) {
			int expected = i;
			lane.offer(new TestTask(1, () -> {
				if (plain[0]++ != expected) {
					wrong.incrementAndGet();
				}
				this.ran.add(expected);
			}));
			int size = i + 1;
			await().pollDelay(0, TimeUnit.MILLISECONDS)
				.pollInterval(1, TimeUnit.MILLISECONDS)
				.until(() -> this.ran.size() == size);
		}
		assertThat(wrong).hasValue(0);
	}

	private Lane lane(int receiveMaximum, int qos0Capacity) {
		return new Lane("test", new LaneSettings(this.threads, receiveMaximum, qos0Capacity, 1));
	}

	private TestTask task(int qos, int number) {
		return new TestTask(qos, () -> this.ran.add(number));
	}

	private void blockLane(Lane lane) {
		CountDownLatch started = new CountDownLatch(1);
		lane.offer(new TestTask(1, () -> {
			started.countDown();
			try {
				this.gate.await();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}));
		await().pollInterval(1, TimeUnit.MILLISECONDS).until(() -> started.getCount() == 0);
	}

}
