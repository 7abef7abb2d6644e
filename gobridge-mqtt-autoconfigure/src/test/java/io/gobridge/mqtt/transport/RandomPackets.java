package io.gobridge.mqtt.transport;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;

/**
 * Generates packets that MQTT allows. The same seed gives the same packets.
 */
final class RandomPackets {

	private static final int[] ALPHABET = ("abcXYZ0189/-_ .$" + "\u00e4\u00ff\u0416\u20ac\u4e2d"
			+ Character.toString(0x1F600))
		.codePoints()
		.toArray();

	private final Random random;

	RandomPackets(long seed) {
		this.random = new Random(seed);
	}

	/**
	 * One message with the subscription identifiers of an inbound packet.
	 */
	record Sample(OutboundPublish publish, int packetId, boolean duplicate, List<Integer> identifiers) {
	}

	Sample sample() {
		int qos = this.random.nextInt(3);
		List<Integer> identifiers = new ArrayList<>();
		while (chance(3)) {
			identifiers.add(1 + this.random.nextInt(chance(2) ? 127 : 268_435_455));
		}
		return new Sample(publish(qos), (qos == 0) ? 0 : 1 + this.random.nextInt(65_535), qos != 0 && chance(2),
				identifiers);
	}

	OutboundPublish publish(int qos) {
		byte[] payload = new byte[this.random.nextInt(chance(20) ? 1000 : 100)];
		this.random.nextBytes(payload);
		UserProperties userProperties = UserProperties.empty();
		while (chance(3)) {
			userProperties = userProperties.and(text(0), text(0));
		}
		return new OutboundPublish(text(1), payload, qos, chance(2), chance(3), chance(3) ? expiry() : null, maybe(0),
				maybe(1), chance(3) ? payload.clone() : null, userProperties);
	}

	String text(int shortest) {
		int length = shortest + this.random.nextInt(chance(10) ? 200 : 20);
		// Half of all strings are ASCII
		int characters = chance(2) ? 16 : ALPHABET.length;
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < length; i++) {
			text.appendCodePoint(ALPHABET[this.random.nextInt(characters)]);
		}
		return text.toString();
	}

	boolean chance(int oneIn) {
		return this.random.nextInt(oneIn) == 0;
	}

	int below(int bound) {
		return this.random.nextInt(bound);
	}

	private Long expiry() {
		return this.random.nextInt() & (chance(2) ? 0xFFFFL : 0x7FFF_FFFFL);
	}

	private @Nullable String maybe(int shortest) {
		return chance(3) ? text(shortest) : null;
	}

}
