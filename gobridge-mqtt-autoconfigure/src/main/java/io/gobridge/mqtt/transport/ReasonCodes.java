package io.gobridge.mqtt.transport;

import java.util.BitSet;
import java.util.Locale;

/**
 * The reason codes that a packet type may carry (MQTT 5, section 2.4).
 */
final class ReasonCodes {

	static final int SUCCESS = 0x00;

	static final int UNSUPPORTED_PROTOCOL_VERSION = 0x84;

	/** PUBACK and PUBREC. */
	static final ReasonCodes PUBLISH_RECEIVED = of(0x00, 0x10, 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99);

	/** PUBREL and PUBCOMP. */
	static final ReasonCodes PUBLISH_RELEASED = of(0x00, 0x92);

	static final ReasonCodes CONNACK = of(0x00, 0x80, 0x81, 0x82, 0x83, 0x84, 0x85, 0x86, 0x87, 0x88, 0x89, 0x8A, 0x8C,
			0x90, 0x95, 0x97, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9F);

	static final ReasonCodes SUBACK = of(0x00, 0x01, 0x02, 0x80, 0x83, 0x87, 0x8F, 0x91, 0x97, 0x9E, 0xA1, 0xA2);

	static final ReasonCodes UNSUBACK = of(0x00, 0x11, 0x80, 0x83, 0x87, 0x8F, 0x91);

	/** DISCONNECT, as far as a server may send it. */
	static final ReasonCodes SERVER_DISCONNECT = of(0x00, 0x80, 0x81, 0x82, 0x83, 0x87, 0x89, 0x8B, 0x8D, 0x8E, 0x8F,
			0x90, 0x93, 0x94, 0x95, 0x96, 0x97, 0x98, 0x99, 0x9A, 0x9B, 0x9C, 0x9D, 0x9E, 0x9F, 0xA0, 0xA1, 0xA2);

	private final BitSet codes = new BitSet(256);

	private ReasonCodes() {
	}

	private static ReasonCodes of(int... codes) {
		ReasonCodes set = new ReasonCodes();
		for (int code : codes) {
			set.codes.set(code);
		}
		return set;
	}

	/**
	 * Refuses a code that is not in this set.
	 * @param code the code
	 * @return the code
	 * @throws MalformedPacketException if the packet must not carry it
	 */
	int check(int code) throws MalformedPacketException {
		if (!this.codes.get(code)) {
			throw MalformedPacketException.malformed("Reason code 0x"
					+ Integer.toHexString(code).toUpperCase(Locale.ROOT) + " is not allowed in this packet");
		}
		return code;
	}

}
