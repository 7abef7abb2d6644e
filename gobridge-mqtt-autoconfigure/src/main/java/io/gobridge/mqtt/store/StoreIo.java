package io.gobridge.mqtt.store;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reading and writing completely, and making names durable.
 */
final class StoreIo {

	private static final int PIECE = 1 << 20;

	private StoreIo() {
	}

	static void write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
		int end = bytes.limit();
		long at = position;
		while (bytes.position() < end) {
			// In pieces: each is copied to memory that the thread keeps.
			bytes.limit(Math.min(end, bytes.position() + PIECE));
			at += channel.write(bytes, at);
		}
	}

	/**
	 * Fills a buffer and rewinds it.
	 */
	static void read(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
		int end = bytes.limit();
		long at = position;
		while (bytes.position() < end) {
			bytes.limit(Math.min(end, bytes.position() + PIECE));
			int count = channel.read(bytes, at);
			if (count < 0) {
				throw new EOFException("The file ends at " + at);
			}
			at += count;
		}
		bytes.position(0);
	}

	/**
	 * Makes the names in a directory durable, where the operating system can.
	 */
	static void forceDirectory(Path directory) {
		try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
			channel.force(true);
		}
		catch (IOException ex) {
			// Not on Windows, where there is no need to.
		}
	}

	static void deleteQuietly(Path file) {
		try {
			Files.deleteIfExists(file);
		}
		catch (IOException ex) {
			// It is in the way of nothing: the next one overwrites it.
		}
	}

}
