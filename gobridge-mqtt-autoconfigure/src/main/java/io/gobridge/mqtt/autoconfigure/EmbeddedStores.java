package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.mqtt.store.EmbeddedStore;
import org.jspecify.annotations.Nullable;

/**
 * The embedded stores of this virtual machine. A directory has one store, whichever
 * session or application context asks for it: several contexts in one process, as a cache
 * of test contexts has them, would exclude each other otherwise. It is closed when nobody
 * uses it any more.
 */
final class EmbeddedStores {

	private static final ReentrantLock lock = new ReentrantLock();

	private static final Map<Path, Shared> stores = new HashMap<>();

	private EmbeddedStores() {
	}

	/**
	 * Begins to use the store of a directory. Touches no file.
	 * @param directory the directory, which need not be there yet
	 * @return the use of the store, to be closed
	 */
	static Use use(Path directory) {
		Path canonical = canonical(directory);
		lock.lock();
		try {
			Shared shared = stores.computeIfAbsent(canonical, (path) -> new Shared(new EmbeddedStore(path)));
			shared.users++;
			return new Use(canonical, shared);
		}
		finally {
			lock.unlock();
		}
	}

	/**
	 * Two spellings of one directory, through a symbolic link for example, are the same
	 * also before it is made.
	 */
	static Path canonical(Path directory) {
		Path absolute = directory.toAbsolutePath().normalize();
		@Nullable Path existing = absolute;
		while (existing != null) {
			try {
				return existing.toRealPath().resolve(existing.relativize(absolute)).normalize();
			}
			catch (IOException ex) {
				// Not there, or not to be looked into: then its parent.
				existing = existing.getParent();
			}
		}
		return absolute;
	}

	private static final class Shared {

		private final EmbeddedStore store;

		private int users;

		Shared(EmbeddedStore store) {
			this.store = store;
		}

	}

	/**
	 * One use of a store.
	 */
	static final class Use implements AutoCloseable {

		private final Path path;

		private final Shared shared;

		private final AtomicBoolean closed = new AtomicBoolean();

		private Use(Path path, Shared shared) {
			this.path = path;
			this.shared = shared;
		}

		/** The canonical directory. */
		Path path() {
			return this.path;
		}

		EmbeddedStore store() {
			return this.shared.store;
		}

		@Override
		public void close() {
			if (!this.closed.compareAndSet(false, true)) {
				return;
			}
			lock.lock();
			try {
				this.shared.users--;
				if (this.shared.users == 0) {
					stores.remove(this.path);
					// Within the lock: whoever asks next must find the file released.
					this.shared.store.close();
				}
			}
			finally {
				lock.unlock();
			}
		}

	}

}
