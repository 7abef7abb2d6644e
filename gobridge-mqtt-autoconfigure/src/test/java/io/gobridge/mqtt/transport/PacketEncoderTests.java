package io.gobridge.mqtt.transport;

import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The bytes of what we send, and what is refused before a byte of it is written.
 */
class PacketEncoderTests {

	private static final String LONGEST = "a".repeat(65_535);

	@Test
	void answersInTheirShortestForm() {
		assertThat(hex((out) -> PacketEncoder.pubAck(out, 0x1234, 0))).isEqualTo("40021234");
		assertThat(hex((out) -> PacketEncoder.pubAck(out, 65535, 0x87))).isEqualTo("4003ffff87");
		assertThat(hex((out) -> PacketEncoder.pubRec(out, 1, 0))).isEqualTo("50020001");
		assertThat(hex((out) -> PacketEncoder.pubRec(out, 1, 0x80))).isEqualTo("5003000180");
		assertThat(hex((out) -> PacketEncoder.pubRel(out, 1))).isEqualTo("62020001");
		assertThat(hex((out) -> PacketEncoder.pubComp(out, 1, 0))).isEqualTo("70020001");
		assertThat(hex((out) -> PacketEncoder.pubComp(out, 1, 0x92))).isEqualTo("7003000192");
	}

	@Test
	void pingAndDisconnect() {
		assertThat(hex(PacketEncoder::pingReq)).isEqualTo("c000");
		assertThat(hex((out) -> PacketEncoder.disconnect(out, 0))).isEqualTo("e000");
		assertThat(hex((out) -> PacketEncoder.disconnect(out, 0x81))).isEqualTo("e00181");
	}

	@Test
	void subscribeWithOptionsAndIdentifier() {
		assertThat(hex((out) -> PacketEncoder.subscribe(out, 10,
				List.of(new SubscriptionRequest("a/#", 1, true, true, 2),
						new SubscriptionRequest("b", 2, false, false, 0)),
				200)))
			.isEqualTo("8210000a030bc8010003612f232d00016202");
		assertThat(hex(
				(out) -> PacketEncoder.subscribe(out, 10, List.of(new SubscriptionRequest("b", 0, false, true, 1)), 0)))
			.isEqualTo("8207000a0000016218");
	}

	@Test
	void unsubscribe() {
		assertThat(hex((out) -> PacketEncoder.unsubscribe(out, 11, List.of("a/#", "b"))))
			.isEqualTo("a20b000b000003612f23000162");
	}

	@Test
	void publishAtQos0And2() {
		assertThat(hex((out) -> PacketEncoder.publish(out, bare("t", 0, false), 0, false)))
			.isEqualTo("30060001740078" + "79");
		assertThat(hex((out) -> PacketEncoder.publish(out, bare("t", 2, true), 0x1234, true)))
			.isEqualTo("3d08000174123400" + "7879");
	}

	@Test
	void publishWithEveryProperty() {
		OutboundPublish publish = new OutboundPublish("t", new byte[] { 'x' }, 1, false, true, 4_294_967_295L, "c", "r",
				new byte[] { 1, 2 }, UserProperties.empty().and("a", "b").and("a", "\u00e9"));
		assertThat(hex((out) -> PacketEncoder.publish(out, publish, 1, false)))
			.isEqualTo("322a000174000123" + "0101" + "02ffffffff" + "03000163" + "08000172" + "0900020102"
					+ "260001610001" + "62" + "260001610002c3a9" + "78");
		assertThat(PacketEncoder.sizeOf(publish)).isEqualTo(44);
	}

	@Test
	void theConnAckForPahoHasNoLimitOfTheBroker() {
		assertThat(hex((out) -> PacketEncoder.connAck(out, true, 0))).isEqualTo("200601000313" + "0000");
		assertThat(hex((out) -> PacketEncoder.connAck(out, false, 0x87))).isEqualTo("200600870313" + "0000");
	}

