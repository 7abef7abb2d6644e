package io.gobridge.mqtt.test;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.read.ListAppender;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * HiveMQ leaves the logging of the application as it is configured.
 */
@SpringBootTest(classes = EmbeddedMqttBrokerTests.Application.class,
		properties = { "logging.level.io.example=trace", "logging.level.oshi=info" })
@EmbeddedMqttBroker
class ApplicationLoggingTests {

	private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();

	private final Logger root = this.context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);

	@Autowired
	private MqttTestBroker broker;

	@Test
	void levelsAndAppendersAreThoseOfTheApplication() {
		assertThat(this.root.getLevel()).isEqualTo(Level.INFO);
		assertThat(appenders(this.root)).filteredOn(ConsoleAppender.class::isInstance)
			.singleElement(InstanceOfAssertFactories.type(ConsoleAppender.class))
			.extracting((appender) -> ((PatternLayoutEncoder) appender.getEncoder()).getPattern())
			.asString()
			.contains("%clr(");
		assertThat(this.context.getLogger("io.example").getLevel()).isEqualTo(Level.TRACE);
		assertThat(this.context.getLogger("oshi").getLevel()).isEqualTo(Level.INFO);
	}

	@Test
	void startAndStopChangeNothingButTheLoggersOfHiveMq() {
		ListAppender<ILoggingEvent> appender = new ListAppender<>();
		appender.start();
		this.root.addAppender(appender);
		try {
			Map<String, String> running = configuration();
			List<?> listeners = this.context.getCopyOfListenerList();
			List<?> filters = List.copyOf(this.context.getTurboFilterList());
			this.broker.stop();
			Map<String, String> stopped = configuration();
			this.broker.start();
			assertThat(configuration()).isEqualTo(running);
			assertThat(withoutHiveMq(stopped)).isEqualTo(withoutHiveMq(running));
			assertThat(this.context.getCopyOfListenerList()).isEqualTo(listeners);
			assertThat(this.context.getTurboFilterList()).isEqualTo(filters);
		}
		finally {
			this.root.detachAppender(appender);
		}
		assertThat(appender.list).filteredOn((event) -> !event.getLevel().isGreaterOrEqual(Level.WARN)).isEmpty();
	}

	/**
	 * Level and appenders of all loggers that have any of their own; HiveMQ creates
	 * others as it goes.
	 */
	private Map<String, String> configuration() {
		Map<String, String> configuration = new LinkedHashMap<>();
		for (Logger logger : this.context.getLoggerList()) {
			@Nullable Level level = logger.getLevel();
			List<Object> appenders = appenders(logger);
			if (level != null || !appenders.isEmpty() || !logger.isAdditive()) {
				configuration.put(logger.getName(), level + " " + appenders + " " + logger.isAdditive());
			}
		}
		return configuration;
	}

	private static Map<String, String> withoutHiveMq(Map<String, String> configuration) {
		Map<String, String> rest = new LinkedHashMap<>(configuration);
		QuietLoggers.NAMES.forEach(rest::remove);
		return rest;
	}

	private static List<Object> appenders(Logger logger) {
		List<Object> appenders = new ArrayList<>();
		logger.iteratorForAppenders().forEachRemaining(appenders::add);
		return appenders;
	}

}
