package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Reads a file from begin to end when it is opened. Values that are not in the list of
 * their batch are skipped and checked when they are read, except those of the last batch.
 * <p>
 * Every batch is on the disk before the next one is begun. Hence only the last batch can
 * be incomplete after a crash, and as its commit has not returned it is left out. Any
 * other damage is corruption and ends the scan: nothing is skipped, nothing is guessed.
 */
final class StoreScan {

	private static final int WINDOW = 1 << 16;

	private final FileChannel channel;

	private final long size;

	private final long salt;

	/** Up to here everything was complete when the file was closed. */
	private final long sound;

	private final StoreIndex index;

	private byte[] window = new byte[0];

	private long windowAt;

	private long sequence;

	StoreScan(FileChannel channel, StorePreamble.Identity identity, StoreIndex index) throws IOException {
		this.channel = channel;
		this.size = channel.size();
		this.salt = identity.saltOrFormat();
		this.sound = identity.closedLength();
		this.index = index;
	}

	/**
	 * Reads everything.
	 * @return where the last complete batch ends, or -1 where the file is corrupt
	 */
	long run() throws IOException {
		if (this.size < this.sound) {
			return -1;
		}
		long at = StorePreamble.LENGTH;
		while (at < this.size) {
			StoreBatch.@Nullable Header header = headerAt(at);
			if (header == null) {
				return incomplete(at, at);
			}
			if (at + header.length() > this.size) {
				return incomplete(at, at + 1);
			}
			byte[] list = bytes(at + StoreBatch.HEADER, header.listLength());
			if (StoreBatch.checksum(this.salt, list, 0, list.length) != header.listChecksum()) {
				return incomplete(at, at + header.length());
			}
			List<StoreBatch.Read> changes = StoreBatch.decode(list, at + StoreBatch.HEADER + list.length);
			if (at + header.length() == this.size && !areValuesComplete(changes)) {
				return incomplete(at, this.size);
			}
			changes.forEach(this::apply);
			this.sequence = header.sequence();
			at += header.length();
		}
		return at;
	}

	/**
	 * The number of the last complete batch.
	 */
	long sequence() {
		return this.sequence;
	}

	private StoreBatch.@Nullable Header headerAt(long at) throws IOException {
		if (this.size - at < StoreBatch.HEADER) {
			return null;
		}
		StoreBatch.Header header = StoreBatch.header(this.salt, bytes(at, StoreBatch.HEADER), 0);
		return (header != null && header.isPossible() && header.sequence() == this.sequence + 1) ? header : null;
	}

	private long incomplete(long at, long rest) throws IOException {
		return (at < this.sound || hasBatchBehind(rest)) ? -1 : at;
	}

	/**
	 * Whether a batch was begun behind a damaged one, which proves that the damaged one
	 * was complete before.
	 */
	private boolean hasBatchBehind(long from) throws IOException {
		for (long at = from; at + StoreBatch.HEADER <= this.size; at += WINDOW - StoreBatch.HEADER + 1) {
			byte[] bytes = bytes(at, (int) Math.min(WINDOW, this.size - at));
			for (int i = 0; i + StoreBatch.HEADER <= bytes.length; i++) {
				StoreBatch.Header header = StoreBatch.header(this.salt, bytes, i);
				if (header != null && header.sequence() > this.sequence) {
					return true;
				}
			}
		}
		return false;
	}

	private boolean areValuesComplete(List<StoreBatch.Read> changes) throws IOException {
		for (StoreBatch.Read change : changes) {
			StoreIndex.Slot slot = change.slot();
			if (slot != null && !slot.isInMemory()
					&& StoreBatch.checksum(bytes(slot.offset(), slot.length())) != slot.checksum()) {
				return false;
			}
		}
		return true;
	}

	private void apply(StoreBatch.Read change) {
		if (change.slot() != null) {
			this.index.put(change.table(), change.key(), change.slot());
		}
		else {
			this.index.remove(change.table(), change.key());
		}
	}

	/**
	 * Reads a part of the file through a window, as batches are often small.
	 */
	private byte[] bytes(long at, int length) throws IOException {
		byte[] bytes = new byte[length];
		if (length > WINDOW) {
			StoreIo.read(this.channel, ByteBuffer.wrap(bytes), at);
			return bytes;
		}
		if (at < this.windowAt || at + length > this.windowAt + this.window.length) {
			this.window = new byte[(int) Math.min(WINDOW, this.size - at)];
			this.windowAt = at;
			StoreIo.read(this.channel, ByteBuffer.wrap(this.window), at);
		}
		System.arraycopy(this.window, (int) (at - this.windowAt), bytes, 0, length);
		return bytes;
	}

}
