package io.gobridge.mqtt.broker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Tests for {@link HiveMqBroker} and {@link TestClient}.
 */
class HiveMqBrokerTests {

	@Test
	void keepsSessionsAndPortAcrossARestartAndRemovesItsFolder() {
		Path folder;
		try (HiveMqBroker broker = HiveMqBroker.run()) {
			folder = broker.folder();
			int port = broker.port();
			TestClient sleeper = durable(port);
			sleeper.subscribe("a/#", 1);
			sleeper.close();
			broker.restart();
			assertThat(broker.port()).isEqualTo(port);
			try (TestClient publisher = TestClient.connect(port)) {
				publisher.publish("a/1", 1, "one");
				publisher.publish("a/2", 2, "two");
			}
			try (TestClient awake = durable(port)) {
				Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> awake.count() == 2);
				assertThat(awake.messages())
					.extracting(TestClient.Received::topic, TestClient.Received::payload, TestClient.Received::qos)
					.containsExactly(tuple("a/1", "one", 1), tuple("a/2", "two", 1));
			}
		}
		assertThat(Files.exists(folder)).isFalse();
	}

	@Test
	void leavesLoggingAndUncaughtExceptionsToTheApplication() {
		LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
		Logger root = context.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
		ListAppender<ILoggingEvent> appender = new ListAppender<>();
		appender.start();
		root.addAppender(appender);
		Thread.UncaughtExceptionHandler handler = Thread.getDefaultUncaughtExceptionHandler();
		int listeners = context.getCopyOfListenerList().size();
		int filters = context.getTurboFilterList().size();
		try (HiveMqBroker broker = HiveMqBroker.builder().inMemory().start()) {
			assertThat(Ports.accepts(broker.port())).isTrue();
			assertThat(root.isAttached(appender)).isTrue();
			assertThat(context.getCopyOfListenerList()).hasSize(listeners);
			assertThat(context.getTurboFilterList()).hasSize(filters);
			assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(handler);
		}
		finally {
			root.detachAppender(appender);
		}
		assertThat(appender.list).filteredOn((event) -> event.getLoggerName().startsWith("com.hivemq")).isEmpty();
	}

	private static TestClient durable(int port) {
		return TestClient.connect(port, "sleeper", (connect) -> connect.cleanStart(false).sessionExpiryInterval(3600));
	}

}
