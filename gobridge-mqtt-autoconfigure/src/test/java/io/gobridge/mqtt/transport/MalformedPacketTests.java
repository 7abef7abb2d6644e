package io.gobridge.mqtt.transport;

import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * What a broker must not send, and the reason code that each of it ends the connection
 * with. {@code 0001 74} is the topic {@code t}, {@code 78} the payload {@code x}.
 */
class MalformedPacketTests {

	@ParameterizedTest(name = "{0}")
	@CsvSource(delimiter = '|', textBlock = """
			# Fixed header
			reserved type 0                     | 00 00                               | 81
			CONNECT                             | 10 00                               | 82
			SUBSCRIBE                           | 82 00                               | 82
			UNSUBSCRIBE                         | a2 00                               | 82
			PINGREQ                             | c0 00                               | 82
			AUTH without enhanced authentication| f0 02 18 00                         | 82
			AUTH with flags                     | f1 00                               | 81
			PUBACK with flags                   | 41 02 0001                          | 81
			PUBREC with flags                   | 52 02 0001                          | 81
			PUBREL without flags                | 60 02 0001                          | 81
			PUBREL with other flags             | 66 02 0001                          | 81
			PUBCOMP with flags                  | 78 02 0001                          | 81
			SUBACK with flags                   | 94 04 0001 00 00                    | 81
			UNSUBACK with flags                 | b2 04 0001 00 00                    | 81
			PINGRESP with flags                 | d1 00                               | 81
			DISCONNECT with flags               | e8 00                               | 81
			PINGRESP with a body                | d0 01 00                            | 81
			PUBLISH with QoS 3                  | 36 07 0001 74 0001 00 78            | 81
			PUBLISH with DUP at QoS 0           | 38 05 0001 74 00 78                 | 81
			length of five bytes                | 30 80 80 80 80 01                   | 81
			length of 0 in two bytes            | 30 80 00                            | 81
			length of 5 in two bytes            | 30 85 00 0001 74 00 78              | 81
			length of 5 in four bytes           | 30 85 80 80 00 0001 74 00 78        | 81
			one above the announced maximum     | 30 fd 87 08                         | 95
			the largest length there is         | 30 ff ff ff 7f                      | 95
			large PUBACK                        | 40 ff ff ff 7f                      | 95
			second CONNACK                      | 20 03 00 00 00                      | 82
			# PUBLISH: structure
			empty body                          | 30 00                               | 81
			half a topic length                 | 30 01 00                            | 81
			nothing behind the topic            | 30 03 0001 74                       | 81
			topic longer than the body          | 30 05 0004 74 00 78                 | 81
			topic longer than the body by far   | 30 05 ffff 74 00 78                 | 81
			half a packet identifier            | 32 04 0001 74 00                    | 81
			nothing behind the identifier       | 32 05 0001 74 0001                  | 81
			packet id 0 at QoS 1                | 32 07 0001 74 0000 00 78            | 81
			packet id 0 at QoS 2                | 34 07 0001 74 0000 00 78            | 81
			empty topic                         | 30 04 0000 00 78                    | 82
			topic with #                        | 30 07 0003 74 2f 23 00 78           | 81
			topic with +                        | 30 07 0003 2b 2f 74 00 78           | 81
			# Strings
			topic with U+0000                   | 30 06 0002 74 00 00 78              | 81
			topic with a lone continuation byte | 30 05 0001 80 00 78                 | 81
			topic with 0xFF                     | 30 05 0001 ff 00 78                 | 81
			topic with half a sequence of two   | 30 05 0001 c3 00 78                 | 81
			topic with an overlong slash        | 30 06 0002 c0af 00 78               | 81
			topic with an overlong U+0000       | 30 06 0002 c080 00 78               | 81
			topic with an overlong form of 3    | 30 07 0003 e09fbf 00 78             | 81
			topic with an overlong form of 4    | 30 08 0004 f08fbfbf 00 78           | 81
			topic with a high surrogate         | 30 07 0003 eda080 00 78             | 81
			topic with a surrogate pair         | 30 0a 0006 eda0bdedb880 00 78       | 81
			topic above U+10FFFF                | 30 08 0004 f4908080 00 78           | 81
			topic with a cut sequence of three  | 30 06 0002 e282 00 78               | 81
			topic with a cut sequence of four   | 30 07 0003 f09f98 00 78             | 81
			topic with a bad third byte         | 30 07 0003 e28228 00 78             | 81
			topic with a bad fourth byte        | 30 08 0004 f09f9828 00 78           | 81
			bad byte in a long topic            | 30 0e 000a 6162636465666768 80 69 00 78 | 81
			U+0000 in a long topic              | 30 0e 000a 6162630065666768 68 69 00 78 | 81
			# PUBLISH: properties
			property length past the end        | 30 05 0001 74 03 01                 | 81
			property length past by far         | 30 08 0001 74 ffffff7f 78           | 81
			property length of five bytes       | 30 09 0001 74 8080808001 78         | 81
			property length in two bytes        | 30 06 0001 74 8000 78               | 81
			half a property length              | 30 04 0001 74 80                    | 81
			property 0                          | 30 06 0001 74 02 0001               | 81
			unknown property 4                  | 30 06 0001 74 02 0401               | 81
			unknown property 43                 | 30 06 0001 74 02 2b01               | 81
			unknown property 127                | 30 06 0001 74 02 7f01               | 81
			identifier of two bytes             | 30 07 0001 74 03 810001             | 81
			Session Expiry in a PUBLISH         | 30 09 0001 74 05 1100000001         | 81
			Reason String in a PUBLISH          | 30 08 0001 74 04 1f 0001 61         | 81
			Maximum QoS in a PUBLISH            | 30 06 0001 74 02 2401               | 81
			payload format twice                | 30 08 0001 74 04 0101 0101          | 82
			message expiry twice                | 30 0e 0001 74 0a 0200000001 0200000001 | 82
			content type twice                  | 30 0c 0001 74 08 03 0001 61 03 0001 61 | 82
			response topic twice                | 30 0c 0001 74 08 08 0001 61 08 0001 61 | 82
			correlation data twice              | 30 0c 0001 74 08 09 0001 61 09 0001 61 | 82
			payload format 2                    | 30 06 0001 74 02 0102               | 82
			payload format cut                  | 30 05 0001 74 01 01                 | 81
			message expiry cut                  | 30 08 0001 74 04 02000000           | 81
			content type past the properties    | 30 09 0001 74 04 03 0002 61 78      | 81
			content type with half a length     | 30 06 0001 74 02 0300               | 81
			content type with bad UTF-8         | 30 08 0001 74 04 03 0001 80         | 81
			response topic with #               | 30 08 0001 74 04 08 0001 23         | 81
			response topic with +               | 30 08 0001 74 04 08 0001 2b         | 81
			response topic with bad UTF-8       | 30 08 0001 74 04 08 0001 c0         | 81
			correlation data past the properties| 30 09 0001 74 04 09 0002 61 78      | 81
			user property without a value       | 30 08 0001 74 04 26 0001 61         | 81
			user property name with bad UTF-8   | 30 0b 0001 74 07 26 0001 80 0001 61 | 81
			user property value with U+0000     | 30 0b 0001 74 07 26 0001 61 0001 00 | 81
			subscription identifier 0           | 30 06 0001 74 02 0b00               | 82
			subscription identifier in two bytes| 30 07 0001 74 03 0b8100             | 81
			subscription identifier of five     | 30 0a 0001 74 06 0b8080808001       | 81
			topic alias                         | 30 07 0001 74 03 230001             | 94
			topic alias 0                       | 30 07 0001 74 03 230000             | 94
			topic alias with an empty topic     | 30 06 0000 03 230001                | 94
			# Answers
			PUBACK without an identifier        | 40 00                               | 81
			PUBREC with half an identifier      | 50 01 00                            | 81
			PUBACK with packet id 0             | 40 02 0000                          | 81
			PUBREC with packet id 0             | 50 02 0000                          | 81
			PUBREL with packet id 0             | 62 02 0000                          | 81
			PUBCOMP with packet id 0            | 70 02 0000                          | 81
			PUBACK with a code of PUBREL        | 40 03 0001 92                       | 81
			PUBREL with a code of PUBACK        | 62 03 0001 10                       | 81
			PUBCOMP with an unknown code        | 70 03 0001 ff                       | 81
			PUBACK with a property of PUBLISH   | 40 06 0001 00 02 0101               | 81
			PUBACK with two reason strings      | 40 0c 0001 00 08 1f 0001 61 1f 0001 61 | 82
			PUBACK with bytes behind            | 40 05 0001 00 00 00                 | 81
			PUBACK with a length past the end   | 40 04 0001 00 01                    | 81
			# SUBACK, UNSUBACK
			SUBACK without properties           | 90 02 0001                          | 81
			SUBACK with packet id 0             | 90 04 0000 00 00                    | 81
			SUBACK with a code of UNSUBACK      | 90 04 0001 00 11                    | 81
			UNSUBACK with a code of SUBACK      | b0 04 0001 00 01                    | 81
			SUBACK with a server reference      | 90 08 0001 04 1c 0001 61 00         | 81
			# DISCONNECT
			DISCONNECT with a client's code     | e0 01 04                            | 81
			DISCONNECT with an unknown code     | e0 01 01                            | 81
			DISCONNECT with session expiry      | e0 07 8b 05 1100000001              | 81
			DISCONNECT with bytes behind        | e0 03 8b 00 00                      | 81
			""")
	void isRefusedWithItsReasonCode(String what, String hex, String reasonCode) {
		PacketReader reader = PacketReader.connected();
		assertRefused(reader, hex, reasonCode);
		assertThat(reader.isSilent()).isTrue();
	}

