package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * A channel of a {@link PowerLossDisk}.
 */
final class PowerLossChannel extends FileChannel {

	private final PowerLossDisk disk;

	private final Path path;

	/** The file keeps it when it gets another name. */
	private final Object file;

	private final FileChannel delegate;

	PowerLossChannel(PowerLossDisk disk, Path path, FileChannel delegate) {
		this.disk = disk;
		this.path = path;
		this.file = PowerLossDisk.key(path);
		this.delegate = delegate;
	}

	@Override
	public void force(boolean metaData) throws IOException {
		this.delegate.force(metaData);
		if (Files.isDirectory(this.path)) {
			this.disk.forced(this.path);
			return;
		}
		ByteBuffer content = ByteBuffer.allocate((int) this.delegate.size());
		StoreIo.read(this.delegate, content, 0);
		this.disk.forced(this.file, content.array());
	}

	@Override
	public int write(ByteBuffer source, long position) throws IOException {
		int written = this.delegate.write(source, position);
		this.disk.written();
		return written;
	}

	@Override
	public FileChannel truncate(long size) throws IOException {
		this.delegate.truncate(size);
		this.disk.written();
		return this;
	}

	@Override
	public int read(ByteBuffer target, long position) throws IOException {
		return this.delegate.read(target, position);
	}

	@Override
	public long size() throws IOException {
		return this.delegate.size();
	}

	@Override
	public @Nullable FileLock tryLock(long position, long size, boolean shared) throws IOException {
		return this.delegate.tryLock(position, size, shared);
	}

	@Override
	protected void implCloseChannel() throws IOException {
		this.delegate.close();
	}

	@Override
	public int read(ByteBuffer target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long read(ByteBuffer[] targets, int offset, int length) {
		throw new UnsupportedOperationException();
	}

	@Override
	public int write(ByteBuffer source) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long write(ByteBuffer[] sources, int offset, int length) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long position() {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileChannel position(long position) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long transferTo(long position, long count, WritableByteChannel target) {
		throw new UnsupportedOperationException();
	}

	@Override
	public long transferFrom(ReadableByteChannel source, long position, long count) {
		throw new UnsupportedOperationException();
	}

	@Override
	public MappedByteBuffer map(MapMode mode, long position, long size) {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileLock lock(long position, long size, boolean shared) {
		throw new UnsupportedOperationException();
	}

}
