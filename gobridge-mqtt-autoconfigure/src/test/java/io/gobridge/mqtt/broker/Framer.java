package io.gobridge.mqtt.broker;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Cuts a stream of bytes into packets (MQTT 5, 2.1).
 */
final class Framer {

	private byte[] buffer = new byte[1024];

	private int filled;

	/**
	 * Takes bytes and hands over the packets that they complete.
	 * @param bytes the bytes
	 * @param length how many of them count
	 * @param packets gets the packets in order
	 */
	void accept(byte[] bytes, int length, Consumer<ReceivedPacket> packets) {
		if (this.filled + length > this.buffer.length) {
			this.buffer = Arrays.copyOf(this.buffer, Math.max(this.buffer.length * 2, this.filled + length));
		}
		System.arraycopy(bytes, 0, this.buffer, this.filled, length);
		this.filled += length;
		int start = 0;
		for (int end = end(start); end > 0; end = end(start)) {
			packets.accept(ReceivedPacket.of(Arrays.copyOfRange(this.buffer, start, end)));
			start = end;
		}
		System.arraycopy(this.buffer, start, this.buffer, 0, this.filled - start);
		this.filled -= start;
	}

	/**
	 * Where the packet that starts at a position ends.
	 * @param start the position
	 * @return the end, or -1 when there is more to come
	 */
	private int end(int start) {
		int length = 0;
		for (int i = 0; i < 4; i++) {
			int position = start + 1 + i;
			if (position >= this.filled) {
				return -1;
			}
			int digit = this.buffer[position];
			length |= (digit & 0x7F) << (7 * i);
			if ((digit & 0x80) == 0) {
				int end = position + 1 + length;
				return (end <= this.filled) ? end : -1;
			}
		}
		throw new IllegalArgumentException("Remaining length of more than four bytes");
	}

}
