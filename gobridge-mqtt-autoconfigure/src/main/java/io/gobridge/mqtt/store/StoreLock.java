package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;

/**
 * Keeps other processes out of a directory, on a file of its own because the file of the
 * store is replaced when it is made smaller. The operating system releases it when the
 * process ends, however that happens.
 */
final class StoreLock {

	private static final String NAME = "gobridge.lock";

	/**
	 * What this process has locked. Looked at before the file is opened, because closing
	 * any channel of a file gives up all locks that the process has on it.
	 */
	private static final Set<Path> HELD = ConcurrentHashMap.newKeySet();

	private final Path directory;

	private final FileChannel channel;

	private StoreLock(Path directory, FileChannel channel) {
		this.directory = directory;
		this.channel = channel;
	}

	static StoreLock acquire(Path directory, StoreFailures failures) throws IOException {
		if (!Files.isDirectory(directory)) {
			Files.createDirectories(directory);
			StoreIo.forceDirectory(directory.resolve(".."));
		}
		Path real = directory.toRealPath();
		if (!HELD.add(real)) {
			throw failures.inUse("another context of this process");
		}
		try {
			return lock(real, failures);
		}
		catch (IOException | RuntimeException ex) {
			HELD.remove(real);
			throw ex;
		}
	}

	private static StoreLock lock(Path directory, StoreFailures failures) throws IOException {
		FileChannel channel = FileChannel.open(directory.resolve(NAME), StandardOpenOption.CREATE,
				StandardOpenOption.READ, StandardOpenOption.WRITE);
		try {
			if (!isLocked(channel)) {
				throw failures.inUse(owner(channel));
			}
			StoreLock lock = new StoreLock(directory, channel);
			lock.signIn();
			return lock;
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	private static boolean isLocked(FileChannel channel) throws IOException {
		try {
			@Nullable FileLock lock = channel.tryLock();
			return lock != null;
		}
		catch (OverlappingFileLockException ex) {
			return false;
		}
	}

	/**
	 * Writes down who has the lock, for the message that the next one gets.
	 */
	private void signIn() {
		try {
			byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
			this.channel.truncate(0);
			this.channel.write(ByteBuffer.wrap(pid), 0);
		}
		catch (IOException ex) {
			// Only for the message: a full disk must not keep the store from opening.
		}
	}

	private static String owner(FileChannel channel) {
		try {
			ByteBuffer bytes = ByteBuffer.allocate(20);
			channel.read(bytes, 0);
			return (bytes.position() > 0)
					? "process " + new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII)
					: "another process";
		}
		catch (IOException ex) {
			return "another process";
		}
	}

	void release() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			// The operating system has released it in any case.
		}
		HELD.remove(this.directory);
	}

}
