package io.gobridge.mqtt.transport;

import java.io.ByteArrayOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

import com.sun.management.ThreadMXBean;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.transport.PacketReader.Arrival;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.mqtt.MqttMessage;
import io.netty.handler.codec.mqtt.MqttPublishMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Feeds the decoders with packets that were valid until something happened to them. The
 * same seed gives the same packets: {@code -Dgobridge.fuzz.seed} and
 * {@code -Dgobridge.fuzz.packets} ask for others and for more.
 */
@Timeout(300)
class DecoderFuzzTests {

	private static final long SEED = Long.getLong("gobridge.fuzz.seed", 5);

	private static final int PACKETS = Integer.getInteger("gobridge.fuzz.packets", 20_000);

	private static final Set<Integer> REASON_CODES = Set.of(0x81, 0x82, 0x94, 0x95);

	private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

	/**
	 * What an exception with its stack trace and message costs, and the lists of a
	 * reader.
	 */
	private static final long FIXED_COST = 32 * 1024;

	private final RandomPackets random = new RandomPackets(SEED);

	private final NettyCodec netty = new NettyCodec();

	private final List<byte[]> corpus = corpus();

	private int delivered;

	private int refused;

	private int incomplete;

	@Test
	void everyPacketIsTakenOrRefusedWithAReasonCode() {
		System.out.println("Decoder fuzz: " + PACKETS + " packets, seed " + SEED);
		this.corpus.forEach(this::check);
		for (int i = 0; i < PACKETS; i++) {
			byte[] packet = mutate(this.corpus.get(this.random.below(this.corpus.size())));
			try {
				check(packet);
			}
			catch (Throwable ex) {
				throw new AssertionError("Seed " + SEED + ", packet " + i + ": " + HexFormat.of().formatHex(packet),
						ex);
			}
		}
		// The mutations are neither too weak nor too strong to mean anything.
		assertThat(this.delivered).isGreaterThan(PACKETS / 20);
		assertThat(this.refused).isGreaterThan(PACKETS / 5);
		assertThat(this.incomplete).isGreaterThan(PACKETS / 100);
	}

	private void check(byte[] packet) {
		PacketReader reader = PacketReader.connected();
		MalformedPacketException refusal = null;
		int left = 0;
		try {
			left = reader.read(packet);
		}
		catch (MalformedPacketException ex) {
			refusal = ex;
		}
		// Only now, because the first exception of each kind links its message.
		assertThat(allocated(packet)).isLessThanOrEqualTo(FIXED_COST + 4L * packet.length);
		for (Arrival arrival : reader.publishes) {
			touch(arrival.delivery());
		}
		if (refusal != null) {
			this.refused++;
			assertThat(refusal.reasonCode()).isIn(REASON_CODES);
			assertThat(refusal.getMessage()).isNotBlank();
		}
		else if (left > 0) {
			this.incomplete++;
		}
		else {
			this.delivered++;
		}
		if (isOnePublish(packet)) {
			compare(packet, reader, refusal);
		}
	}

	private static long allocated(byte[] packet) {
		PacketReader reader = PacketReader.connected();
		long before = THREADS.getCurrentThreadAllocatedBytes();
		try {
			reader.read(packet);
		}
		catch (MalformedPacketException ex) {
			assertThat(ex.reasonCode()).isPositive();
		}
		return THREADS.getCurrentThreadAllocatedBytes() - before;
	}

	/**
	 * Nothing that is wrong with a packet may be found by a handler.
	 */
	private static void touch(MqttDelivery delivery) {
		String texts = delivery.topic() + delivery.contentType() + delivery.responseTopic();
		for (UserProperties.Entry entry : delivery.userProperties()) {
			texts += entry.name() + entry.value();
		}
		if (texts.indexOf('\u0000') >= 0 || delivery.userProperties().size() > 128
				|| delivery.subscriptionIdentifiers().contains(0)) {
			throw new AssertionError("Delivered what must be refused");
		}
	}

	/**
	 * A packet is taken if the reference allows it, and then Netty must see the same.
	 */
	private void compare(byte[] packet, PacketReader reader, @Nullable MalformedPacketException refusal) {
		assertThat(refusal == null).as("accepted").isEqualTo(ReferencePublish.isAllowed(packet));
		if (refusal != null || reader.publishes.isEmpty()) {
			return;
		}
		MqttMessage message = this.netty.decode(packet);
		assertThat(message.decoderResult().isSuccess()).isTrue();
		MqttPublishMessage publish = (MqttPublishMessage) message;
		Arrival arrival = reader.only();
		assertThat(arrival.delivery().topic()).isEqualTo(publish.variableHeader().topicName());
		assertThat(arrival.delivery().qos()).isEqualTo(publish.fixedHeader().qosLevel().value());
		if (arrival.delivery().qos() > 0) {
			assertThat(arrival.packetId()).isEqualTo(publish.variableHeader().packetId());
		}
		// Netty 4.2.15 counts the bytes of a property length of 128 and more among those
		// of the properties and may leave the last one to the payload.
		byte[] payload = ByteBufUtil.getBytes(publish.payload());
		if (payload.length != arrival.delivery().payload().length) {
			assertThat(payload).endsWith(arrival.delivery().payload());
			assertThat(packet.length - payload.length).isGreaterThan(128);
		}
		else {
			assertThat(payload).isEqualTo(arrival.delivery().payload());
		}
	}