	@ParameterizedTest(name = "{0}")
	@CsvSource(delimiter = '|', textBlock = """
			empty                               | 20 00                               | 81
			cut                                 | 20 01 00                            | 81
			without properties                  | 20 02 00 00                         | 81
			flags above 1                       | 20 03 02 00 00                      | 81
			unknown code                        | 20 03 00 01 00                      | 81
			session present with an error       | 20 03 01 87 00                      | 82
			bytes behind                        | 20 04 00 00 00 00                   | 81
			receive maximum 0                   | 20 06 00 00 03 210000               | 82
			receive maximum twice               | 20 09 00 00 06 210001 210001        | 82
			maximum QoS 2                       | 20 05 00 00 02 2402                 | 82
			retain available 2                  | 20 05 00 00 02 2502                 | 82
			maximum packet size 0               | 20 08 00 00 05 2700000000           | 82
			wildcards available 2               | 20 05 00 00 02 2802                 | 82
			identifiers available 2             | 20 05 00 00 02 2902                 | 82
			shared available 2                  | 20 05 00 00 02 2a02                 | 82
			authentication method               | 20 07 00 00 04 15 0001 61           | 81
			property of PUBLISH                 | 20 05 00 00 02 0101                 | 81
			PUBLISH before it                   | 30 05 0001 74 00 78                 | 82
			PINGRESP before it                  | d0 00                               | 82
			DISCONNECT before it                | e0 01 8b                            | 82
			AUTH before it                      | f0 00                               | 82
			""")
	void connAckIsRefusedWithItsReasonCode(String what, String hex, String reasonCode) {
		PacketReader reader = PacketReader.unconnected();
		assertRefused(reader, hex, reasonCode);
		assertThat(reader.isSilent()).isTrue();
	}