	@Test
	void lengthsAtTheirBoundaries() {
		// Remaining Length takes 1, 2, 3 and 4 bytes: 4 bytes of it are not payload.
		for (int length : new int[] { 4, 127, 128, 16_383, 16_384, 2_097_151, 2_097_152 }) {
			OutboundPublish publish = new OutboundPublish("t", new byte[length - 4], 0, false, false, null, null, null,
					null, UserProperties.empty());
			OutboundBuffer out = new OutboundBuffer(1);
			PacketEncoder.publish(out, publish, 0, false);
			assertThat(out.size()).isEqualTo(PacketEncoder.sizeOf(publish));
			int header = (length < 128) ? 2 : (length < 16_384) ? 3 : (length < 2_097_152) ? 4 : 5;
			assertThat(out.size()).isEqualTo(header + length);
		}
	}

	@Test
	void fieldsOfTheLongestKindAreWritten() {
		OutboundPublish publish = new OutboundPublish(LONGEST, new byte[0], 0, false, false, null, LONGEST, LONGEST,
				new byte[65_535], UserProperties.empty().and(LONGEST, LONGEST));
		OutboundBuffer out = new OutboundBuffer(1);
		PacketEncoder.publish(out, publish, 0, false);
		assertThat(out.size()).isEqualTo(PacketEncoder.sizeOf(publish));
	}

	@ParameterizedTest
	@MethodSource("impossible")
	void isRefusedBeforeAByteIsWritten(Consumer<OutboundBuffer> packet, String message) {
		OutboundBuffer out = new OutboundBuffer(8);
		PacketEncoder.pubAck(out, 1, 0);
		assertThatIllegalArgumentException().isThrownBy(() -> packet.accept(out)).withMessageContaining(message);
		assertThat(out.size()).isEqualTo(4);
	}

	static Stream<Object[]> impossible() {
		String tooLong = LONGEST + "a";
		// Within 65535 characters, not within 65535 bytes
		String tooLongEncoded = "\u20ac".repeat(21_846);
		return Stream.of(refused("topic too long", with(tooLong, null, null, null, null), "topic takes 65536 bytes"),
				refused("topic too long when encoded", with(tooLongEncoded, null, null, null, null), "65538 bytes"),
				refused("empty topic", with("", null, null, null, null), "topic is empty"),
				refused("topic with +", with("a/+", null, null, null, null), "wildcard"),
				refused("topic with #", with("#", null, null, null, null), "wildcard"),
				refused("topic with U+0000", with("a\u0000", null, null, null, null), "U+0000 at index 1"),
				refused("topic with a high surrogate", with("a\ud83d", null, null, null, null), "surrogate at index 1"),
				refused("topic with a low surrogate", with("\ude00", null, null, null, null), "surrogate at index 0"),
				refused("topic with two high ones", with("\ud83d\ud83d", null, null, null, null),
						"surrogate at index 0"),
				refused("content type", with("t", tooLong, null, null, null), "content type takes 65536"),
				refused("response topic", with("t", null, "r/#", null, null), "response topic has a wildcard"),
				refused("empty response topic", with("t", null, "", null, null), "response topic is empty"),
				refused("correlation data", with("t", null, null, new byte[65_536], null), "correlation data is 65536"),
				refused("user property name", with("t", null, null, null, UserProperties.empty().and("\u0000", "a")),
						"name of a user property has U+0000"),
				refused("user property value", with("t", null, null, null, UserProperties.empty().and("a", tooLong)),
						"value of a user property takes 65536"),
				refused("negative expiry", expiry(-1), "Message expiry of -1"),
				refused("expiry above four bytes", expiry(4_294_967_296L), "Message expiry of 4294967296"),
				refused("QoS 3", (out) -> PacketEncoder.publish(out, bare("t", 3, false), 1, false), "QoS 3"),
				refused("packet id 0", (out) -> PacketEncoder.publish(out, bare("t", 1, false), 0, false),
						"identifier 0"),
				refused("packet id 65536", (out) -> PacketEncoder.publish(out, bare("t", 1, false), 65_536, false),
						"65536"),
				refused("packet id at QoS 0", (out) -> PacketEncoder.publish(out, bare("t", 0, false), 1, false),
						"QoS 0"),
				refused("DUP at QoS 0", (out) -> PacketEncoder.publish(out, bare("t", 0, false), 0, true), "QoS 0"),
				refused("PUBACK of 0", (out) -> PacketEncoder.pubAck(out, 0, 0), "identifier 0"),
				refused("no filter", (out) -> PacketEncoder.subscribe(out, 1, List.of(), 0), "no topic filter"),
				refused("no filter to remove", (out) -> PacketEncoder.unsubscribe(out, 1, List.of()),
						"no topic filter"),
				refused("empty filter", (out) -> PacketEncoder.unsubscribe(out, 1, List.of("a", "")),
						"filter is empty"),
				refused("identifier too large",
						(out) -> PacketEncoder.subscribe(out, 1, List.of(filter("a", 0, 0)), 268_435_456), "268435456"),
				refused("filter at QoS 3", (out) -> PacketEncoder.subscribe(out, 1, List.of(filter("a", 3, 0)), 1),
						"QoS 3"),
				refused("retain handling 3", (out) -> PacketEncoder.subscribe(out, 1, List.of(filter("a", 0, 3)), 1),
						"Retain handling 3"),
				refused("last filter too long",
						(out) -> PacketEncoder.subscribe(out, 1, List.of(filter("a", 0, 0), filter(tooLong, 0, 0)), 1),
						"filter takes 65536"));
	}

