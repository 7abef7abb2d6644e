package io.gobridge.mqtt.transport;

import java.util.Arrays;

/**
 * Bytes on their way to the socket, always whole packets. Grows as needed; the caller
 * bounds it. Not safe for several threads.
 */
final class OutboundBuffer {

	/** What is kept for the next packets once a larger packet has left. */
	private static final int RETAINED = 256 * 1024;

	private byte[] bytes;

	private int size;

	/**
	 * Begins empty.
	 * @param capacity how many bytes fit before it grows
	 */
	OutboundBuffer(int capacity) {
		this.bytes = new byte[capacity];
	}

	/**
	 * Makes room, so that the following {@code put} calls need not look.
	 * @param more how many bytes come
	 */
	void ensureCapacity(int more) {
		long needed = (long) this.size + more;
		if (needed > this.bytes.length) {
			if (needed > Integer.MAX_VALUE - 8) {
				throw new IllegalStateException("More than 2 GiB of outbound packets");
			}
			long doubled = Math.min(this.bytes.length * 2L, Integer.MAX_VALUE - 8);
			this.bytes = Arrays.copyOf(this.bytes, (int) Math.max(doubled, needed));
		}
	}

	void put(int value) {
		this.bytes[this.size++] = (byte) value;
	}

	void putTwo(int value) {
		put(value >> 8);
		put(value);
	}

	void putFour(long value) {
		putTwo((int) (value >> 16));
		putTwo((int) value);
	}

	/**
	 * Puts a variable byte integer (MQTT 5, section 1.5.5).
	 * @param value the value, 0 to 268435455
	 */
	void putNumber(int value) {
		int rest = value;
		while (rest > 0x7F) {
			put((rest & 0x7F) | 0x80);
			rest >>>= 7;
		}
		put(rest);
	}

	/**
	 * Puts a string behind its length.
	 * @param value a string that {@link Utf8#length} has accepted
	 */
	void putText(String value) {
		int start = this.size + 2;
		int end = Utf8.encode(value, this.bytes, start);
		putTwo(end - start);
		this.size = end;
	}

	void putBytes(byte[] value) {
		System.arraycopy(value, 0, this.bytes, this.size, value.length);
		this.size += value.length;
	}

	/**
	 * Returns the bytes, of which the first {@link #size()} count. Only valid until the
	 * next call of any other method.
	 * @return the bytes, not copied
	 */
	byte[] array() {
		return this.bytes;
	}

	int size() {
		return this.size;
	}

	boolean isEmpty() {
		return this.size == 0;
	}

	/**
	 * Forgets all bytes. A very large array is not kept.
	 */
	void clear() {
		this.size = 0;
		if (this.bytes.length > RETAINED) {
			this.bytes = new byte[RETAINED];
		}
	}

}
