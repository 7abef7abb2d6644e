package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.gobridge.mqtt.route.MqttRouteDefinition;

/**
 * A process that handles messages and writes down which, to be killed at any time. Every
 * record is one system call, so that what the process has written survives it.
 */
final class KilledProcess implements AutoCloseable {

	private final Process process;

	private final Path records;

	private KilledProcess(Process process, Path records) {
		this.process = process;
		this.records = records;
	}

	static KilledProcess start(String url, String clientId, String topic, Path records, Path log) {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		try {
			Process process = new ProcessBuilder(java, "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp",
					System.getProperty("java.class.path"), KilledProcess.class.getName(), url, clientId, topic,
					records.toString())
				.redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
				.start();
			return new KilledProcess(process, records);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * The numbers of the messages that this process has handled so far, in order.
	 */
	List<Integer> handled() {
		if (!Files.exists(this.records)) {
			return List.of();
		}
		try {
			ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(this.records));
			List<Integer> numbers = new ArrayList<>();
			while (bytes.remaining() >= Integer.BYTES) {
				numbers.add(bytes.getInt());
			}
			return numbers;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	boolean isAlive() {
		return this.process.isAlive();
	}

	/** SIGKILL. */
	void kill() {
		this.process.destroyForcibly().onExit().join();
	}

	@Override
	public void close() {
		kill();
	}

	/**
	 * Runs until it is killed.
	 * @param args address, client id, topic filter and file of the records
	 * @throws IOException if the file can not be opened
	 */
	@SuppressWarnings("resource")
	public static void main(String... args) throws IOException {
		FileChannel records = FileChannel.open(Path.of(args[3]), StandardOpenOption.CREATE, StandardOpenOption.WRITE,
				StandardOpenOption.APPEND);
		MqttRouteDefinition route = MqttRouteDefinition.builder("record").topic(args[2]).qos(2).handler((delivery) -> {
			ByteBuffer buffer = ByteBuffer.allocate(Integer.BYTES);
			buffer.putInt(Integer.parseInt(new String(delivery.payload(), StandardCharsets.UTF_8))).flip();
			records.write(buffer);
		}).build();
		Engines.start(args[0], args[1], route);
		while (true) {
			// Until it is killed.
			LockSupport.park();
		}
	}

}