	@Test
	void aPacketAboveTheProtocolLimitIsRefused() {
		// 2048 entries of 131072 bytes, one string for all
		UserProperties.Entry entry = new UserProperties.Entry(LONGEST, LONGEST);
		UserProperties many = UserProperties.of(Collections.nCopies(2048, entry));
		OutboundPublish publish = new OutboundPublish("t", new byte[0], 0, false, false, null, null, null, null, many);
		assertThatIllegalArgumentException().isThrownBy(() -> PacketEncoder.sizeOf(publish))
			.withMessageContaining("268435455");
	}

	@Test
	void aBufferGrowsAndGivesAVeryLargeArrayBack() {
		OutboundBuffer out = new OutboundBuffer(1);
		PacketEncoder.publish(out, new OutboundPublish("t", new byte[1 << 20], 0, false, false, null, null, null, null,
				UserProperties.empty()), 0, false);
		assertThat(out.array().length).isGreaterThan(1 << 20);
		out.clear();
		assertThat(out.isEmpty()).isTrue();
		assertThat(out.array()).hasSize(256 * 1024);
	}

	private static Object[] refused(String what, Consumer<OutboundBuffer> packet, String message) {
		return new Object[] { Named.of(what, packet), message };
	}

	private static Consumer<OutboundBuffer> with(String topic, @Nullable String contentType,
			@Nullable String responseTopic, byte @Nullable [] correlationData,
			@Nullable UserProperties userProperties) {
		OutboundPublish publish = new OutboundPublish(topic, new byte[1], 0, false, false, null, contentType,
				responseTopic, correlationData, (userProperties != null) ? userProperties : UserProperties.empty());
		return (out) -> PacketEncoder.publish(out, publish, 0, false);
	}

	private static Consumer<OutboundBuffer> expiry(long seconds) {
		OutboundPublish publish = new OutboundPublish("t", new byte[1], 0, false, false, seconds, null, null, null,
				UserProperties.empty());
		return (out) -> PacketEncoder.publish(out, publish, 0, false);
	}

	private static SubscriptionRequest filter(String filter, int qos, int retainHandling) {
		return new SubscriptionRequest(filter, qos, false, false, retainHandling);
	}

	private static OutboundPublish bare(String topic, int qos, boolean retain) {
		return new OutboundPublish(topic, new byte[] { 'x', 'y' }, qos, retain, false, null, null, null, null,
				UserProperties.empty());
	}

	private static String hex(Consumer<OutboundBuffer> packet) {
		OutboundBuffer out = new OutboundBuffer(1);
		packet.accept(out);
		return HexFormat.of().formatHex(Arrays.copyOf(out.array(), out.size()));
	}

}
