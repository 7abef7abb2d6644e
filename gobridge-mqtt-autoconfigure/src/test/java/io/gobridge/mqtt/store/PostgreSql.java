package io.gobridge.mqtt.store;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.gobridge.mqtt.broker.Ports;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.PGSimpleDataSource;

import org.springframework.util.FileSystemUtils;

/**
 * A PostgreSQL of its own in a temporary directory, from the packages of the operating
 * system. It does not run as root, so there it runs as {@code nobody}.
 */
public final class PostgreSql implements AutoCloseable {

	private final Path programs;

	private final Path directory;

	private final int port;

	private PostgreSql(Path programs, Path directory, int port) {
		this.programs = programs;
		this.directory = directory;
		this.port = port;
	}

	/**
	 * Whether it is installed.
	 * @return whether there are its programs
	 */
	public static boolean isInstalled() {
		return programs() != null;
	}

	/**
	 * Starts a new server with an empty database.
	 * @return the server
	 */
	public static PostgreSql start() {
		Path programs = programs();
		if (programs == null) {
			throw new IllegalStateException("PostgreSQL is not installed");
		}
		try {
			Path directory = Files.createTempDirectory("gobridge-postgresql");
			run(List.of("/bin/chmod", "777", directory.toString()));
			PostgreSql server = new PostgreSql(programs, directory, Ports.free());
			server.runAsOwner("initdb", "-D", directory.resolve("data").toString(), "-U", "app", "-A", "trust", "-N",
					"--no-locale", "-E", "UTF8");
			server.startAgain();
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static @Nullable Path programs() {
		try (Stream<Path> versions = Files.list(Path.of("/usr/lib/postgresql"))) {
			return versions.map((version) -> version.resolve("bin"))
				.filter((bin) -> Files.isExecutable(bin.resolve("initdb")) && Files.isExecutable(bin.resolve("pg_ctl")))
				.max(Comparator.naturalOrder())
				.orElse(null);
		}
		catch (IOException ex) {
			return null;
		}
	}

	/**
	 * Starts the server that was stopped, on the same port.
	 */
	public void startAgain() {
		runAsOwner("pg_ctl", "-D", data(), "-l", this.directory.resolve("log").toString(), "-w", "-t", "60", "-o",
				"-p " + this.port + " -h 127.0.0.1 -k " + this.directory + " -c shared_buffers=16MB", "start");
	}

	/**
	 * Stops the server at once, as a crash would. What was committed stays.
	 */
	public void stop() {
		runAsOwner("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
	}

	private String data() {
		return this.directory.resolve("data").toString();
	}

	/**
	 * Returns a data source without a pool.
	 * @return the data source
	 */
	public DataSource dataSource() {
		PGSimpleDataSource dataSource = new PGSimpleDataSource();
		dataSource.setUrl("jdbc:postgresql://127.0.0.1:" + this.port + "/postgres?connectTimeout=5");
		dataSource.setUser("app");
		dataSource.setPassword("a secret");
		return dataSource;
	}

	private void runAsOwner(String program, String... arguments) {
		List<String> command = new ArrayList<>();
		if ("root".equals(System.getProperty("user.name"))) {
			command.addAll(List.of("/sbin/runuser", "-u", "nobody", "--"));
		}
		command.add(this.programs.resolve(program).toString());
		command.addAll(List.of(arguments));
		run(command);
	}

	private static void run(List<String> command) {
		try {
			Path output = Files.createTempFile("gobridge-postgresql", ".out");
			try {
				Process process = new ProcessBuilder(command).directory(new File("/"))
					.redirectErrorStream(true)
					.redirectOutput(output.toFile())
					.start();
				if (process.waitFor() != 0) {
					throw new IllegalStateException(command + " failed: " + Files.readString(output));
				}
			}
			finally {
				Files.delete(output);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		try {
			if (Files.exists(this.directory.resolve("data/postmaster.pid"))) {
				stop();
			}
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
