package io.gobridge.mqtt.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.spi.FileSystemProvider;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * A directory on a disk that keeps only what it was told to keep: of a file what was
 * there when it was last forced, and of the names those that were there when the
 * directory was. It is told before and after everything that changes one of the two, so
 * that a test can pull the plug at each of these moments.
 */
final class PowerLossDisk extends FileSystemProvider {

	private final Path root;

	private final Runnable moment;

	private final FileSystem fileSystem;

	/** What was forced, by the identity of the file and not by its name. */
	private final Map<Object, byte[]> contents = new HashMap<>();

	private Map<String, Object> names = Map.of();

	/**
	 * Creates a disk.
	 * @param root an empty directory
	 * @param moment called on the thread that uses the disk
	 */
	PowerLossDisk(Path root, Runnable moment) {
		this.root = root;
		this.moment = moment;
		this.fileSystem = new PowerLossFileSystem(this, root.getFileSystem());
	}

	/**
	 * The directory, for whoever is to use the disk.
	 */
	Path directory() {
		return wrap(this.root);
	}

	/**
	 * What a loss of power leaves.
	 * @return the content of each file by its name
	 */
	Map<String, byte[]> remains() {
		Map<String, byte[]> remains = new TreeMap<>();
		this.names.forEach((name, file) -> remains.put(name, this.contents.getOrDefault(file, new byte[0])));
		return remains;
	}

	/**
	 * Something is being written, which is not to be kept yet.
	 */
	void written() {
		this.moment.run();
	}

	void forced(Path path) throws IOException {
		if (Files.isDirectory(path)) {
			Map<String, Object> forced = new HashMap<>();
			try (Stream<Path> files = Files.list(path)) {
				files.forEach((file) -> forced.put(file.getFileName().toString(), key(file)));
			}
			this.names = forced;
		}
		this.moment.run();
	}

	void forced(Object file, byte[] content) {
		this.contents.put(file, content);
		this.moment.run();
	}

	static Object key(Path file) {
		try {
			return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path wrap(Path path) {
		return (Path) Proxy.newProxyInstance(Wrapped.class.getClassLoader(),
				new Class<?>[] { Path.class, Wrapped.class }, (proxy, method, arguments) -> switch (method.getName()) {
					case "getFileSystem" -> this.fileSystem;
					case "wrapped" -> path;
					default -> wrapIfPath(invoke(path, method, arguments));
				});
	}

	private static @Nullable Object invoke(Path path, java.lang.reflect.Method method, Object @Nullable [] arguments)
			throws Throwable {
		Object[] unwrapped = (arguments != null) ? arguments.clone() : new Object[0];
		for (int i = 0; i < unwrapped.length; i++) {
			unwrapped[i] = (unwrapped[i] instanceof Wrapped other) ? other.wrapped() : unwrapped[i];
		}
		try {
			return method.invoke(path, unwrapped);
		}
		catch (InvocationTargetException ex) {
			throw ex.getTargetException();
		}
	}

	private @Nullable Object wrapIfPath(@Nullable Object result) {
		return (result instanceof Path path) ? wrap(path) : result;
	}

	private static Path unwrap(Path path) {
		return (path instanceof Wrapped wrapped) ? wrapped.wrapped() : path;
	}

	private FileSystemProvider provider() {
		return this.root.getFileSystem().provider();
	}

	@Override
	public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
			throws IOException {
		Path real = unwrap(path);
		return new PowerLossChannel(this, real, provider().newFileChannel(real, options, attributes));
	}

	@Override
	public void move(Path source, Path target, CopyOption... options) throws IOException {
		provider().move(unwrap(source), unwrap(target), options);
		this.moment.run();
	}

	@Override
	public void delete(Path path) throws IOException {
		provider().delete(unwrap(path));
		this.moment.run();
	}

	@Override
	public void createDirectory(Path path, FileAttribute<?>... attributes) throws IOException {
		provider().createDirectory(unwrap(path), attributes);
	}

	@Override
	public void checkAccess(Path path, AccessMode... modes) throws IOException {
		provider().checkAccess(unwrap(path), modes);
	}

	@Override
	public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
			throws IOException {
		return provider().readAttributes(unwrap(path), type, options);
	}

	@Override
	public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
		return provider().readAttributes(unwrap(path), attributes, options);
	}

	@Override
	public String getScheme() {
		return "power-loss";
	}

	@Override
	public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
		throw new UnsupportedOperationException();
	}

	@Override
	public FileSystem getFileSystem(URI uri) {
		return this.fileSystem;
	}

	@Override
	public Path getPath(URI uri) {
		throw new UnsupportedOperationException();
	}

	@Override
	public SeekableByteChannel newByteChannel(Path path, Set<? extends OpenOption> options,
			FileAttribute<?>... attributes) throws IOException {
		return newFileChannel(path, options, attributes);
	}

	@Override
	public DirectoryStream<Path> newDirectoryStream(Path directory, DirectoryStream.Filter<? super Path> filter) {
		throw new UnsupportedOperationException();
	}

	@Override
	public void copy(Path source, Path target, CopyOption... options) {
		throw new UnsupportedOperationException();
	}

	@Override
	public boolean isSameFile(Path one, Path other) throws IOException {
		return provider().isSameFile(unwrap(one), unwrap(other));
	}

	@Override
	public boolean isHidden(Path path) throws IOException {
		return provider().isHidden(unwrap(path));
	}

	@Override
	public FileStore getFileStore(Path path) throws IOException {
		return provider().getFileStore(unwrap(path));
	}

	@Override
	public <V extends FileAttributeView> @Nullable V getFileAttributeView(Path path, Class<V> type,
			LinkOption... options) {
		return provider().getFileAttributeView(unwrap(path), type, options);
	}

	@Override
	public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
		provider().setAttribute(unwrap(path), attribute, value, options);
	}

	/**
	 * A path of such a disk.
	 */
	interface Wrapped {

		Path wrapped();

	}

}
