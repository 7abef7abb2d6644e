package io.gobridge.mqtt.benchmarks;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;

/**
 * PUBLISH packets, encoded once and laid end to end in memory outside the heap, so that
 * sending any number of neighbours is one write of a stretch of it: nothing is encoded,
 * copied or allocated for a message. Slot {@code n} has packet identifier {@code n + 1}.
 * Used by the thread of its connection alone. See MQTT 5, section 3.3.
 */
final class PublishImage {

	private static final int SUBSCRIPTION_IDENTIFIER = 0x0B;

	private final ByteBuffer packets;

	/** Where each packet begins; one entry more than there are packets. */
	private final int[] offsets;

	private PublishImage(ByteBuffer packets, int[] offsets) {
		this.packets = packets;
		this.offsets = offsets;
	}

	/**
	 * Encode the packets of a workload.
	 * @param workload what to send
	 * @param slots how many packets to hold; raised to the next multiple of the number of
	 * topics
	 * @param identifiers the Subscription Identifiers that a message of a topic has to
	 * carry
	 */
	static PublishImage of(Workload workload, int slots, Function<String, List<Integer>> identifiers) {
		List<String> topics = workload.topics();
		int rounds = (slots + topics.size() - 1) / topics.size();
		int count = Math.min(rounds * topics.size(), 65535);
		ByteArrayOutputStream out = new ByteArrayOutputStream(count * (workload.payload().length + 64));
		int[] offsets = new int[count + 1];
		for (int slot = 0; slot < count; slot++) {
			String topic = topics.get(slot % topics.size());
			encode(out, workload, topic, slot + 1, identifiers.apply(topic));
			offsets[slot + 1] = out.size();
		}
		ByteBuffer packets = ByteBuffer.allocateDirect(out.size());
		packets.put(out.toByteArray());
		packets.limit(0).position(0);
		return new PublishImage(packets, offsets);
	}

	private static void encode(ByteArrayOutputStream out, Workload workload, String topic, int packetId,
			List<Integer> identifiers) {
		byte[] name = topic.getBytes(StandardCharsets.UTF_8);
		ByteArrayOutputStream properties = new ByteArrayOutputStream();
		for (int identifier : identifiers) {
			properties.write(SUBSCRIPTION_IDENTIFIER);
			writeVariableByteInteger(properties, identifier);
		}
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		writeShort(body, name.length);
		body.writeBytes(name);
		if (workload.qos() > 0) {
			writeShort(body, packetId);
		}
		writeVariableByteInteger(body, properties.size());
		body.writeBytes(properties.toByteArray());
		body.writeBytes(workload.payload());
		out.write(0x30 | workload.qos() << 1);
		writeVariableByteInteger(out, body.size());
		out.writeBytes(body.toByteArray());
	}

	private static void writeShort(ByteArrayOutputStream out, int value) {
		out.write(value >> 8);
		out.write(value);
	}

	private static void writeVariableByteInteger(ByteArrayOutputStream out, int value) {
		int rest = value;
		while (rest > 127) {
			out.write(rest & 127 | 128);
			rest >>>= 7;
		}
		out.write(rest);
	}

	int slots() {
		return this.offsets.length - 1;
	}

	int largestPacket() {
		int largest = 0;
		for (int slot = 0; slot < slots(); slot++) {
			largest = Math.max(largest, this.offsets[slot + 1] - this.offsets[slot]);
		}
		return largest;
	}

	/** Choose the slots to write next. The former choice must have been written. */
	ByteBuffer select(int from, int to) {
		return this.packets.limit(this.offsets[to]).position(this.offsets[from]);
	}

	/** The bytes of one packet. */
	byte[] copy(int slot) {
		byte[] packet = new byte[this.offsets[slot + 1] - this.offsets[slot]];
		this.packets.duplicate().clear().get(this.offsets[slot], packet);
		return packet;
	}

}
