package io.gobridge.mqtt.transport;

import java.util.List;

import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.SubscriptionAck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What becomes of the packets other than PUBLISH that MQTT allows.
 */
class InboundPacketTests {

	private final PacketReader reader = PacketReader.connected();

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			40 02 0001                                       | PUBACK id=1 code=0x0 null
			40 03 ffff 10                                    | PUBACK id=65535 code=0x10 null
			40 04 0001 97 00                                 | PUBACK id=1 code=0x97 null
			40 08 0001 87 04 1f 0001 61                      | PUBACK id=1 code=0x87 a
			50 02 0100                                       | PUBREC id=256 code=0x0 null
			50 03 0001 83                                    | PUBREC id=1 code=0x83 null
			50 0f 0001 91 0b 26 0001 62 0001 63 1f 0001 61   | PUBREC id=1 code=0x91 a
			70 02 0001                                       | PUBCOMP id=1 code=0x0 null
			70 03 0001 92                                    | PUBCOMP id=1 code=0x92 null
			70 12 0001 00 0e 26 0001 62 0001 63 26 0001 62 0001 63 | PUBCOMP id=1 code=0x0 null
			""")
	void answersOfEveryForm(String hex, String answer) throws MalformedPacketException {
		assertThat(this.reader.read(hex)).isZero();
		assertThat(this.reader.answers).containsExactly(answer);
	}

	@Test
	void pubRelOfEveryForm() throws MalformedPacketException {
		this.reader.read("62 02 0001  62 03 0002 92  62 04 0003 00 00  62 08 0004 00 04 1f 0001 61");
		assertThat(this.reader.released).containsExactly(1, 2, 3, 4);
		assertThat(this.reader.answers).isEmpty();
	}

	@Test
	void subAckAndUnsubAck() throws MalformedPacketException {
		this.reader.read("90 06 0001 00 00 02 87  90 08 0002 04 1f 0001 61 80  b0 05 0003 00 00 11  90 03 0004 00");
		assertThat(this.reader.others).containsExactly(
				new SubscriptionAnswer(1, new SubscriptionAck(List.of(0, 2, 0x87), null)),
				new SubscriptionAnswer(2, new SubscriptionAck(List.of(0x80), "a")),
				new SubscriptionAnswer(3, new SubscriptionAck(List.of(0, 0x11), null)),
				new SubscriptionAnswer(4, new SubscriptionAck(List.of(), null)));
	}

	@Test
	void disconnectOfEveryForm() throws MalformedPacketException {
		this.reader.read("e0 00  e0 01 8e  e0 02 8b 00  e0 0a 9d 08 1f 0001 61 1c 0001 62");
		assertThat(this.reader.others).containsExactly(new ServerDisconnect(0, null, null),
				new ServerDisconnect(0x8E, null, null), new ServerDisconnect(0x8B, null, null),
				new ServerDisconnect(0x9D, "a", "b"));
	}

	@Test
	void connAckWithoutProperties() throws MalformedPacketException {
		PacketReader unconnected = PacketReader.unconnected();
		unconnected.read("20 03 00 00 00  d0 00");
		assertThat(unconnected.others).containsExactly(
				new ConnectAnswer(0,
						new ConnAck(false, 65535, 2, true, null, 0, true, true, true, null, null, null, null), null),
				"PINGRESP");
	}

	@Test
	void connAckWithEveryProperty() throws MalformedPacketException {
		PacketReader unconnected = PacketReader.unconnected();
		unconnected.read("20 37 01 00 34 11ffffffff 210014 2401 2500 2700010000 12 0001 63 22000a 1f 0001 61"
				+ "26 0001 62 0001 63 2800 2900 2a00 13003c 1a 0001 64 1c 0001 65");
		assertThat(unconnected.others).hasSize(1);
		ConnectAnswer answer = (ConnectAnswer) unconnected.others.get(0);
		assertThat(answer.accepted()).isTrue();
		assertThat(answer.ack())
			.isEqualTo(new ConnAck(true, 20, 1, false, 65536L, 10, false, false, false, 60, 4_294_967_295L, "c", "a"));
		assertThat(answer.serverReference()).isEqualTo("e");
	}

	@Test
	void connAckOfRefusal() throws MalformedPacketException {
		PacketReader unconnected = PacketReader.unconnected();
		unconnected.read("20 0b 00 9c 08 1f 0001 61 1c 0001 62");
		ConnectAnswer answer = (ConnectAnswer) unconnected.others.get(0);
		assertThat(answer.accepted()).isFalse();
		assertThat(answer.reasonCode()).isEqualTo(0x9C);
		assertThat(answer.ack().reasonString()).isEqualTo("a");
		assertThat(answer.serverReference()).isEqualTo("b");
	}

	@Test
	void theRefusalOfAServerOfMqtt3() throws MalformedPacketException {
		PacketReader unconnected = PacketReader.unconnected();
		unconnected.read("20 02 00 01");
		ConnectAnswer answer = (ConnectAnswer) unconnected.others.get(0);
		assertThat(answer.accepted()).isFalse();
		assertThat(answer.reasonCode()).isEqualTo(0x84);
	}

	@Test
	void theAnnouncedMaximumLeavesRoomForTopicAndProperties() {
		assertThat(PacketFrames.announcedMaximum(262_144)).isEqualTo(262_144 + 131_072);
		assertThat(PacketFrames.announcedMaximum(Integer.MAX_VALUE)).isEqualTo(268_435_460);
	}

}
