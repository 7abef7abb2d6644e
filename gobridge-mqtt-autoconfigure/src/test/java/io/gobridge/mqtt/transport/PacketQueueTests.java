package io.gobridge.mqtt.transport;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PacketQueue}.
 */
class PacketQueueTests {

	private final PacketQueue queue = new PacketQueue();

	private static byte[] bytes(OutboundBuffer buffer) {
		return Arrays.copyOf(buffer.array(), buffer.size());
	}

	private void pubAck(int identifier) {
		PacketEncoder.pubAck(Objects.requireNonNull(this.queue.begin()), identifier, 0);
		this.queue.commit();
	}

	@Test
	void takesOnlyPahosPacketsBeforeTheConnack() {
		assertThat(this.queue.begin()).isNull();
		assertThat(this.queue.beginPublish()).isNull();
		assertThat(this.queue.sendLast((out) -> PacketEncoder.disconnect(out, 0))).isFalse();
		assertThat(this.queue.sendForeign(new byte[] { 1, 2 })).isTrue();
		assertThat(bytes(this.queue.take())).containsExactly(1, 2);
	}

	@Test
	void takesEverythingAtATimeInOrder() {
		this.queue.open();
		pubAck(1);
		pubAck(2);
		assertThat(bytes(this.queue.take())).containsExactly(0x40, 2, 0, 1, 0x40, 2, 0, 2);
		pubAck(3);
		this.queue.written(8);
		assertThat(bytes(this.queue.take())).containsExactly(0x40, 2, 0, 3);
		assertThat(this.queue.take().isEmpty()).isTrue();
	}

	@Test
	void takesNothingBehindTheLastPacket() {
		this.queue.open();
		pubAck(1);
		assertThat(this.queue.sendLast((out) -> PacketEncoder.disconnect(out, 0))).isTrue();
		assertThat(this.queue.begin()).isNull();
		assertThat(this.queue.sendForeign(new byte[1])).isFalse();
		assertThat(this.queue.isFinishing()).isTrue();
		assertThat(bytes(this.queue.take())).containsExactly(0x40, 2, 0, 1, 0xE0, 0);
	}

	@Test
	void dropsWhatWaitsWhenItIsClosed() {
		this.queue.open();
		pubAck(1);
		this.queue.close();
		assertThat(this.queue.take().isEmpty()).isTrue();
		assertThat(this.queue.begin()).isNull();
		this.queue.open();
		assertThat(this.queue.begin()).isNull();
		this.queue.await();
	}

	@Test
	void refusesPublishesButNotAcknowledgementsAboveTheHighWaterMark() {
		this.queue.open();
		OutboundBuffer buffer = Objects.requireNonNull(this.queue.beginPublish());
		buffer.ensureCapacity(PacketQueue.HIGH_WATER);
		buffer.putBytes(new byte[PacketQueue.HIGH_WATER]);
		this.queue.commit();
		assertThat(this.queue.beginPublish()).isNull();
		pubAck(1);
		int size = this.queue.take().size();
		assertThat(size).isEqualTo(PacketQueue.HIGH_WATER + 4);
		assertThat(this.queue.beginPublish()).as("taken is not written").isNull();
		assertThat(this.queue.written(PacketQueue.LOW_WATER)).isFalse();
		assertThat(this.queue.written(size - PacketQueue.LOW_WATER)).isTrue();
		assertThat(this.queue.written(0)).as("told once").isFalse();
		assertThat(this.queue.beginPublish()).isNotNull();
	}

	/**
	 * Every packet of several threads reaches a writer that sleeps whenever it can.
	 */
	@Test
	void losesNoWakeUp() throws InterruptedException {
		int threads = 4;
		int packets = 10_000;
		this.queue.open();
		BitSet seen = new BitSet();
		CountDownLatch all = new CountDownLatch(threads * packets);
		Thread writer = new Thread(() -> {
			while (!this.queue.isClosed()) {
				OutboundBuffer taken = this.queue.take();
				for (int i = 0; i < taken.size(); i += 4) {
					seen.set(((taken.array()[i + 2] & 0xFF) << 8) | (taken.array()[i + 3] & 0xFF));
					all.countDown();
				}
				if (taken.isEmpty()) {
					this.queue.await();
				}
				this.queue.written(taken.size());
			}
		});
		writer.start();
		List<Thread> producers = new ArrayList<>();
		for (int i = 0; i < threads; i++) {
			int first = i * packets + 1;
			Thread producer = new Thread(() -> {
				for (int packet = 0; packet < packets; packet++) {
					pubAck(first + packet);
					if (packet % 100 == 0) {
						Thread.yield();
					}
				}
			});
			producers.add(producer);
			producer.start();
		}
		all.await();
		this.queue.close();
		writer.join();
		for (Thread producer : producers) {
			producer.join();
		}
		assertThat(seen.cardinality()).isEqualTo(threads * packets);
	}

}
