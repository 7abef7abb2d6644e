package io.gobridge.mqtt.test;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggerConfiguration;
import org.springframework.boot.logging.LoggingSystem;

/**
 * Keeps HiveMQ from filling the log of the application, as long as at least one broker
 * runs. A logger that the application has given a level keeps it, and no other logger is
 * touched.
 */
final class QuietLoggers {

	private static final List<String> NAMES = List.of("com.hivemq", "jetbrains.exodus", "oshi");

	private static final ReentrantLock LOCK = new ReentrantLock();

	private static final List<String> CHANGED = new ArrayList<>();

	private static int brokers;

	private QuietLoggers() {
	}

	static void acquire() {
		LOCK.lock();
		try {
			brokers++;
			LoggingSystem logging = loggingSystem();
			for (String name : NAMES) {
				LoggerConfiguration logger = logging.getLoggerConfiguration(name);
				if (logger == null || logger.getConfiguredLevel() == null) {
					logging.setLogLevel(name, LogLevel.WARN);
					CHANGED.add(name);
				}
			}
		}
		finally {
			LOCK.unlock();
		}
	}

	static void release() {
		LOCK.lock();
		try {
			brokers--;
			if (brokers == 0) {
				LoggingSystem logging = loggingSystem();
				for (String name : CHANGED) {
					LoggerConfiguration logger = logging.getLoggerConfiguration(name);
					// A level that came later, with the next application context maybe,
					// is not ours.
					if (logger != null && logger.getConfiguredLevel() == LogLevel.WARN) {
						logging.setLogLevel(name, null);
					}
				}
				CHANGED.clear();
			}
		}
		finally {
			LOCK.unlock();
		}
	}

	private static LoggingSystem loggingSystem() {
		return LoggingSystem.get(QuietLoggers.class.getClassLoader());
	}

}
