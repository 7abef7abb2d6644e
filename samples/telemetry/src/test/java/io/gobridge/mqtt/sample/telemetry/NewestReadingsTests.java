package io.gobridge.mqtt.sample.telemetry;

import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class NewestReadingsTests {

	private final NewestReadings readings = new NewestReadings();

	@Test
	void isEmptyAtFirst() {
		assertThat(this.readings.list()).isEmpty();
	}

	@Test
	void keepsTheNewest() {
		IntStream.range(0, 250).forEach((i) -> this.readings.add(reading(i)));
		List<SiteReading> list = this.readings.list();
		assertThat(list).hasSize(100).startsWith(reading(249), reading(248)).endsWith(reading(150));
	}

	private static SiteReading reading(int i) {
		return new SiteReading("site", i, Instant.EPOCH.plusSeconds(i));
	}

}
