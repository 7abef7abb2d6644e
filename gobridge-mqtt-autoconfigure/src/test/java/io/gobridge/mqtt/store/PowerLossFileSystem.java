package io.gobridge.mqtt.store;

import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;

/**
 * The file system of the paths of a {@link PowerLossDisk}.
 */
final class PowerLossFileSystem extends FileSystem {

	private final PowerLossDisk disk;

	private final FileSystem delegate;

	PowerLossFileSystem(PowerLossDisk disk, FileSystem delegate) {
		this.disk = disk;
		this.delegate = delegate;
	}

	@Override
	public FileSystemProvider provider() {
		return this.disk;
	}

	@Override
	public Set<String> supportedFileAttributeViews() {
		return this.delegate.supportedFileAttributeViews();
	}

	@Override
	public Path getPath(String first, String... more) {
		return this.disk.wrap(this.delegate.getPath(first, more));
	}

	@Override
	public boolean isOpen() {
		return true;
	}

	@Override
	public boolean isReadOnly() {
		return false;
	}

	@Override
	public String getSeparator() {
		return this.delegate.getSeparator();
	}

	@Override
	public Iterable<Path> getRootDirectories() {
		return List.of();
	}

	@Override
	public Iterable<FileStore> getFileStores() {
		return List.of();
	}

	@Override
	public PathMatcher getPathMatcher(String syntaxAndPattern) {
		throw new UnsupportedOperationException();
	}

	@Override
	public UserPrincipalLookupService getUserPrincipalLookupService() {
		throw new UnsupportedOperationException();
	}

	@Override
	public WatchService newWatchService() {
		throw new UnsupportedOperationException();
	}

	@Override
	public void close() {
		throw new UnsupportedOperationException();
	}

}
