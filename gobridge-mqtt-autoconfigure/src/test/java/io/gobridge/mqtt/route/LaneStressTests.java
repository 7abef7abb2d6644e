package io.gobridge.mqtt.route;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Races of {@link Lane} and {@link LaneQueue}.
 */
class LaneStressTests {

	@Test
	void purgeAgainstTheLaneAndTwoProducersLosesDoublesAndReordersNothing() throws Exception {
		int perProducer = 100_000;
		Lane lane = new Lane("race", new LaneSettings(LaneThreads.platform("race"), 256, 256, 1));
		AtomicInteger running = new AtomicInteger();
		AtomicInteger wrong = new AtomicInteger();
		int[] last = { -1, -1 };
		AtomicInteger ran = new AtomicInteger();
		AtomicInteger discarded = new AtomicInteger();
		AtomicBoolean end = new AtomicBoolean();
		List<Thread> threads = new ArrayList<>();
		for (int p = 0; p < 2; p++) {
			int producer = p;
			threads.add(new Thread(() -> {
				for (int i = 0; i < perProducer; i++) {
					int number = i;
					// Every third is stale from the beginning, so that it is up to the
					// race whether the lane or the purge discards it.
					LaneTask task = new TestTask(i % 2, () -> {
						if (running.incrementAndGet() != 1 || last[producer] >= number) {
							wrong.incrementAndGet();
						}
						last[producer] = number;
						ran.incrementAndGet();
						running.decrementAndGet();
					}, () -> number % 3 == 0) {

						@Override
						public void discarded() {
							discarded.incrementAndGet();
							if (number % 3 != 0) {
								wrong.incrementAndGet();
							}
						}

					};
					while (!lane.offer(task)) {
						Thread.yield();
					}
				}
			}));
		}
		Thread purger = new Thread(() -> {
			while (!end.get()) {
				lane.purge();
				Thread.yield();
			}
		});
		threads.forEach(Thread::start);
		purger.start();
		for (Thread thread : threads) {
			thread.join();
		}
		end.set(true);
		purger.join();
		await().until(lane::isIdle);
		int stale = 2 * ((perProducer + 2) / 3);
		assertThat(wrong).hasValue(0);
		assertThat(discarded).hasValue(stale);
		assertThat(ran).hasValue(2 * perProducer - stale);
	}

	@RepeatedTest(50)
	void everyAcceptedTaskOfALaneThatIsStoppedIsEitherRunOrDiscarded() throws Exception {
		Lane lane = new Lane("stop", new LaneSettings(LaneThreads.platform("stop"), 64, 64, 1));
		ConcurrentLinkedQueue<TestTask> accepted = new ConcurrentLinkedQueue<>();
		AtomicBoolean stopped = new AtomicBoolean();
		Thread producer = new Thread(() -> {
			for (;;) {
				TestTask task = new TestTask(1, () -> {
				});
				if (lane.offer(task)) {
					accepted.add(task);
				}
				else if (stopped.get()) {
					return;
				}
			}
		});
		producer.start();
		await().pollInterval(java.time.Duration.ofMillis(1)).until(() -> accepted.size() > 100);
		lane.stop();
		stopped.set(true);
		producer.join();
		await().until(lane::isIdle);
		assertThat(lane.size()).isZero();
		assertThat(accepted).allSatisfy((task) -> assertThat(task.runs.get() + task.discards.get()).isOne());
	}

	@Test
	void pauseAndResumeNeverStrandATask() throws Exception {
		Lane lane = new Lane("pause", new LaneSettings(LaneThreads.platform("pause"), 128, 128, 1));
		AtomicInteger ran = new AtomicInteger();
		AtomicBoolean end = new AtomicBoolean();
		Thread switcher = new Thread(() -> {
			while (!end.get()) {
				lane.pause();
				lane.resume();
			}
		});
		switcher.start();
		for (int i = 0; i < 50_000; i++) {
			LaneTask task = new TestTask(1, ran::incrementAndGet);
			while (!lane.offer(task)) {
				Thread.yield();
			}
		}
		end.set(true);
		switcher.join();
		await().untilAsserted(() -> assertThat(ran).hasValue(50_000));
	}

}
