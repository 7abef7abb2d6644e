package io.gobridge.mqtt.transport;

/**
 * Finds the packets in the bytes that came from the broker: reads the fixed header (MQTT
 * 5, section 2.1) and refuses what can be refused by it, before the caller makes room for
 * the body. Keeps no bytes, so the same header may be read again when more has come. Used
 * by one thread.
 */
final class PacketFrames {

	/** The answer of {@link #read} where not even the fixed header is complete. */
	static final int INCOMPLETE = 0;

	/** Topic and properties of a PUBLISH together, beyond the payload. */
	static final int MAXIMUM_METADATA = 131_072;

	/** The largest packet that MQTT allows: five bytes of header, four of them length. */
	private static final int PROTOCOL_MAXIMUM = 268_435_455 + 5;

	private static final byte ALLOWED = 0;

	private static final byte RESERVED_TYPE = 1;

	private static final byte FOREIGN_TYPE = 2;

	private static final byte RESERVED_FLAGS = 3;

	private static final byte QOS_3 = 4;

	private static final byte DUPLICATE_AT_QOS_0 = 5;

	private static final byte[] VERDICTS = verdicts();

	private final int maximumPacketSize;

	private boolean connected;

	private int headerLength;

	/**
	 * Frames the packets of one connection.
	 * @param maximumPacketSize the Maximum Packet Size that our CONNECT announced
	 */
	PacketFrames(int maximumPacketSize) {
		this.maximumPacketSize = maximumPacketSize;
	}

	/**
	 * Returns the Maximum Packet Size to announce for a payload cap: it leaves room for
	 * topic and properties.
	 * @param maxPayloadSize the largest payload in bytes
	 * @return the size in bytes, within what MQTT allows
	 */
	static int announcedMaximum(int maxPayloadSize) {
		return (int) Math.min((long) maxPayloadSize + MAXIMUM_METADATA, PROTOCOL_MAXIMUM);
	}

	/**
	 * From now on everything but a CONNACK is expected; before it was only a CONNACK.
	 */
	void connected() {
		this.connected = true;
	}

	/**
	 * Reads a fixed header.
	 * @param buffer the bytes
	 * @param start the index of the first byte of the packet
	 * @param end the index behind the last byte that has come
	 * @return the size of the whole packet, which may be more than has come, or
	 * {@link #INCOMPLETE}
	 * @throws MalformedPacketException if this header must not come
	 */
	int read(byte[] buffer, int start, int end) throws MalformedPacketException {
		if (start >= end) {
			return INCOMPLETE;
		}
		int header = buffer[start] & 0xFF;
		checkHeader(header);
		int position = start + 1;
		int length = 0;
		int shift = 0;
		int digit;
		do {
			if (shift == 28) {
				throw MalformedPacketException.malformed("Remaining Length of more than four bytes");
			}
			if (position >= end) {
				return INCOMPLETE;
			}
			digit = buffer[position++];
			length |= (digit & 0x7F) << shift;
			shift += 7;
		}
		while (digit < 0);
		if (digit == 0 && shift > 7) {
			throw MalformedPacketException.malformed("Remaining Length in more bytes than needed");
		}
		int size = position - start + length;
		if (size > this.maximumPacketSize) {
			throw new MalformedPacketException(MalformedPacketException.PACKET_TOO_LARGE, "Packet of " + size
					+ " bytes is above the announced Maximum Packet Size of " + this.maximumPacketSize + " bytes");
		}
		if (length != 0 && PacketType.of(header) == PacketType.PINGRESP) {
			throw MalformedPacketException.malformed("PINGRESP with a body of " + length + " bytes");
		}
		this.headerLength = position - start;
		return size;
	}

	/**
	 * Returns the size of the fixed header that was read last.
	 * @return 2 to 5
	 */
	int headerLength() {
		return this.headerLength;
	}

	private void checkHeader(int header) throws MalformedPacketException {
		byte verdict = VERDICTS[header];
		if (verdict != ALLOWED) {
			throw refusal(verdict, header);
		}
		boolean connAck = PacketType.of(header) == PacketType.CONNACK;
		if (connAck == this.connected) {
			throw MalformedPacketException.protocolError(
					connAck ? "Second CONNACK" : "Packet of type " + PacketType.of(header) + " before the CONNACK");
		}
	}

	private static MalformedPacketException refusal(byte verdict, int header) {
		int type = PacketType.of(header);
		return switch (verdict) {
			case FOREIGN_TYPE ->
				MalformedPacketException.protocolError("Packet of type " + type + " must not be sent to a client");
			case RESERVED_FLAGS -> MalformedPacketException
				.malformed("Flags " + (header & 0xF) + " are not allowed in a packet of type " + type);
			case QOS_3 -> MalformedPacketException.malformed("PUBLISH with QoS 3");
			case DUPLICATE_AT_QOS_0 -> MalformedPacketException.malformed("PUBLISH with DUP at QoS 0");
			default -> MalformedPacketException.malformed("Packet of the reserved type " + type);
		};
	}

	private static byte[] verdicts() {
		byte[] verdicts = new byte[256];
		for (int header = 0; header < verdicts.length; header++) {
			verdicts[header] = verdict(PacketType.of(header), header & 0xF);
		}
		return verdicts;
	}

	private static byte verdict(int type, int flags) {
		return switch (type) {
			case 0 -> RESERVED_TYPE;
			case PacketType.CONNECT, PacketType.SUBSCRIBE, PacketType.UNSUBSCRIBE, PacketType.PINGREQ -> FOREIGN_TYPE;
			case PacketType.PUBLISH -> {
				if ((flags & 0x6) == 0x6) {
					yield QOS_3;
				}
				yield ((flags & 0xE) == 0x8) ? DUPLICATE_AT_QOS_0 : ALLOWED;
			}
			case PacketType.PUBREL -> (flags == 2) ? ALLOWED : RESERVED_FLAGS;
			// We never send an Authentication Method, so no AUTH may come (section 4.12).
			case PacketType.AUTH -> (flags == 0) ? FOREIGN_TYPE : RESERVED_FLAGS;
			default -> (flags == 0) ? ALLOWED : RESERVED_FLAGS;
		};
	}

}
