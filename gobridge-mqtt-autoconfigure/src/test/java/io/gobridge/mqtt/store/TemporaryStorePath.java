package io.gobridge.mqtt.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

import org.springframework.util.FileSystemUtils;

/**
 * Gives each run of the tests a store of its own: no test leaves one in the project, and
 * none remembers what an earlier run has subscribed to.
 */
public final class TemporaryStorePath implements LauncherSessionListener {

	private static final String KEY = "gobridge.mqtt.store.path";

	private @Nullable Path directory;

	@Override
	public void launcherSessionOpened(LauncherSession session) {
		try {
			this.directory = Files.createTempDirectory("gobridge-store");
			System.setProperty(KEY, this.directory.toString());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void launcherSessionClosed(LauncherSession session) {
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		finally {
			System.clearProperty(KEY);
		}
	}

}
