package io.gobridge.mqtt.benchmarks;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ResultTable}.
 */
class ResultTableTests {

	@Test
	void showsMedianSpreadAndProportions() {
		Result yardstick = new Result(Contenders.SPRING_INTEGRATION_MANUAL, List.of(sample(1000, 100, 100)), null);
		Result fast = new Result("fast",
				List.of(sample(12_000, 100, 100), sample(9000, 100, 80), sample(20_000, 100, 90)), null);
		assertThat(rows(yardstick, fast)).anySatisfy((row) -> assertThat(row).startsWith("| fast ")
			.contains(" 12,000 (9,000 - 20,000) ")
			.contains(" 1.50 (1.50 - 1.50) ")
			.contains(" 64 (64 - 64) ")
			.contains("| 12.00       | - ")
			.contains("100 a run, 10.0 % lost"));
	}

	@Test
	void showsWhyAContenderIsOut() {
		Result failed = new Result("failed-one", List.of(sample(1, 1, 1)), new IllegalStateException("a\n|b"));
		assertThat(rows(failed)).anySatisfy((row) -> assertThat(row).startsWith("| failed-one ")
			.contains("failed: java.lang.IllegalStateException: a /b"));
	}

	@Test
	void allRowsAreOfOneWidth() {
		assertThat(rows(new Result("a", List.of(sample(1e6, 10, 10)), null),
				new Result("quite-a-long-name", List.of(sample(1, 10, 11)), null)))
			.hasSize(4)
			.extracting(String::length)
			.containsOnly(rows(new Result("a", List.of(sample(1e6, 10, 10)), null),
					new Result("quite-a-long-name", List.of(sample(1, 10, 11)), null))
				.get(0)
				.length());
	}

	private static List<String> rows(Result... results) {
		return new ResultTable(List.of(results)).toString().lines().toList();
	}

	private static Sample sample(double messagesPerSecond, long sent, long handled) {
		return new Sample(messagesPerSecond, 1.5, 0.5, 64, sent, handled, 0);
	}

}
