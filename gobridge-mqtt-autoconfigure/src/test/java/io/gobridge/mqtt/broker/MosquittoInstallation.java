package io.gobridge.mqtt.broker;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The programs of the Mosquitto that is installed on this machine.
 */
final class MosquittoInstallation {

	private MosquittoInstallation() {
	}

	static @Nullable Path find(String program) {
		String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
		return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/sbin", "/usr/local/sbin"))
			.filter((folder) -> !folder.isEmpty())
			.map((folder) -> Path.of(folder, program))
			.filter(Files::isExecutable)
			.findFirst()
			.orElse(null);
	}

	static String command(String program) {
		return Objects.requireNonNull(find(program), () -> program + " is not installed").toString();
	}

	/**
	 * Writes a password file.
	 * @param folder where to
	 * @param users the passwords by user name
	 * @return the file
	 */
	static Path passwordFile(Path folder, Map<String, String> users) {
		Path file = folder.resolve("passwords");
		try {
			Files.deleteIfExists(file);
			Files.createFile(file);
			for (Map.Entry<String, String> user : users.entrySet()) {
				Process tool = new ProcessBuilder(command("mosquitto_passwd"), "-b", file.toString(), user.getKey(),
						user.getValue())
					.redirectErrorStream(true)
					.redirectOutput(ProcessBuilder.Redirect.DISCARD)
					.start();
				if (tool.waitFor() != 0) {
					throw new IllegalStateException("mosquitto_passwd failed with " + tool.exitValue());
				}
			}
			return file;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while writing the password file", ex);
		}
	}

}
