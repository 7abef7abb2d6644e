package io.gobridge.mqtt.transport;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.OutboundPublish;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What becomes of PUBLISH packets that MQTT allows.
 */
class PublishDecoderTests {

	private final PacketReader reader = PacketReader.connected();

	@Test
	void withoutProperties() throws MalformedPacketException {
		assertThat(this.reader.read("30 06 0001 74 00 7879")).isZero();
		MqttDelivery delivery = this.reader.only().delivery();
		assertThat(this.reader.only().packetId()).isZero();
		assertThat(this.reader.only().identifiers()).isEmpty();
		assertThat(delivery.topic()).isEqualTo("t");
		assertThat(delivery.payload()).asString(StandardCharsets.UTF_8).isEqualTo("xy");
		assertThat(delivery.qos()).isZero();
		assertThat(delivery.retained()).isFalse();
		assertThat(delivery.duplicate()).isFalse();
		assertThat(delivery.contentType()).isNull();
		assertThat(delivery.responseTopic()).isNull();
		assertThat(delivery.correlationData()).isNull();
		assertThat(delivery.messageExpiry()).isNull();
		assertThat(delivery.payloadIsUtf8()).isFalse();
		assertThat(delivery.userProperties()).isEqualTo(UserProperties.empty());
		assertThat(delivery.subscriptionIdentifiers()).isEmpty();
		assertThat(delivery.session()).isEqualTo("main");
		assertThat(delivery.receivedAt()).isEqualTo(Instant.ofEpochMilli(1_700_000_000_123L));
		assertThat(delivery).hasToString("MqttDelivery[t, qos=0, 2 bytes]");
	}

	@Test
	void withEveryPropertyAndFlag() throws MalformedPacketException {
		this.reader.read("3d 30 0001 74 ffff 29 0101 02ffffffff 03 0001 63 08 0001 72 09 0002 00ff 0b05 0bffffff7f"
				+ "26 0001 61 0001 62 26 0001 61 0001 63 78");
		MqttDelivery delivery = this.reader.only().delivery();
		assertThat(this.reader.only().packetId()).isEqualTo(65535);
		assertThat(this.reader.only().identifiers()).containsExactly(5, 268_435_455);
		assertThat(delivery.qos()).isEqualTo(2);
		assertThat(delivery.retained()).isTrue();
		assertThat(delivery.duplicate()).isTrue();
		assertThat(delivery.payloadIsUtf8()).isTrue();
		assertThat(delivery.messageExpiry()).isEqualTo(Duration.ofSeconds(4_294_967_295L));
		assertThat(delivery.contentType()).isEqualTo("c");
		assertThat(delivery.responseTopic()).isEqualTo("r");
		assertThat(delivery.correlationData()).containsExactly(0x00, 0xFF);
		assertThat(delivery.userProperties()).containsExactly(new UserProperties.Entry("a", "b"),
				new UserProperties.Entry("a", "c"));
		assertThat(delivery.subscriptionIdentifiers()).containsExactly(5, 268_435_455);
		assertThat(delivery.payload()).asString(StandardCharsets.UTF_8).isEqualTo("x");
	}

	@Test
	void severalPacketsOfAReadAndThePartOfOne() throws MalformedPacketException {
		int left = this.reader.read("30 05 0001 74 00 78  d0 00  32 07 0001 75 0002 00 79  30 05 00");
		assertThat(left).isEqualTo(3);
		assertThat(this.reader.publishes).extracting((arrival) -> arrival.delivery().topic()).containsExactly("t", "u");
		assertThat(this.reader.others).containsExactly("PINGRESP");
	}

	@Test
	void nothingOfTheBufferIsKept() throws MalformedPacketException {
		byte[] buffer = PacketReader.bytes("30 0d 0001 74 07 26 0001 61 0001 62 7879");
		buffer[1] = (byte) (buffer.length - 2);
		this.reader.read(buffer);
		Arrays.fill(buffer, (byte) '!');
		MqttDelivery delivery = this.reader.only().delivery();
		assertThat(delivery.topic()).isEqualTo("t");
		assertThat(delivery.userProperties()).containsExactly(new UserProperties.Entry("a", "b"));
		assertThat(delivery.payload()).asString(StandardCharsets.UTF_8).isEqualTo("xy");
	}

	@Test
	void textOfAllLengthsOfUtf8IsKeptAsItIs() throws MalformedPacketException {
		// One to four bytes, the first and last of each length, a BOM and a non-character
		String topic = "\u0001\u007f\u0080\u07ff\u0800\ud7ff\ue000\ufeff\uffff" + Character.toString(0x10000)
				+ Character.toString(0x10FFFF) + "abcdefghijk";
		this.reader.read(encode(new OutboundPublish(topic, new byte[0], 0, false, false, null, topic, topic, null,
				UserProperties.empty().and(topic, topic)), 0));
		MqttDelivery delivery = this.reader.only().delivery();
		assertThat(delivery.topic()).isEqualTo(topic);
		assertThat(delivery.contentType()).isEqualTo(topic);
		assertThat(delivery.responseTopic()).isEqualTo(topic);
		assertThat(delivery.userProperties()).containsExactly(new UserProperties.Entry(topic, topic));
	}

