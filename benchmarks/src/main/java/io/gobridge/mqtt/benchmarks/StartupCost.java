package io.gobridge.mqtt.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

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

	private StartupCost() {
	}

	/**
	 * Runs the processes and prints the medians.
	 * @param args none
	 * @throws IOException if a process can not be started
	 */
	public static void main(String... args) throws IOException {
		List<Long> with = new ArrayList<>();
		List<Long> without = new ArrayList<>();
		for (int run = 0; run < RUNS; run++) {
			without.add(start(false));
			with.add(start(true));
		}
		System.out.printf("context start, %d processes each: without %d ms (%s), with %d ms (%s)%n", RUNS,
				median(without), without, median(with), with);
	}

	private static long start(boolean enabled) throws IOException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), Application.class.getName(),
				"--gobridge.mqtt.enabled=" + enabled)
			.redirectErrorStream(true)
			.start();
		long millis = -1;
		try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
			String line;
			while ((line = output.readLine()) != null) {
				if (line.startsWith("context ")) {
					millis = Long.parseLong(line.substring("context ".length()));
				}
			}
		}
		if (millis < 0) {
			throw new IllegalStateException("The application did not start");
		}
		return millis;
	}

	private static long median(List<Long> values) {
		List<Long> sorted = new ArrayList<>(values);
		Collections.sort(sorted);
		return sorted.get(sorted.size() / 2);
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
				.listeners((ApplicationListener<ApplicationStartedEvent>) (event) -> System.out
					.println("context " + Objects.requireNonNull(event.getTimeTaken()).toMillis()))
				.run(args)
				.close();
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
