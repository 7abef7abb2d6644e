package io.gobridge.mqtt.store;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * The form of one batch of changes in the file: a header, the list of changes with small
 * values in it, and the large values behind it. The checksums of header and list begin
 * with the salt of the file, so that no value can look like a batch.
 */
final class StoreBatch {

	static final int HEADER = 32;

	private static final int MAGIC = 0x47424231;

	private static final byte PUT_HERE = 1;

	private static final byte PUT_BEHIND = 2;

	private static final byte REMOVE = 3;

	private StoreBatch() {
	}

	/**
	 * Encodes changes that are in the index already.
	 */
	static ByteBuffer encode(long salt, long sequence, List<Write> writes) {
		int listLength = 4;
		long valuesLength = 0;
		for (Write write : writes) {
			listLength += 1 + 2 + write.table.length + 4 + write.key.length;
			byte[] value = write.value;
			if (value != null) {
				listLength += (value.length <= StoreIndex.INLINE) ? 1 + value.length : 8;
				valuesLength += (value.length <= StoreIndex.INLINE) ? 0 : value.length;
			}
		}
		ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(HEADER + listLength + valuesLength));
		bytes.position(HEADER).putInt(writes.size());
		int behind = HEADER + listLength;
		for (Write write : writes) {
			behind = put(bytes, write, behind);
		}
		bytes.putInt(0, MAGIC).putLong(4, sequence).putInt(12, listLength).putLong(16, valuesLength);
		bytes.putInt(24, checksum(salt, bytes.array(), HEADER, listLength));
		bytes.putInt(28, checksum(salt, bytes.array(), 0, 28));
		return bytes.position(0);
	}

	private static int put(ByteBuffer bytes, Write write, int behind) {
		byte[] value = write.value;
		boolean here = value != null && value.length <= StoreIndex.INLINE;
		bytes.put((value != null) ? (here ? PUT_HERE : PUT_BEHIND) : REMOVE);
		bytes.putShort((short) write.table.length).put(write.table).putInt(write.key.length).put(write.key);
		if (value == null) {
			return behind;
		}
		if (here) {
			bytes.put((byte) value.length).put(value);
			return behind;
		}
		bytes.putInt(value.length).putInt(write.checksum);
		bytes.put(behind, value);
		write.offsetInBatch = behind;
		return behind + value.length;
	}

	/**
	 * Reads a header.
	 * @return the header, or {@code null} where there is none
	 */
	static @Nullable Header header(long salt, byte[] bytes, int at) {
		ByteBuffer buffer = ByteBuffer.wrap(bytes, at, HEADER).slice();
		if (buffer.getInt(0) != MAGIC || buffer.getInt(28) != checksum(salt, bytes, at, 28)) {
			return null;
		}
		return new Header(buffer.getLong(4), buffer.getInt(12), buffer.getLong(16), buffer.getInt(24));
	}

	/**
	 * Reads the list of changes.
	 * @param list the bytes, whose checksum was right
	 * @param valuesAt where in the file the values behind it begin
	 * @return the changes
	 */
	static List<Read> decode(byte[] list, long valuesAt) {
		ByteBuffer bytes = ByteBuffer.wrap(list);
		int count = bytes.getInt();
		List<Read> reads = new ArrayList<>(count);
		long behind = valuesAt;
		for (int i = 0; i < count; i++) {
			byte operation = bytes.get();
			String table = text(bytes, bytes.getShort());
			String key = text(bytes, bytes.getInt());
			StoreIndex.@Nullable Slot slot = null;
			if (operation == PUT_HERE) {
				byte[] value = new byte[bytes.get()];
				bytes.get(value);
				slot = StoreIndex.Slot.inMemory(value, checksum(value));
			}
			else if (operation == PUT_BEHIND) {
				int length = bytes.getInt();
				slot = StoreIndex.Slot.inFile(behind, length, bytes.getInt());
				behind += length;
			}
			reads.add(new Read(table, key, slot));
		}
		return reads;
	}

	private static String text(ByteBuffer bytes, int length) {
		byte[] text = new byte[length];
		bytes.get(text);
		return new String(text, StandardCharsets.UTF_8);
	}

	static int checksum(byte[] value) {
		CRC32C crc = new CRC32C();
		crc.update(value, 0, value.length);
		return (int) crc.getValue();
	}

	static int checksum(long salt, byte[] bytes, int from, int length) {
		CRC32C crc = new CRC32C();
		crc.update(ByteBuffer.allocate(Long.BYTES).putLong(0, salt));
		crc.update(bytes, from, length);
		return (int) crc.getValue();
	}

	/**
	 * A change on its way to the file.
	 */
	static final class Write {

		private final byte[] table;

		private final byte[] key;

		private final byte @Nullable [] value;

		private final int checksum;

		private int offsetInBatch;

		Write(String table, String key, byte @Nullable [] value, int checksum) {
			this.table = table.getBytes(StandardCharsets.UTF_8);
			this.key = key.getBytes(StandardCharsets.UTF_8);
			this.value = value;
			this.checksum = checksum;
		}

		/**
		 * Where a large value begins, counted from the begin of the batch.
		 */
		int offsetInBatch() {
			return this.offsetInBatch;
		}

	}

	/**
	 * A change read from the file.
	 *
	 * @param table the table
	 * @param key the key
	 * @param slot the value, {@code null} where the key was removed
	 */
	record Read(String table, String key, StoreIndex.@Nullable Slot slot) {
	}

	/**
	 * What stands before a batch.
	 *
	 * @param sequence one more than that of the batch before
	 * @param listLength the length of the list of changes
	 * @param valuesLength the length of the values behind it
	 * @param listChecksum the checksum of the list
	 */
	record Header(long sequence, int listLength, long valuesLength, int listChecksum) {

		boolean isPossible() {
			return this.listLength >= 4 && this.valuesLength >= 0;
		}

		long length() {
			return HEADER + (long) this.listLength + this.valuesLength;
		}

	}

}
