package io.gobridge.mqtt.test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.stream.Stream;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Keeps HiveMQ from filling the log of the application, as long as at least one broker
 * runs. A logger that the application has given a level, itself or by a package above it,
 * keeps it, and no other logger is touched.
 */
final class QuietLoggers {

	/**
	 * The packages of the broker one by one: HiveMQ's client library is in
	 * {@code com.hivemq} too and may be what the application uses.
	 */
	static final List<String> NAMES = Stream
		.concat(Stream
			.of("HiveMQInstance", "HiveMQServer", "bootstrap", "codec", "common", "configuration", "embedded",
					"extensions", "lifecycle", "limitation", "logging", "metrics", "migration", "mqtt", "persistence",
					"security", "statistics", "throttling", "util", "websocket")
			.map((name) -> "com.hivemq." + name), Stream.of("jetbrains.exodus", "migrations", "oshi"))
		.toList();

	private static final QuietLoggers SHARED = new QuietLoggers(
			() -> LoggingSystem.get(QuietLoggers.class.getClassLoader()));

	private final Supplier<LoggingSystem> loggingSystem;

	private final ReentrantLock lock = new ReentrantLock();

	private final List<String> changed = new ArrayList<>();

	private int brokers;

	QuietLoggers(Supplier<LoggingSystem> loggingSystem) {
		this.loggingSystem = loggingSystem;
	}

	/**
	 * Those of this virtual machine.
	 * @return the loggers
	 */
	static QuietLoggers shared() {
		return SHARED;
	}

	/**
	 * Makes the loggers quiet for one more broker. Done at each start, as an application
	 * context that has started since has set all loggers anew.
	 */
	void acquire() {
		this.lock.lock();
		try {
			this.brokers++;
			LoggingSystem logging = this.loggingSystem.get();
			for (String name : NAMES) {
				if (!hasLevelOfTheApplication(logging, name)) {
					logging.setLogLevel(name, LogLevel.WARN);
					this.changed.add(name);
				}
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether the logger or one above it, but not the root, has a level.
	 */
	private static boolean hasLevelOfTheApplication(LoggingSystem logging, String name) {
		for (String ancestor = name; !ancestor.isEmpty(); ancestor = ancestor.substring(0,
				Math.max(ancestor.lastIndexOf('.'), 0))) {
			LoggerConfiguration logger = logging.getLoggerConfiguration(ancestor);
			if (logger != null && logger.getConfiguredLevel() != null) {
				return true;
			}
		}
		return false;
	}

	void release() {
		this.lock.lock();
		try {
			this.brokers--;
			if (this.brokers > 0) {
				return;
			}
			LoggingSystem logging = this.loggingSystem.get();
			for (String name : this.changed) {
				LoggerConfiguration logger = logging.getLoggerConfiguration(name);
				// Another level came later, from an application context maybe.
				if (logger != null && logger.getConfiguredLevel() == LogLevel.WARN) {
					logging.setLogLevel(name, null);
				}
			}
			this.changed.clear();
		}
		finally {
			this.lock.unlock();
		}
	}

}
