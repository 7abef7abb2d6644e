package io.gobridge.mqtt.test;

import java.util.HashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link QuietLoggers}.
 */
class QuietLoggersTests {

	private final Levels levels = new Levels();

	private final QuietLoggers loggers = new QuietLoggers(() -> this.levels);

	@Test
	void areQuietAsLongAsABrokerRuns() {
		this.loggers.acquire();
		this.loggers.acquire();
		assertThat(this.levels.configured).hasSameSizeAs(QuietLoggers.NAMES)
			.containsEntry("com.hivemq.embedded", LogLevel.WARN)
			.doesNotContainKeys("com.hivemq", "com.hivemq.client");
		this.loggers.release();
		assertThat(this.levels.configured).hasSameSizeAs(QuietLoggers.NAMES);
		this.loggers.release();
		assertThat(this.levels.configured).isEmpty();
	}

	@Test
	void keepTheLevelsOfTheApplication() {
		this.levels.configured.put("oshi", LogLevel.WARN);
		this.levels.configured.put("com.hivemq.mqtt", LogLevel.DEBUG);
		this.loggers.acquire();
		assertThat(this.levels.configured).containsEntry("com.hivemq.mqtt", LogLevel.DEBUG);
		this.levels.configured.put("com.hivemq.util", LogLevel.TRACE);
		this.loggers.release();
		assertThat(this.levels.configured).isEqualTo(
				Map.of("oshi", LogLevel.WARN, "com.hivemq.mqtt", LogLevel.DEBUG, "com.hivemq.util", LogLevel.TRACE));
	}

	@Test
	void keepTheLevelOfAPackageAbove() {
		this.levels.configured.put("com.hivemq", LogLevel.DEBUG);
		this.loggers.acquire();
		assertThat(this.levels.configured).containsOnlyKeys("com.hivemq", "jetbrains.exodus", "migrations", "oshi");
		this.loggers.release();
		assertThat(this.levels.configured).containsOnlyKeys("com.hivemq");
	}

	@Test
	void areSetAgainWhenAnApplicationContextHasResetThem() {
		this.loggers.acquire();
		this.levels.configured.clear();
		this.loggers.acquire();
		assertThat(this.levels.configured).hasSameSizeAs(QuietLoggers.NAMES);
		this.loggers.release();
		this.loggers.release();
		assertThat(this.levels.configured).isEmpty();
	}

	private static final class Levels extends LoggingSystem {

		private final Map<String, LogLevel> configured = new HashMap<>();

		@Override
		public void beforeInitialize() {
		}

		@Override
		public void setLogLevel(@Nullable String name, @Nullable LogLevel level) {
			this.configured.compute(String.valueOf(name), (key, before) -> level);
		}

		@Override
		public @Nullable LoggerConfiguration getLoggerConfiguration(String name) {
			LogLevel level = this.configured.get(name);
			return new LoggerConfiguration(name, level, (level != null) ? level : LogLevel.INFO);
		}

	}

}
