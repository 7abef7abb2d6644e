package io.gobridge.mqtt.store;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

/**
 * Where the newest value of every key is: small ones in memory, the others in the file.
 * Only for the thread of the store.
 */
final class StoreIndex {

	/** Up to this size a value stays in memory. */
	static final int INLINE = 64;

	private final Map<String, TreeMap<String, Slot>> tables = new HashMap<>();

	private final ValueReader reader;

	private long liveBytes;

	StoreIndex(ValueReader reader) {
		this.reader = reader;
	}

	TreeMap<String, Slot> table(String name) {
		return this.tables.computeIfAbsent(name, (key) -> new TreeMap<>());
	}

	Map<String, TreeMap<String, Slot>> tables() {
		return this.tables;
	}

	/**
	 * How many bytes of the file are in use.
	 */
	long liveBytes() {
		return this.liveBytes;
	}

	void put(String table, String key, Slot slot) {
		Slot old = table(table).put(key, slot);
		this.liveBytes += slot.length - ((old != null) ? old.length : -cost(table, key));
	}

	void remove(String table, String key) {
		Slot old = table(table).remove(key);
		if (old != null) {
			this.liveBytes -= cost(table, key) + old.length;
		}
	}

	byte[] read(Slot slot) {
		byte[] value = slot.value;
		return (value != null) ? value : this.reader.read(slot.offset, slot.length, slot.checksum);
	}

	/**
	 * What an entry takes in the file besides its value.
	 */
	private static long cost(String table, String key) {
		return 15L + table.length() + key.getBytes(StandardCharsets.UTF_8).length;
	}

	/**
	 * Reads a value that is not in memory.
	 */
	interface ValueReader {

		byte[] read(long offset, int length, int checksum);

	}

	/**
	 * A value, or where it is.
	 */
	static final class Slot {

		private byte @Nullable [] value;

		private final int length;

		private final int checksum;

		private long offset;

		private Slot(byte @Nullable [] value, long offset, int length, int checksum) {
			this.value = value;
			this.offset = offset;
			this.length = length;
			this.checksum = checksum;
		}

		static Slot inMemory(byte[] value, int checksum) {
			return new Slot(value, 0, value.length, checksum);
		}

		static Slot inFile(long offset, int length, int checksum) {
			return new Slot(null, offset, length, checksum);
		}

		boolean isInMemory() {
			return this.value != null;
		}

		long offset() {
			return this.offset;
		}

		int length() {
			return this.length;
		}

		int checksum() {
			return this.checksum;
		}

		/**
		 * The value is in the file now and need not be kept.
		 */
		void written(long offset) {
			this.offset = offset;
			this.value = null;
		}

	}

}
