package io.gobridge.mqtt.broker;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads the data types of MQTT 5 (1.5) from the body of a packet.
 */
final class WireReader {

	private final byte[] bytes;

	private int position;

	WireReader(byte[] bytes) {
		this.bytes = bytes;
	}

	int position() {
		return this.position;
	}

	boolean hasMore() {
		return this.position < this.bytes.length;
	}

	int u8() {
		return this.bytes[this.position++] & 0xFF;
	}

	int u16() {
		return (u8() << 8) | u8();
	}

	long u32() {
		return ((long) u16() << 16) | u16();
	}

	long variable() {
		long value = 0;
		for (int shift = 0; shift <= 21; shift += 7) {
			int digit = u8();
			value |= (long) (digit & 0x7F) << shift;
			if ((digit & 0x80) == 0) {
				return value;
			}
		}
		throw new IllegalArgumentException("Variable byte integer of more than four bytes");
	}

	String string() {
		return new String(binary(), StandardCharsets.UTF_8);
	}

	byte[] binary() {
		return bytes(u16());
	}

	byte[] rest() {
		return bytes(this.bytes.length - this.position);
	}

	private byte[] bytes(int length) {
		if (length > this.bytes.length - this.position) {
			throw new IllegalArgumentException("Packet ends early");
		}
		byte[] value = Arrays.copyOfRange(this.bytes, this.position, this.position + length);
		this.position += length;
		return value;
	}

}
