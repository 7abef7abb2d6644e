package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.security.SecureRandom;
import java.util.zip.CRC32C;

/**
 * The first 64 bytes of the file. What the file is stands first and is never written
 * again; behind it is the length that the file had when it was last closed, so that a
 * file that was cut or changed since then is noticed.
 */
final class StorePreamble {

	static final int LENGTH = 64;

	private static final long MAGIC = 0x474F425249444745L;

	private static final int FORMAT = 1;

	private static final int IDENTITY = 20;

	private static final int CLOSED_AT = 24;

	private static final int CLOSED_LENGTH = 8;

	private StorePreamble() {
	}

	/**
	 * Begins a new file.
	 */
	static void create(FileChannel channel) throws IOException {
		ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
		bytes.putLong(MAGIC).putInt(FORMAT).putLong(new SecureRandom().nextLong());
		bytes.putInt(checksum(bytes, 0, IDENTITY)).position(0);
		StoreIo.write(channel, bytes, 0);
	}

	/**
	 * Reads what the file is.
	 * @return its salt, or a failure
	 */
	static Identity read(FileChannel channel) throws IOException {
		ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
		if (channel.size() < LENGTH) {
			return new Identity(Verdict.NOT_A_STORE, 0, 0);
		}
		StoreIo.read(channel, bytes, 0);
		if (bytes.getLong(0) != MAGIC || bytes.getInt(IDENTITY) != checksum(bytes, 0, IDENTITY)) {
			return new Identity(Verdict.NOT_A_STORE, 0, 0);
		}
		int format = bytes.getInt(8);
		if (format != FORMAT) {
			return new Identity(Verdict.UNKNOWN_FORMAT, format, 0);
		}
		boolean closed = bytes.getInt(CLOSED_AT + CLOSED_LENGTH) == checksum(bytes, CLOSED_AT, CLOSED_LENGTH);
		return new Identity(Verdict.READABLE, bytes.getLong(12), closed ? bytes.getLong(CLOSED_AT) : -1);
	}

	/**
	 * Writes down that the file is complete.
	 */
	static void markClosed(FileChannel channel, long length) throws IOException {
		ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
		bytes.putLong(CLOSED_AT, length);
		bytes.putInt(CLOSED_AT + CLOSED_LENGTH, checksum(bytes, CLOSED_AT, CLOSED_LENGTH));
		StoreIo.write(channel, bytes.position(CLOSED_AT).limit(CLOSED_AT + CLOSED_LENGTH + 4), CLOSED_AT);
	}

	/**
	 * Takes that back, before anything is appended.
	 */
	static void markOpen(FileChannel channel) throws IOException {
		StoreIo.write(channel, ByteBuffer.allocate(CLOSED_LENGTH + 4), CLOSED_AT);
	}

	private static int checksum(ByteBuffer bytes, int from, int length) {
		CRC32C crc = new CRC32C();
		// Of zeros the plain checksum is not zero either, so an empty place is not valid.
		crc.update(bytes.array(), from, length);
		return (int) crc.getValue();
	}

	/**
	 * What the first bytes of a file say.
	 */
	enum Verdict {

		READABLE, NOT_A_STORE, UNKNOWN_FORMAT

	}

	/**
	 * What a file is.
	 *
	 * @param verdict whether it can be read
	 * @param saltOrFormat what the checksums of this file begin with, or the unknown
	 * format
	 * @param closedLength how long it was when it was closed, -1 where it was not
	 */
	record Identity(Verdict verdict, long saltOrFormat, long closedLength) {
	}

}
