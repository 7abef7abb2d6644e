package io.gobridge.mqtt.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A process of its own that runs a main class of the tests and tells on its standard
 * output how far it has come.
 */
public final class ChildProcess implements AutoCloseable {

	private final Process process;

	private final BufferedReader output;

	private ChildProcess(Process process) {
		this.process = process;
		this.output = new BufferedReader(process.inputReader(StandardCharsets.UTF_8));
	}

	/**
	 * Starts a process.
	 * @param prefix what the command begins with, such as a shell that sets limits
	 * @param classPath the class path
	 * @param main the main class
	 * @param arguments its arguments
	 * @return the process
	 */
	public static ChildProcess start(List<String> prefix, String classPath, Class<?> main, String... arguments) {
		List<String> command = new ArrayList<>(prefix);
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData", "-cp", classPath));
		command.add(main.getName());
		command.addAll(List.of(arguments));
		try {
			return new ChildProcess(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Starts a process with the class path of this one.
	 * @param main the main class
	 * @param arguments its arguments
	 * @return the process
	 */
	public static ChildProcess start(Class<?> main, String... arguments) {
		return start(List.of(), System.getProperty("java.class.path"), main, arguments);
	}

	/**
	 * Returns the process identifier.
	 * @return the process identifier
	 */
	public long pid() {
		return this.process.pid();
	}

	/**
	 * Reads what the process said next.
	 * @return the line, or {@code null} when it has ended
	 */
	public @Nullable String line() {
		try {
			return this.output.readLine();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Sends a line to the process.
	 * @param line the line
	 */
	public void say(String line) {
		try {
			this.process.outputWriter().write(line + "\n");
			this.process.outputWriter().flush();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/** SIGKILL. */
	public void kill() {
		// Not through the process, which would throw away what it has said.
		this.process.toHandle().destroyForcibly();
		this.process.onExit().join();
	}

	/**
	 * Reads what the process had said before it was killed.
	 * @return the last complete line
	 */
	public @Nullable String lastLine() {
		String last = null;
		String line = line();
		while (line != null) {
			last = line;
			line = line();
		}
		return last;
	}

	@Override
	public void close() {
		kill();
	}

}
