package io.gobridge.mqtt.transport;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/**
 * The topic names that came lately, by their bytes, so that a topic that comes again
 * needs neither a check nor a new string. Direct mapped: every topic has one slot, and a
 * topic only takes the slot of another when it comes twice in a row there, so that a
 * stream of ever new topics costs a string each and no more. Holds a few hundred
 * kilobytes at most. One per connection, used by its reader.
 */
final class TopicCache {

	private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

	private static final long MULTIPLIER = 0x9E37_79B9_7F4A_7C15L;

	private static final int INDEX_BITS = 10;

	private static final int LONGEST = 128;

	private final @Nullable Entry[] entries = new Entry[1 << INDEX_BITS];

	private final long[] candidates = new long[1 << INDEX_BITS];

	/**
	 * Returns a topic name.
	 * @param buffer the bytes
	 * @param start the index of the first byte
	 * @param end the index behind the last byte
	 * @return the topic name
	 * @throws MalformedPacketException if it is not a valid string or has a wildcard
	 */
	String get(byte[] buffer, int start, int end) throws MalformedPacketException {
		if (end - start > LONGEST) {
			return decode(buffer, start, end);
		}
		long hash = hash(buffer, start, end);
		int slot = (int) (hash >>> (Long.SIZE - INDEX_BITS));
		Entry entry = this.entries[slot];
		if (entry != null && Arrays.equals(entry.bytes, 0, entry.bytes.length, buffer, start, end)) {
			return entry.topic;
		}
		String topic = decode(buffer, start, end);
		if (entry == null || this.candidates[slot] == hash) {
			this.entries[slot] = new Entry(Arrays.copyOfRange(buffer, start, end), topic);
		}
		else {
			this.candidates[slot] = hash;
		}
		return topic;
	}

	private static String decode(byte[] buffer, int start, int end) throws MalformedPacketException {
		String topic = Utf8.decode(buffer, start, end);
		if (Utf8.hasWildcard(buffer, start, end)) {
			throw MalformedPacketException.malformed("Topic name with a wildcard");
		}
		return topic;
	}

	private static long hash(byte[] buffer, int start, int end) {
		long hash = (end - start) * MULTIPLIER;
		int i = start;
		for (; i <= end - Long.BYTES; i += Long.BYTES) {
			hash = (hash ^ (long) LONGS.get(buffer, i)) * MULTIPLIER;
			hash ^= hash >>> 32;
		}
		for (; i < end; i++) {
			hash = (hash ^ buffer[i]) * MULTIPLIER;
		}
		return (hash ^ (hash >>> 29)) * MULTIPLIER;
	}

	private static final class Entry {

		private final byte[] bytes;

		private final String topic;

		Entry(byte[] bytes, String topic) {
			this.bytes = bytes;
			this.topic = topic;
		}

	}

}
