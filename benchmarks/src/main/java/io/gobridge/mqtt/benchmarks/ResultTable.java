package io.gobridge.mqtt.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

import org.jspecify.annotations.Nullable;

/**
 * The results of one QoS as a table in Markdown that is also readable as it is: medians,
 * the smallest and the largest value behind them in brackets, and the medians in
 * proportion to the two yardsticks.
 */
final class ResultTable {

	private static final List<String> HEADINGS = List.of("contender", "messages/s", "CPU us/message", "bytes/message",
			"x SI manual", "x HiveMQ", "server us", "remarks");

	private final List<Result> results;

	ResultTable(List<Result> results) {
		this.results = List.copyOf(results);
	}

	@Override
	public String toString() {
		List<List<String>> rows = new ArrayList<>();
		rows.add(HEADINGS);
		for (Result result : this.results) {
			rows.add(row(result));
		}
		int[] widths = new int[HEADINGS.size()];
		rows.forEach((row) -> Arrays.setAll(widths, (i) -> Math.max(widths[i], row.get(i).length())));
		StringBuilder text = new StringBuilder();
		for (int i = 0; i < rows.size(); i++) {
			append(text, rows.get(i), widths);
			if (i == 0) {
				append(text, Arrays.stream(widths).mapToObj("-"::repeat).toList(), widths);
			}
		}
		return text.toString();
	}

	private static void append(StringBuilder text, List<String> row, int[] widths) {
		for (int i = 0; i < row.size(); i++) {
			text.append("| ").append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 1));
		}
		text.append("|\n");
	}

	private List<String> row(Result result) {
		if (!result.complete()) {
			return List.of(result.id(), "-", "-", "-", "-", "-", "-", "failed: " + reason(result.failure()));
		}
		List<Sample> samples = result.samples();
		return List.of(result.id(), spread(samples, Sample::messagesPerSecond, "%,.0f"),
				spread(samples, Sample::clientCpuMicros, "%.2f"), spread(samples, Sample::allocatedBytes, "%,.0f"),
				ratio(samples, Contenders.SPRING_INTEGRATION_MANUAL), ratio(samples, Contenders.HIVEMQ),
				format("%.2f", median(samples, Sample::serverCpuMicros)), remarks(samples));
	}

	private static String reason(@Nullable Throwable failure) {
		if (failure == null) {
			return "not run";
		}
		return String.valueOf(failure).replaceAll("\\s+", " ").replace('|', '/');
	}

	private static String spread(List<Sample> samples, ToDoubleFunction<Sample> value, String format) {
		double[] values = samples.stream().mapToDouble(value).sorted().toArray();
		return format(format + " (" + format + " - " + format + ")", median(samples, value), values[0],
				values[values.length - 1]);
	}

	private String ratio(List<Sample> samples, String yardstick) {
		for (Result result : this.results) {
			if (result.id().equals(yardstick) && result.complete()) {
				return format("%.2f", median(samples, Sample::messagesPerSecond)
						/ median(result.samples(), Sample::messagesPerSecond));
			}
		}
		return "-";
	}

	private static String remarks(List<Sample> samples) {
		List<String> remarks = new ArrayList<>();
		long sent = samples.stream().mapToLong(Sample::sent).sum();
		long handled = samples.stream().mapToLong(Sample::handled).sum();
		long strays = samples.stream().mapToLong(Sample::strays).sum();
		remarks.add(format("%,d a run", sent / samples.size()));
		if (handled < sent) {
			remarks.add(format("%.1f %% lost", 100.0 * (sent - handled) / sent));
		}
		if (handled > sent) {
			remarks.add(format("%,d handled twice", handled - sent));
		}
		if (strays > 0) {
			remarks.add(format("%.2f acknowledgements too many for each message", (double) strays / sent));
		}
		return String.join(", ", remarks);
	}

	private static double median(List<Sample> samples, ToDoubleFunction<Sample> value) {
		double[] values = samples.stream().mapToDouble(value).sorted().toArray();
		int middle = values.length / 2;
		return (values.length % 2 == 1) ? values[middle] : (values[middle - 1] + values[middle]) / 2;
	}

	private static String format(String format, Object... arguments) {
		return String.format(Locale.ROOT, format, arguments);
	}

}
