package io.gobridge.mqtt.broker;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Writes the data types of MQTT 5 (1.5).
 */
final class WireWriter {

	private final ByteArrayOutputStream out = new ByteArrayOutputStream();

	WireWriter u8(int value) {
		this.out.write(value);
		return this;
	}

	WireWriter u16(int value) {
		return u8(value >>> 8).u8(value);
	}

	WireWriter u32(long value) {
		return u16((int) (value >>> 16)).u16((int) value);
	}

	WireWriter variable(long value) {
		long rest = value;
		do {
			int digit = (int) (rest & 0x7F);
			rest >>>= 7;
			u8((rest > 0) ? digit | 0x80 : digit);
		}
		while (rest > 0);
		return this;
	}

	WireWriter string(String value) {
		return binary(value.getBytes(StandardCharsets.UTF_8));
	}

	WireWriter binary(byte[] value) {
		return u16(value.length).bytes(value);
	}

	WireWriter bytes(byte[] value) {
		this.out.writeBytes(value);
		return this;
	}

	int size() {
		return this.out.size();
	}

	byte[] toByteArray() {
		return this.out.toByteArray();
	}

}
