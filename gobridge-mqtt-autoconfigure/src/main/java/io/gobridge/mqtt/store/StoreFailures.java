package io.gobridge.mqtt.store;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Locale;

import io.gobridge.mqtt.store.StoreException.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Says what a failure of the embedded store means and what to do about it.
 */
final class StoreFailures {

	private static final String ELSEWHERE = "or let gobridge.mqtt.store.path name another directory";

	private final Path directory;

	StoreFailures(Path directory) {
		this.directory = directory;
	}

	Path directory() {
		return this.directory;
	}

	StoreException inUse(String owner) {
		return failure(Kind.IN_USE, "is in use by " + owner,
				"Stop the other one, or give each a directory of its own with gobridge.mqtt.store.path. Several "
						+ "instances that must share one history need a database: gobridge.mqtt.ledger.store=jdbc and "
						+ "gobridge.mqtt.dead-letter.store=jdbc.",
				null);
	}

	StoreException corrupt(String what, @Nullable Throwable cause) {
		return failure(Kind.CORRUPT, "is damaged: " + what,
				"Nothing was changed. Restore the file from a backup, or move it away: the history of subscriptions and "
						+ "the dead letters in it are then unknown, and sessions ask for a baseline.",
				cause);
	}

	StoreException unknownFormat(int format) {
		return failure(Kind.UNKNOWN_FORMAT, "has the format " + format + ", which this version does not know",
				"Nothing was changed. Run the version that wrote it or a later one, " + ELSEWHERE + ".", null);
	}

	StoreException closed() {
		return failure(Kind.CLOSED, "is closed", "It is open as long as the application context.", null);
	}

	StoreException io(String action, IOException ex) {
		String text = (ex.getMessage() != null) ? ex.getMessage().toLowerCase(Locale.ROOT) : "";
		if (text.contains("no space left") || text.contains("quota exceeded") || text.contains("not enough space")
				|| text.contains("file too large")) {
			return failure(Kind.FULL, "could not be " + action + ": the disk or the quota is full",
					"Make room; nothing else needs to be done.", ex);
		}
		if (ex instanceof AccessDeniedException || text.contains("permission denied")
				|| text.contains("read-only file system")) {
			return failure(Kind.ACCESS_DENIED, "could not be " + action + ": permission denied",
					"Let the user '" + System.getProperty("user.name") + "' write there, " + ELSEWHERE + ".", ex);
		}
		if (ex instanceof FileAlreadyExistsException || ex instanceof NotDirectoryException
				|| text.contains("not a directory")) {
			return failure(Kind.ACCESS_DENIED,
					"could not be " + action + ": there is a file where the directory is to be",
					"Move the file away, " + ELSEWHERE + ".", ex);
		}
		String reason = (ex instanceof FileSystemException failed && failed.getReason() != null) ? failed.getReason()
				: ex.toString();
		return failure(Kind.IO, "could not be " + action + ": " + reason, "Check the file system, " + ELSEWHERE + ".",
				ex);
	}

	StoreException unexpected(Throwable ex) {
		return failure(Kind.IO, "failed: " + ex.getClass().getName(), "It is opened again by the next operation.", ex);
	}

	private StoreException failure(Kind kind, String problem, String remedy, @Nullable Throwable cause) {
		return new StoreException(kind, this.directory.toString(), problem, remedy, cause);
	}

}