	@Test
	void aTopicThatComesAgainIsTheSameString() throws MalformedPacketException {
		this.reader.read("30 05 0001 74 00 78  30 05 0001 74 00 79");
		assertThat(this.reader.publishes.get(1).delivery().topic())
			.isSameAs(this.reader.publishes.get(0).delivery().topic());
	}

	@Test
	void manyTopicsAreNeverMixedUp() throws MalformedPacketException {
		List<String> topics = new ArrayList<>();
		for (int round = 0; round < 3; round++) {
			for (int i = 0; i < 5000; i++) {
				String topic = "site/" + i + ((i % 10 == 0) ? "/" + "long".repeat(50) : "/t");
				topics.add(topic);
				this.reader.read(encode(publish(topic, 1), 0));
			}
		}
		assertThat(this.reader.publishes).extracting((arrival) -> arrival.delivery().topic())
			.containsExactlyElementsOf(topics);
	}

	@Test
	void thePayloadCapIsInclusive() throws MalformedPacketException {
		this.reader.read(encode(publish("t", PacketReader.MAX_PAYLOAD_SIZE), 0));
		assertThat(this.reader.only().delivery().payload()).hasSize(PacketReader.MAX_PAYLOAD_SIZE);
		this.reader.read(encode(publish("t", PacketReader.MAX_PAYLOAD_SIZE + 1), 0));
		this.reader.read(encode(new OutboundPublish("t", new byte[PacketReader.MAX_PAYLOAD_SIZE + 1], 2, false, false,
				null, null, null, null, UserProperties.empty()), 77));
		assertThat(this.reader.publishes).hasSize(1);
		assertThat(this.reader.poisons).containsExactly("PAYLOAD qos=0 id=0", "PAYLOAD qos=2 id=77");
	}

	@Test
	void noMoreThan128UserProperties() throws MalformedPacketException {
		this.reader.read(encode(withUserProperties(128, "b"), 1));
		assertThat(this.reader.only().delivery().userProperties().size()).isEqualTo(128);
		this.reader.read(encode(withUserProperties(129, "b"), 2));
		this.reader.read(encode(withUserProperties(5000, "b"), 3));
		assertThat(this.reader.publishes).hasSize(1);
		assertThat(this.reader.poisons).containsExactly("USER_PROPERTIES qos=1 id=2", "USER_PROPERTIES qos=1 id=3");
	}

	@Test
	void topicAndPropertiesOf128KibAndNoMore() throws MalformedPacketException {
		// Two user properties with 5 bytes of overhead each, a topic of one byte.
		int room = PacketFrames.MAXIMUM_METADATA - 1 - 3 * 6;
		this.reader.read(encode(withUserProperties(3, "b".repeat(room / 3)), 1));
		int left = PacketFrames.MAXIMUM_METADATA - 1 - 3 * (6 + room / 3);
		assertThat(this.reader.publishes).hasSize(1);
		String longer = "t".repeat(1 + left);
		this.reader.read(encode(withUserProperties(longer, 3, "b".repeat(room / 3)), 2));
		assertThat(this.reader.publishes).hasSize(2);
		this.reader.read(encode(withUserProperties(longer + "t", 3, "b".repeat(room / 3)), 3));
		assertThat(this.reader.publishes).hasSize(2);
		assertThat(this.reader.poisons).containsExactly("METADATA qos=1 id=3");
	}

	@Test
	void whatIsOverACapIsStillChecked() {
		byte[] packet = encode(publish("t", PacketReader.MAX_PAYLOAD_SIZE + 1), 0);
		packet[5] = '+';
		assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> this.reader.read(packet));
		assertThat(this.reader.isSilent()).isTrue();
	}

	@Test
	void oneIdentifierIsSharedAndManyAreKeptInOrder() throws MalformedPacketException {
		this.reader.read("30 07 0001 74 02 0b07 78  30 07 0001 74 02 0b07 79  30 0b 0001 74 06 0b09 0b07 0b08 7a");
		assertThat(this.reader.publishes.get(0).identifiers()).containsExactly(7)
			.isSameAs(this.reader.publishes.get(1).identifiers());
		assertThat(this.reader.publishes.get(2).identifiers()).containsExactly(9, 7, 8);
		assertThat(this.reader.publishes.get(2).delivery().subscriptionIdentifiers()).containsExactly(9, 7, 8);
	}

	private static OutboundPublish publish(String topic, int size) {
		return new OutboundPublish(topic, new byte[size], 0, false, false, null, null, null, null,
				UserProperties.empty());
	}

	private static OutboundPublish withUserProperties(int count, String value) {
		return withUserProperties("t", count, value);
	}

	private static OutboundPublish withUserProperties(String topic, int count, String value) {
		List<UserProperties.Entry> entries = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			entries.add(new UserProperties.Entry("a", value));
		}
		return new OutboundPublish(topic, new byte[1], 1, false, false, null, null, null, null,
				UserProperties.of(entries));
	}

	private static byte[] encode(OutboundPublish publish, int packetId) {
		OutboundBuffer out = new OutboundBuffer(16);
		PacketEncoder.publish(out, publish, packetId, false);
		return Arrays.copyOf(out.array(), out.size());
	}

}
