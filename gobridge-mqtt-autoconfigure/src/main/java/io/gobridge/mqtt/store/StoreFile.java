package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file: a log of batches that is only appended to, and its index in memory. Not
 * usable any more after a failure of {@link #commit()}; what is on the disk then holds
 * all earlier batches and is found by opening it again. Only for the thread of the store.
 */
final class StoreFile {

	static final String NAME = "gobridge.store";

	private static final String NEW_NAME = "gobridge.store.new";

	private static final Logger logger = LoggerFactory.getLogger(StoreFile.class);

	private static final Set<OpenOption> CREATE = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
			StandardOpenOption.WRITE);

	private static final int COPY_BATCH = 4 << 20;

	private final StoreFailures failures;

	private final FileChannel channel;

	private final StoreIndex index;

	private final long salt;

	private final List<Pending> pending = new ArrayList<>();

	private long length;

	/** The length of what is certainly on the disk. */
	private long committed;

	private long sequence;

	private boolean markedOpen;

	private StoreFile(StoreFailures failures, FileChannel channel, StorePreamble.Identity identity) throws IOException {
		this.failures = failures;
		this.channel = channel;
		this.salt = identity.saltOrFormat();
		this.index = new StoreIndex(this::read);
		StoreScan scan = new StoreScan(channel, identity, this.index);
		this.length = scan.run();
		if (this.length < 0) {
			throw failures.corrupt((channel.size() < identity.closedLength()) ? "it is shorter than when it was closed"
					: "a batch in the middle does not have its checksum", null);
		}
		this.committed = this.length;
		this.sequence = scan.sequence();
		if (channel.size() > this.length) {
			logger.warn("Left out {} bytes at the end of the store {}: the process ended before they were committed",
					channel.size() - this.length, failures.directory());
			channel.truncate(this.length);
			channel.force(true);
		}
	}

	/**
	 * Opens the file of a directory, or creates it.
	 */
	static StoreFile open(Path directory, StoreFailures failures) throws IOException {
		Path file = directory.resolve(NAME);
		Path leftover = directory.resolve(NEW_NAME);
		StoreIo.deleteQuietly(leftover);
		if (!Files.exists(file)) {
			// Under another name first: a file with this one is never incomplete.
			try (FileChannel channel = create(leftover)) {
				channel.force(true);
			}
			replace(directory, leftover, file);
		}
		return read(file, failures);
	}

	private static StoreFile read(Path file, StoreFailures failures) throws IOException {
		FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
		try {
			StorePreamble.Identity identity = StorePreamble.read(channel);
			return switch (identity.verdict()) {
				case READABLE -> new StoreFile(failures, channel, identity);
				case NOT_A_STORE -> throw failures.corrupt(NAME + " does not begin as a store does", null);
				case UNKNOWN_FORMAT -> throw failures.unknownFormat((int) identity.saltOrFormat());
			};
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	private static FileChannel create(Path file) throws IOException {
		FileChannel channel = FileChannel.open(file, CREATE, onlyForTheOwner(file));
		try {
			StorePreamble.create(channel);
			return channel;
		}
		catch (IOException | RuntimeException ex) {
			channel.close();
			throw ex;
		}
	}

	/**
	 * Payloads are nobody else's business.
	 */
	private static FileAttribute<?>[] onlyForTheOwner(Path file) {
		boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
		return posix
				? new FileAttribute<?>[] {
						PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")) }
				: new FileAttribute<?>[0];
	}

	private static void replace(Path directory, Path from, Path to) throws IOException {
		Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
		StoreIo.forceDirectory(directory);
	}

	StoreIndex index() {
		return this.index;
	}

	long length() {
		return this.length;
	}

	/**
	 * Applies changes to the index. They are durable after the next {@link #commit()}.
	 */
	void apply(List<StoreTransaction.Change> changes) {
		for (StoreTransaction.Change change : changes) {
			byte[] value = change.value();
			if (value == null) {
				this.index.remove(change.table(), change.key());
				add(change.table(), change.key(), null, null, 0);
				continue;
			}
			int checksum = StoreBatch.checksum(value);
			StoreIndex.Slot slot = StoreIndex.Slot.inMemory(value, checksum);
			this.index.put(change.table(), change.key(), slot);
			add(change.table(), change.key(), value, slot, checksum);
		}
	}

	private void add(String table, String key, byte @Nullable [] value, StoreIndex.@Nullable Slot slot, int checksum) {
		this.pending.add(new Pending(new StoreBatch.Write(table, key, value, checksum), slot));
	}

	/**
	 * Writes what was applied as one batch and forces it to the disk.
	 */
	void commit() throws IOException {
		if (this.pending.isEmpty()) {
			return;
		}
		if (!this.markedOpen) {
			StorePreamble.markOpen(this.channel);
			this.markedOpen = true;
		}
		append();
		this.channel.force(false);
		this.committed = this.length;
	}

	private void append() throws IOException {
		ByteBuffer bytes = StoreBatch.encode(this.salt, this.sequence + 1,
				this.pending.stream().map(Pending::write).toList());
		long end = this.length + bytes.limit();
		StoreIo.write(this.channel, bytes, this.length);
		for (Pending written : this.pending) {
			StoreIndex.Slot slot = written.slot();
			if (slot != null && slot.length() > StoreIndex.INLINE) {
				slot.written(this.length + written.write().offsetInBatch());
			}
		}
		this.pending.clear();
		this.sequence++;
		this.length = end;
	}

	private byte[] read(long offset, int length, int checksum) {
		byte[] value = new byte[length];
		try {
			StoreIo.read(this.channel, ByteBuffer.wrap(value), offset);
		}
		catch (IOException ex) {
			throw this.failures.io("read", ex);
		}
		if (StoreBatch.checksum(value) != checksum) {
			throw this.failures.corrupt("a value does not have its checksum", null);
		}
		return value;
	}

	/**
	 * Copies what is in use to a new file that takes the place of this one.
	 * @return the new file; this one is closed
	 */
	StoreFile compact(Path directory) throws IOException {
		Path target = directory.resolve(NEW_NAME);
		StoreIo.deleteQuietly(target);
		try (FileChannel channel = create(target)) {
			StoreFile copy = new StoreFile(this.failures, channel, StorePreamble.read(channel));
			copy.copyFrom(this.index);
			channel.force(true);
		}
		catch (IOException | RuntimeException ex) {
			StoreIo.deleteQuietly(target);
			throw ex;
		}
		// Closed before, as some operating systems do not replace a file that is open.
		this.channel.close();
		replace(directory, target, directory.resolve(NAME));
		return read(directory.resolve(NAME), this.failures);
	}

	private void copyFrom(StoreIndex source) throws IOException {
		long copied = 0;
		for (Map.Entry<String, ? extends Map<String, StoreIndex.Slot>> table : source.tables().entrySet()) {
			for (Map.Entry<String, StoreIndex.Slot> entry : table.getValue().entrySet()) {
				StoreIndex.Slot slot = entry.getValue();
				add(table.getKey(), entry.getKey(), source.read(slot), null, slot.checksum());
				copied += slot.length() + 64;
				if (copied >= COPY_BATCH) {
					append();
					copied = 0;
				}
			}
		}
		if (!this.pending.isEmpty()) {
			append();
		}
	}

	/**
	 * Closes the file and writes down that it is complete.
	 */
	void close() throws IOException {
		try (FileChannel closing = this.channel) {
			if (this.pending.isEmpty()) {
				StorePreamble.markClosed(closing, this.length);
				closing.force(true);
			}
		}
	}

	/**
	 * Closes the file after a failure and takes back what was not committed, where that
	 * is possible. Where it is not, it is taken for the end of a crash.
	 */
	void abandon() {
		try (FileChannel closing = this.channel) {
			closing.truncate(this.committed);
		}
		catch (IOException ex) {
			logger.debug("The store {} could not be closed properly", this.failures.directory(), ex);
		}
	}

	/**
	 * A change that is in the index and not in the file.
	 */
	private record Pending(StoreBatch.Write write, StoreIndex.@Nullable Slot slot) {
	}

}
