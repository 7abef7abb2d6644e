package io.gobridge.mqtt.benchmarks;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link SideBySide}: every contender gets all its messages at every QoS.
 */
class SideBySideTests {

	@Test
	void everyContenderCompletesEveryQos() throws Exception {
		Properties properties = new Properties();
		properties.setProperty("bench.messages", "400");
		properties.setProperty("bench.runs", "1");
		properties.setProperty("bench.warmup", "0");
		properties.setProperty("bench.topics", "3");
		ByteArrayOutputStream text = new ByteArrayOutputStream();
		try (PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
				PrintStream progress = new PrintStream(OutputStream.nullOutputStream())) {
			assertThat(new SideBySide(Options.from(properties), out, progress).run())
				.as(() -> text.toString(StandardCharsets.UTF_8))
				.isTrue();
		}
		String table = text.toString(StandardCharsets.UTF_8);
		assertThat(table).doesNotContain("failed");
		for (Contender contender : Contenders.all()) {
			assertThat(table.lines().filter((line) -> line.startsWith("| " + contender.id() + " "))).as(contender.id())
				.hasSize(3);
		}
	}

	@Test
	void contendersAreChosenByNameOrPrefix() {
		Properties properties = new Properties();
		properties.setProperty("bench.contenders", "hivemq*,paho");
		assertThat(Options.from(properties).contenders()).extracting(Contender::id)
			.containsExactly("hivemq", "hivemq-manual", "paho");
		properties.setProperty("bench.contenders", "nobody");
		assertThatIllegalArgumentException().isThrownBy(() -> Options.from(properties))
			.withMessageContaining("nobody")
			.withMessageContaining("spring-integration-manual");
	}

}