	@Test
	void theHeaderAloneIsEnoughToRefuse() {
		// Nothing but the header has come, so nobody made room for the body.
		assertRefused(PacketReader.connected(), "36", "81");
		assertRefused(PacketReader.connected(), "10", "82");
		assertRefused(PacketReader.connected(), "30ffffff7f", "95");
		assertRefused(PacketReader.connected(), "3080808080", "81");
	}

	@Test
	void aBadPropertyBehindValidOnesIsFoundBeforeAnyDelivery() throws MalformedPacketException {
		PacketReader reader = PacketReader.connected();
		assertThat(reader.read("30 05 0001 74 00 78")).isZero();
		assertRefused(reader, "30 05 0001 74 00 79  30 0a 0001 74 06 0101 0b05 0b00 7a", "82");
		assertThat(reader.publishes).hasSize(2);
	}

	@Test
	void aTopicThatWasValidOnceIsNotTrustedInOtherBytes() throws MalformedPacketException {
		PacketReader reader = PacketReader.connected();
		reader.read("30 05 0001 74 00 78 30 05 0001 74 00 78");
		assertRefused(reader, "30 05 0001 ff 00 78", "81");
		assertRefused(reader, "30 05 0001 2b 00 78", "81");
		assertThat(reader.publishes).hasSize(2);
	}

	@Test
	void aPacketThatIsCutAnywhereIsWaitedForAndNotRefused() throws MalformedPacketException {
		byte[] packet = PacketReader.bytes("3d 19 0001 74 ffff 12 0101 0200000001 0b8101 26 0001 61 0001 62 78");
		packet[1] = (byte) (packet.length - 2);
		packet[7] = (byte) (packet.length - 2 - 3 - 2 - 1 - 1);
		for (int length = 0; length < packet.length; length++) {
			PacketReader reader = PacketReader.connected();
			assertThat(reader.read(Arrays.copyOf(packet, length))).isEqualTo(length);
			assertThat(reader.isSilent()).isTrue();
		}
		PacketReader reader = PacketReader.connected();
		assertThat(reader.read(packet)).isZero();
		assertThat(reader.only().packetId()).isEqualTo(65535);
	}

	@Test
	void theMessageHasNeitherTopicNorPayload() {
		// The topic "secret/+" and the payload "hidden"
		MalformedPacketException wildcard = refused(PacketReader.connected(),
				"30 11 0008 7365637265742f2b 00 68696464656e");
		assertThat(wildcard.getMessage()).isNotBlank().doesNotContain("secret", "hidden");
		MalformedPacketException tooLarge = refused(PacketReader.connected(), "30 fd 87 08");
		assertThat(tooLarge)
			.hasMessage("Packet of 132097 bytes is above the announced Maximum Packet Size of " + "132096 bytes");
	}

	@Test
	void exactlyTheAnnouncedMaximumIsNotRefused() throws MalformedPacketException {
		PacketReader reader = PacketReader.connected();
		assertThat(reader.read("30 fc 87 08")).isEqualTo(4);
	}

	private static void assertRefused(PacketReader reader, String hex, String reasonCode) {
		assertThatExceptionOfType(MalformedPacketException.class).isThrownBy(() -> reader.read(hex))
			.satisfies((ex) -> assertThat(Integer.toHexString(ex.reasonCode())).isEqualTo(reasonCode));
	}

	private static MalformedPacketException refused(PacketReader reader, String hex) {
		MalformedPacketException refusal = catchThrowableOfType(MalformedPacketException.class, () -> reader.read(hex));
		assertThat(refusal).isNotNull();
		return refusal;
	}

}
