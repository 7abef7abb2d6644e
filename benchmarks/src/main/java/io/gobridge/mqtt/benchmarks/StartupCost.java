package io.gobridge.mqtt.benchmarks;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.TopicVariable;

import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.event.ApplicationStartedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;

/**
 * What the starter adds to the start of a context: new processes with and without it, in
 * turn, each printing how long its context took. No broker is there, as the start does
 * not wait for one.
 */
public final class StartupCost {

	private static final int RUNS = Integer.getInteger("startup.runs", 9);

	private static final String JVM_ARGS = System.getProperty("startup.jvm.args", "");

	/** What the starter brings that an application without it would not have. */
	private static final Pattern STARTER = Pattern
		.compile(".*(gobridge-mqtt-(starter|autoconfigure)|spring-messaging|spring-boot-(starter-)?jackson"
				+ "|jackson-|org\\.eclipse\\.paho).*");

	private StartupCost() {
	}

	/**
	 * Runs the processes and prints the medians.
	 * @param args none
	 * @throws IOException if a process can not be started
	 */
	public static void main(String... args) throws IOException {
		Map<Kind, List<Start>> starts = new EnumMap<>(Kind.class);
		List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
		// The first round warms the page cache up.
		for (int run = 0; run <= RUNS; run++) {
			// What ran before leaves its traces in the caches of the machine.
			Collections.shuffle(kinds);
			for (Kind kind : kinds) {
				Start start = start(kind);
				if (run > 0) {
					starts.computeIfAbsent(kind, (key) -> new ArrayList<>()).add(start);
				}
			}
		}
		System.out.printf("Start of a context, medians of %d new processes each%n%n", RUNS);
		System.out.println("| application | context ms | over the row before, round by round: median (quartiles) |"
				+ " of its main thread, CPU ms | of its process, CPU ms |");
		System.out.println("|---|---|---|---|---|");
		List<Start> before = List.of();
		for (Map.Entry<Kind, List<Start>> entry : starts.entrySet()) {
			List<Start> of = entry.getValue();
			System.out.printf("| %s | %d | %s | %d | %d |%n", entry.getKey().description, median(of, Start::millis),
					over(before, of), median(of, Start::threadMillis), median(of, Start::processMillis));
			before = of;
		}
	}

	/**
	 * A machine that is slow for a while is so for all that is started meanwhile.
	 */
	private static String over(List<Start> before, List<Start> of) {
		if (before.isEmpty()) {
			return "";
		}
		long[] differences = new long[of.size()];
		for (int i = 0; i < differences.length; i++) {
			differences[i] = of.get(i).millis() - before.get(i).millis();
		}
		Arrays.sort(differences);
		int runs = differences.length;
		return "%+d (%+d, %+d)".formatted(differences[runs / 2], differences[runs / 4], differences[3 * runs / 4]);
	}

	private static Start start(Kind kind) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		if (!JVM_ARGS.isBlank()) {
			command.addAll(List.of(JVM_ARGS.trim().split("\\s+")));
		}
		command.addAll(List.of("-cp", classPath(kind), Application.class.getName(),
				"--gobridge.mqtt.enabled=" + (kind == Kind.STARTER)));
		Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
		Start start = null;
		try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
			String line;
			while ((line = output.readLine()) != null) {
				if (line.startsWith("context ")) {
					String[] values = line.split(" ");
					start = new Start(Long.parseLong(values[1]), Long.parseLong(values[2]), Long.parseLong(values[3]));
				}
			}
		}
		if (start == null) {
			throw new IllegalStateException("The application did not start");
		}
		return start;
	}

	private static String classPath(Kind kind) {
		String classPath = System.getProperty("java.class.path");
		if (kind != Kind.PLAIN) {
			return classPath;
		}
		return Stream.of(classPath.split(File.pathSeparator))
			.filter((entry) -> !STARTER.matcher(entry).matches())
			.collect(Collectors.joining(File.pathSeparator));
	}

	private static long median(List<Start> starts, ToLongFunction<Start> value) {
		return starts.stream().mapToLong(value).sorted().skip(starts.size() / 2).findFirst().orElseThrow();
	}

	/**
	 * What is started.
	 */
	private enum Kind {

		PLAIN("without the starter"), DISABLED("with its jars, and `gobridge.mqtt.enabled=false`"),
		STARTER("with the starter");

		private final String description;

		Kind(String description) {
			this.description = description;
		}

	}

	/**
	 * One start.
	 *
	 * @param millis how long the context took
	 * @param threadMillis CPU time of the main thread until then, with the start of the
	 * JVM
	 * @param processMillis CPU time of the process until then, with the compilers
	 */
	private record Start(long millis, long threadMillis, long processMillis) {
	}

	/**
	 * An application with two routes.
	 */
	@SpringBootConfiguration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	public static class Application {

		/**
		 * Starts the context, prints how long that took, and ends.
		 * @param args arguments of the application
		 */
		public static void main(String... args) {
			new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.properties("gobridge.mqtt.client-id=startup", "gobridge.mqtt.url=mqtt://127.0.0.1:1",
						"logging.level.root=OFF", "spring.main.banner-mode=off")
				.listeners((ApplicationListener<ApplicationStartedEvent>) Application::print)
				.run(args)
				.close();
		}

		private static void print(ApplicationStartedEvent event) {
			long millis = Objects.requireNonNull(event.getTimeTaken()).toMillis();
			Duration thread = Duration.ofNanos(ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
			Duration process = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
			System.out.println("context " + millis + " " + thread.toMillis() + " " + process.toMillis());
		}

		@Bean
		Handlers handlers() {
			return new Handlers();
		}

	}

	/**
	 * Routes of the application.
	 */
	public static class Handlers {

		@MqttRoute("startup/{site}/temperature")
		void reading(@TopicVariable String site, Reading reading) {
		}

		@MqttRoute("startup/raw/#")
		void raw(byte[] payload) {
		}

		/**
		 * A reading.
		 *
		 * @param celsius the temperature
		 */
		public record Reading(double celsius) {
		}

	}

}
