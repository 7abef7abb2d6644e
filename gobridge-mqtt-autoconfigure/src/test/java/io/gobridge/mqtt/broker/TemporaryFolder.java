package io.gobridge.mqtt.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.util.FileSystemUtils;

/**
 * A folder that a broker keeps its files in as long as the broker object lives.
 */
final class TemporaryFolder {

	private final Path path;

	TemporaryFolder(String prefix) {
		try {
			this.path = Files.createTempDirectory(prefix);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path path() {
		return this.path;
	}

	Path folder(String name) {
		try {
			return Files.createDirectories(this.path.resolve(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path write(String name, String content) {
		try {
			return Files.writeString(this.path.resolve(name), content);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void delete() {
		try {
			FileSystemUtils.deleteRecursively(this.path);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
