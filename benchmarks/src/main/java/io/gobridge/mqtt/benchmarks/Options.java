package io.gobridge.mqtt.benchmarks;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.function.Predicate;

/**
 * What a side-by-side run is to do, read from properties that begin with {@code bench.}.
 *
 * @param contenders who takes part, in the order of the table
 * @param qos the QoS levels, one table each
 * @param runs how many measured runs
 * @param messages how many messages in each run; 0 for as many as the contender handles
 * in {@link #runTime}
 * @param runTime how long a run should take where the number of messages is not given
 * @param warmup how long each contender runs before it is measured
 * @param receiveMaximum what every contender announces
 * @param topics through how many topics the messages go in turn
 * @param payloadSize the size of the payload in bytes
 */
record Options(List<Contender> contenders, List<Integer> qos, int runs, int messages, Duration runTime, Duration warmup,
		int receiveMaximum, int topics, int payloadSize) {

	private static final String PREFIX = "bench.";

	/** Read the options; those that are not given have their default. */
	static Options from(Properties properties) {
		Reader reader = new Reader(properties);
		String messages = reader.text("messages", "auto");
		return new Options(contenders(reader.text("contenders", "all")), qos(reader.text("qos", "0,1,2")),
				reader.number("runs", 5), messages.equals("auto") ? 0 : reader.number("messages", 0),
				reader.seconds("seconds", 2), reader.seconds("warmup", 4), reader.number("receive-maximum", 192),
				reader.number("topics", 1), reader.number("payload", 128));
	}

	private static List<Integer> qos(String levels) {
		return Arrays.stream(levels.split(",")).map(Integer::valueOf).toList();
	}

	private static List<Contender> contenders(String ids) {
		if (ids.equals("all")) {
			return Contenders.all();
		}
		List<Contender> chosen = new ArrayList<>();
		for (String id : ids.split(",")) {
			List<Contender> matching = Contenders.all().stream().filter(named(id)).toList();
			if (matching.isEmpty()) {
				throw new IllegalArgumentException("There is no contender '%s', only %s".formatted(id,
						Contenders.all().stream().map(Contender::id).toList()));
			}
			matching.stream().filter((contender) -> !chosen.contains(contender)).forEach(chosen::add);
		}
		return List.copyOf(chosen);
	}

	/** A name that ends in {@code *} stands for all that begin so. */
	private static Predicate<Contender> named(String id) {
		if (id.endsWith("*")) {
			String start = id.substring(0, id.length() - 1);
			return (contender) -> contender.id().startsWith(start);
		}
		return (contender) -> contender.id().equals(id);
	}

	private record Reader(Properties properties) {

		String text(String name, String fallback) {
			return this.properties.getProperty(PREFIX + name, fallback).strip();
		}

		int number(String name, int fallback) {
			return Integer.parseInt(text(name, Integer.toString(fallback)));
		}

		Duration seconds(String name, double fallback) {
			return Duration.ofMillis(Math.round(Double.parseDouble(text(name, Double.toString(fallback))) * 1000));
		}

	}

}
