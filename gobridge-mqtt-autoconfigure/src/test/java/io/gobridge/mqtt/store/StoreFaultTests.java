package io.gobridge.mqtt.store;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * A disk without room and a directory without permission, met by a process that goes on
 * running and works again when the cause is gone.
 */
class StoreFaultTests {

	@TempDir
	Path directory;

	@Test
	void aFullDiskFailsTheWriteAndNothingElse() throws Exception {
		assumeThat(Path.of("/usr/bin/prlimit")).exists();
		// A limit on the size of files, which can be raised from outside.
		List<String> limited = List.of("/usr/bin/prlimit", "--fsize=40000:unlimited");
		try (ChildProcess child = ChildProcess.start(limited, System.getProperty("java.class.path"), Client.class,
				this.directory.toString())) {
			assertThat(ask(child, "put small 100")).isEqualTo("ok");
			assertThat(ask(child, "put large 100000")).startsWith("FULL The store " + this.directory)
				.contains("is full")
				.contains("Make room");
			// What is there can be read, and what fits can be written.
			assertThat(ask(child, "keys")).isEqualTo("[small]");
			assertThat(ask(child, "put another 100")).isEqualTo("ok");
			assertThat(ask(child, "put large 100000")).startsWith("FULL");
			run("/usr/bin/prlimit", "--pid=" + child.pid(), "--fsize=unlimited:unlimited");
			assertThat(ask(child, "put large 100000")).isEqualTo("ok");
			assertThat(ask(child, "keys")).isEqualTo("[another, large, small]");
			child.kill();
		}
		try (EmbeddedStore store = new EmbeddedStore(this.directory)) {
			assertThat(StoreFixture.content(store)).containsOnlyKeys("small", "another", "large");
		}
	}

	@Test
	void aFullFileSystemFailsTheWriteAndNothingElse() throws Exception {
		Path disk = Files.createDirectory(this.directory.resolve("disk"));
		assumeThat(canMount(disk)).as("a file system of its own can be mounted").isTrue();
		try (EmbeddedStore store = new EmbeddedStore(disk)) {
			assertThat(Client.answer(store, "put small 100")).isEqualTo("ok");
			fill(disk.resolve("ballast"));
			assertThat(Client.answer(store, "put large 100000")).startsWith("FULL The store " + disk);
			assertThat(Client.answer(store, "keys")).isEqualTo("[small]");
			Files.delete(disk.resolve("ballast"));
			assertThat(Client.answer(store, "put large 100000")).isEqualTo("ok");
		}
		finally {
			run("/usr/bin/umount", disk.toString());
		}
	}

	@Test
	void aDirectoryWithoutPermissionIsNamed() throws Exception {
		if (!"root".equals(System.getProperty("user.name"))) {
			try (EmbeddedStore store = new EmbeddedStore(this.directory.resolve("below/store"))) {
				deniedAndAllowed((question) -> Client.answer(store, question));
			}
			return;
		}
		// Permissions do not keep root out, so the store is used by somebody else.
		assumeThat(Path.of("/usr/sbin/runuser")).exists();
		Files.setPosixFilePermissions(this.directory, PosixFilePermissions.fromString("rwxr-xr-x"));
		try (ChildProcess child = ChildProcess.start(List.of("/usr/sbin/runuser", "-u", "nobody", "--"),
				readableClassPath(), Client.class, this.directory.resolve("below/store").toString())) {
			deniedAndAllowed((question) -> ask(child, question));
		}
	}

	private void deniedAndAllowed(UnaryOperator<String> client) throws IOException {
		Path below = Files.createDirectory(this.directory.resolve("below"));
		Files.setPosixFilePermissions(below, PosixFilePermissions.fromString("r-xr-xr-x"));
		assertThat(client.apply("put key 10")).startsWith("ACCESS_DENIED The store " + below.resolve("store"))
			.contains("permission denied")
			.contains("gobridge.mqtt.store.path");
		Files.setPosixFilePermissions(below, PosixFilePermissions.fromString("rwxrwxrwx"));
		assertThat(client.apply("put key 10")).isEqualTo("ok");
		assertThat(client.apply("keys")).isEqualTo("[key]");
	}

	/**
	 * The few classes that the client needs, where everybody can read them.
	 */
	private String readableClassPath() throws Exception {
		Path classes = Files.createDirectory(this.directory.resolve("classes"));
		for (Path root : Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.map(Path::of)
			.toList()) {
			String name = root.getFileName().toString();
			if (name.startsWith("slf4j-api") || name.startsWith("jspecify")) {
				Files.copy(root, classes.resolve(name));
			}
			Path compiled = root.resolve("io/gobridge/mqtt/store");
			if (Files.isDirectory(compiled)) {
				Path target = Files.createDirectories(classes.resolve("io/gobridge/mqtt/store"));
				try (Stream<Path> files = Files.list(compiled)) {
					for (Path file : files.toList()) {
						Files.copy(file, target.resolve(file.getFileName().toString()));
					}
				}
			}
		}
		run("/usr/bin/chmod", "-R", "a+rX", classes.toString());
		return classes + ":" + classes + "/*";
	}

	private static boolean canMount(Path disk) throws Exception {
		return "root".equals(System.getProperty("user.name")) && Files.exists(Path.of("/usr/bin/mount"))
				&& new ProcessBuilder("/usr/bin/mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", disk.toString())
					.redirectErrorStream(true)
					.redirectOutput(ProcessBuilder.Redirect.DISCARD)
					.start()
					.waitFor() == 0;
	}

	private static void fill(Path file) throws IOException {
		try (var output = Files.newOutputStream(file)) {
			while (true) {
				output.write(new byte[4096]);
			}
		}
		catch (IOException ex) {
			assertThat(ex).hasMessageContaining("No space left");
		}
	}

	private static void run(String... command) throws Exception {
		assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).isZero();
	}

	private static String ask(ChildProcess child, String question) {
		child.say(question);
		String answer = child.line();
		while (answer != null && !answer.startsWith(Client.PROMPT)) {
			answer = child.line();
		}
		assertThat(answer).isNotNull();
		return answer.substring(Client.PROMPT.length());
	}

	/**
	 * Does what it is told to on its standard input.
	 */
	static final class Client {

		/** Tells answers from what is logged. */
		static final String PROMPT = "> ";

		private Client() {
		}

		/**
		 * Runs until the input ends.
		 * @param args the directory
		 * @throws IOException if there is no input
		 */
		public static void main(String... args) throws IOException {
			BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
			try (EmbeddedStore store = new EmbeddedStore(Path.of(args[0]))) {
				for (String line = input.readLine(); line != null; line = input.readLine()) {
					System.out.println(PROMPT + answer(store, line));
				}
			}
		}

		static String answer(EmbeddedStore store, String question) {
			String[] words = question.split(" ");
			try {
				if ("put".equals(words[0])) {
					store.call(StoreFixture.putting(words[1], "x".repeat(Integer.parseInt(words[2]))));
					return "ok";
				}
				return StoreFixture.content(store).keySet().toString();
			}
			catch (StoreException ex) {
				return ex.getKind() + " " + ex.getMessage();
			}
		}

	}

}
