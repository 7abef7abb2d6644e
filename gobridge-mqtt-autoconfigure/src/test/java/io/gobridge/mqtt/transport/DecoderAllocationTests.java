package io.gobridge.mqtt.transport;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

import com.sun.management.ThreadMXBean;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Counts the bytes that decoding allocates.
 */
class DecoderAllocationTests {

	private static final int ROUNDS = 20_000;

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	@BeforeAll
	static void allocationIsMeasured() {
		assumeThat(THREADS.isThreadAllocatedMemorySupported() && THREADS.isThreadAllocatedMemoryEnabled()).isTrue();
	}

	@Test
	void aPublishWithoutPropertiesCostsItsPayloadAndOneObject() throws MalformedPacketException {
		// The array of 128 bytes is 144 with its header, and the delivery at most 64.
		assertThat(perPacket(packet("site/7/device/12/temperature", "", 128))).isLessThanOrEqualTo(144 + 64);
	}

	@Test
	void aSubscriptionIdentifierAddsNothing() throws MalformedPacketException {
		assertThat(perPacket(packet("site/7/device/12/temperature", "0bc8a5b65d", 128))).isLessThanOrEqualTo(144 + 64);
	}

	@Test
	void propertiesThatNobodyReadsAddTheirBytes() throws MalformedPacketException {
		// Content type and a user property: 16 bytes in an array of 32.
		assertThat(perPacket(packet("site/7/device/12/temperature", "030002612f26000161000462636465", 128)))
			.isLessThanOrEqualTo(144 + 64 + 32);
	}

	@Test
	void aPublishOverTheCapCostsNothing() throws MalformedPacketException {
		assertThat(perPacket(packet("site/7/device/12/temperature", "", 2000))).isZero();
	}

	@Test
	void encodingAllocatesNothing() {
		OutboundPublish publish = new OutboundPublish("site/7/device/12/temp\u00e9rature", new byte[128], 1, false,
				true, 60L, "application/json", null, null, UserProperties.empty());
		OutboundBuffer out = new OutboundBuffer(1024);
		long before = 0;
		for (int i = 0; i < 2 * ROUNDS; i++) {
			if (i == ROUNDS) {
				before = THREADS.getCurrentThreadAllocatedBytes();
			}
			PacketEncoder.publish(out, publish, 1 + i, false);
			PacketEncoder.pubAck(out, 1 + i, 0);
			out.clear();
		}
		// An iterator over the user properties, where it is not optimised away
		assertThat((THREADS.getCurrentThreadAllocatedBytes() - before) / ROUNDS).isLessThanOrEqualTo(64);
	}

	private static long perPacket(byte[] packet) throws MalformedPacketException {
		Counter counter = new Counter();
		PacketFrames frames = new PacketFrames(PacketFrames.announcedMaximum(1024));
		frames.connected();
		PublishDecoder decoder = new PublishDecoder("main", 1024, counter);
		long before = 0;
		for (int i = 0; i < 2 * ROUNDS; i++) {
			if (i == ROUNDS) {
				before = THREADS.getCurrentThreadAllocatedBytes();
			}
			int size = frames.read(packet, 0, packet.length);
			decoder.decode(packet[0] & 0xFF, packet, frames.headerLength(), size, i);
		}
		long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
		assertThat(counter.packets).isEqualTo(2 * ROUNDS);
		System.out.println("Bytes allocated per PUBLISH of " + packet.length + " bytes: " + allocated / ROUNDS);
		return allocated / ROUNDS;
	}

	private static byte[] packet(String topic, String properties, int payload) {
		byte[] propertyBytes = PacketReader.bytes(properties);
		OutboundBuffer out = new OutboundBuffer(4096);
		out.put(0x32);
		out.putNumber(2 + topic.length() + 2 + 1 + propertyBytes.length + payload);
		out.putText(topic);
		out.putTwo(7);
		out.putNumber(propertyBytes.length);
		out.putBytes(propertyBytes);
		out.putBytes(new byte[payload]);
		return Arrays.copyOf(out.array(), out.size());
	}

	/**
	 * Keeps nothing but a count and the last delivery.
	 */
	private static final class Counter implements ConnectionListener {

		private int packets;

		private @Nullable MqttDelivery last;

		@Override
		public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
			this.packets++;
			this.last = delivery;
		}

		@Override
		public void poison(Poison kind, int qos, int packetId) {
			this.packets++;
		}

		@Override
		public void released(int packetId) {
			throw new AssertionError(this.last);
		}

		@Override
		public void answered(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString) {
			throw new AssertionError();
		}

		@Override
		public void connected(ConnAck ack) {
			throw new AssertionError();
		}

		@Override
		public void writable() {
			throw new AssertionError();
		}

		@Override
		public void closed(Disconnection reason) {
			throw new AssertionError();
		}

	}

}
