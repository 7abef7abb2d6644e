package io.gobridge.mqtt.test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.mqtt.autoconfigure.MqttConnectionDetails;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mockito.Mockito;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.MergedContextConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link EmbeddedBrokerContextCustomizer} and its factory.
 */
class EmbeddedBrokerContextCustomizerTests {

	private final EmbeddedBrokerContextCustomizerFactory factory = new EmbeddedBrokerContextCustomizerFactory();

	@Test
	void brokerEndsAfterWhatIsConnectedToIt() {
		AtomicReference<Boolean> runningWhenClientEnds = new AtomicReference<>();
		MqttTestBroker broker;
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			new EmbeddedBrokerContextCustomizer(0).customizeContext(context,
					Mockito.mock(MergedContextConfiguration.class));
			context.registerBean(Client.class,
					() -> new Client(context.getBean(MqttConnectionDetails.class), runningWhenClientEnds, context));
			context.registerBean("other", MqttConnectionDetails.class, () -> () -> List.of("mqtt://elsewhere"));
			context.refresh();
			broker = context.getBean(MqttTestBroker.class);
			assertThat(context.getBean(Client.class).details.getAddresses()).containsExactly(broker.url());
		}
		assertThat(runningWhenClientEnds).hasValue(true);
		assertThat(broker.isRunning()).isFalse();
	}

	@Test
	void whatIsKeptIsTemporaryUnlessTheApplicationSaysWhere(@TempDir Path own) throws IOException {
		Path folder;
		try (AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext()) {
			TestPropertyValues
				.of("gobridge.mqtt.sessions.plant.url=mqtt://elsewhere",
						"gobridge.mqtt.sessions.other.store.path=" + own)
				.applyTo(context);
			new EmbeddedBrokerContextCustomizer(0).customizeContext(context,
					Mockito.mock(MergedContextConfiguration.class));
			context.refresh();
			folder = Path.of(context.getEnvironment().getRequiredProperty("gobridge.mqtt.store.path"));
			assertThat(context.getEnvironment().getProperty("gobridge.mqtt.sessions.plant.store.path"))
				.isEqualTo(folder.toString());
			assertThat(context.getEnvironment().getProperty("gobridge.mqtt.sessions.other.store.path"))
				.isEqualTo(own.toString());
			assertThat(folder).doesNotExist();
			Files.writeString(Files.createDirectories(folder).resolve("kept"), "");
		}
		assertThat(folder).doesNotExist();
		assertThat(own).exists();
	}

	@Test
	void equalAnnotationsShareAContext() {
		assertThat(customizer(First.class)).isEqualTo(customizer(Second.class));
		assertThat(customizer(First.class)).isNotEqualTo(customizer(OnAPort.class));
		assertThat(customizer(Inheriting.class)).isEqualTo(customizer(First.class));
		assertThat(customizer(String.class)).isNull();
	}

	private @Nullable ContextCustomizer customizer(Class<?> testClass) {
		return this.factory.createContextCustomizer(testClass, List.of());
	}

	@EmbeddedMqttBroker
	static class First {

	}

	@EmbeddedMqttBroker
	static class Second {

	}

	@EmbeddedMqttBroker(port = 4711)
	static class OnAPort {

	}

	static class Inheriting extends First {

	}

	static final class Client implements DisposableBean {

		private final MqttConnectionDetails details;

		private final AtomicReference<Boolean> brokerRunning;

		private final AnnotationConfigApplicationContext context;

		Client(MqttConnectionDetails details, AtomicReference<Boolean> brokerRunning,
				AnnotationConfigApplicationContext context) {
			this.details = details;
			this.brokerRunning = brokerRunning;
			this.context = context;
		}

		@Override
		public void destroy() {
			this.brokerRunning.set(this.context.getBean(MqttTestBroker.class).isRunning());
		}

	}

}