	private static boolean isOnePublish(byte[] packet) {
		if (packet.length < 2 || (packet[0] & 0xF0) != 0x30) {
			return false;
		}
		byte[] header = header(packet[0], packet.length);
		for (int size = 2; size <= 5; size++) {
			header = header(packet[0], packet.length - size);
			if (header.length == size) {
				return Arrays.equals(header, Arrays.copyOf(packet, Math.min(size, packet.length)));
			}
		}
		return false;
	}

	private byte[] mutate(byte[] valid) {
		byte[] packet = valid.clone();
		int mutations = 1 + this.random.below(3);
		for (int i = 0; i < mutations && packet.length > 0; i++) {
			packet = mutateOnce(packet);
		}
		// Most of the time the length fits, so that more than the header gets tested.
		return (this.random.chance(4) || packet.length < 3) ? packet : withLength(packet, valid);
	}

	private byte[] mutateOnce(byte[] packet) {
		int at = this.random.below(packet.length);
		// The structure is in the first bytes, the payload may be long.
		if (this.random.chance(2)) {
			at = this.random.below(Math.min(packet.length, 40));
		}
		byte[] changed = packet.clone();
		switch (this.random.below(8)) {
			case 0 -> changed[at] ^= (byte) (1 << this.random.below(8));
			case 1 -> changed[at] = (byte) this.random.below(256);
			case 2 -> changed[at] = new byte[] { 0, 1, 0x7F, (byte) 0x80, (byte) 0xFF, '#', 0x23, 0x0B }[this.random
				.below(8)];
			case 3 -> changed[at]++;
			case 4 -> changed[at]--;
			case 5 -> {
				return Arrays.copyOf(packet, at);
			}
			case 6 -> {
				return spliced(packet, at, at, Math.min(packet.length, at + 1 + this.random.below(8)));
			}
			default -> {
				return spliced(packet, at, Math.min(packet.length, at + 1 + this.random.below(4)), packet.length);
			}
		}
		return changed;
	}

	/**
	 * Returns the bytes before one index, and those between two others twice or not at
	 * all, and the rest.
	 */
	private static byte[] spliced(byte[] packet, int end, int from, int to) {
		ByteArrayOutputStream bytes = new ByteArrayOutputStream();
		bytes.write(packet, 0, end);
		bytes.write(packet, from, to - from);
		if (to < packet.length) {
			bytes.write(packet, end, packet.length - end);
		}
		return bytes.toByteArray();
	}

	private static byte[] withLength(byte[] packet, byte[] valid) {
		int header = 1;
		while (header < Math.min(5, valid.length) && valid[header] < 0) {
			header++;
		}
		header = Math.min(header + 1, packet.length);
		byte[] fixed = header(packet[0], packet.length - header);
		byte[] changed = Arrays.copyOf(fixed, fixed.length + packet.length - header);
		System.arraycopy(packet, header, changed, fixed.length, packet.length - header);
		return changed;
	}

	private static byte[] header(byte first, int length) {
		OutboundBuffer out = new OutboundBuffer(5);
		out.put(first);
		out.putNumber(Math.max(length, 0));
		return Arrays.copyOf(out.array(), out.size());
	}

	private List<byte[]> corpus() {
		List<byte[]> packets = new ArrayList<>();
		for (int i = 0; i < 400; i++) {
			packets.add(this.netty.encode(IndependentCodecTests.toNetty(this.random.sample())));
		}
		for (String other : List.of("40 02 0001", "40 08 0001 87 04 1f 0001 61", "50 03 0001 83",
				"62 0b 0002 92 07 26 0001 61 0001 62", "70 03 0001 92", "90 06 0001 00 00 02 87",
				"90 08 0002 04 1f 0001 61 80", "b0 05 0003 00 00 11", "d0 00", "e0 01 8e",
				"e0 0a 9d 08 1f 0001 61 1c 0001 62", "20 06 00 00 03 210014")) {
			for (int i = 0; i < 5; i++) {
				packets.add(PacketReader.bytes(other));
			}
		}
		return packets;
	}

}
