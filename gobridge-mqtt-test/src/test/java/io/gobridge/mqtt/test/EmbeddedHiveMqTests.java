package io.gobridge.mqtt.test;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link EmbeddedHiveMq}.
 */
class EmbeddedHiveMqTests {

	@Test
	void keepsPortSessionsAndMessagesUntilItIsClosed() throws InterruptedException {
		Path folder;
		try (EmbeddedHiveMq broker = new EmbeddedHiveMq()) {
			assertThat(broker.port()).isZero();
			assertThat(broker.isRunning()).isFalse();
			broker.start();
			int port = broker.port();
			folder = broker.folder();
			assertThat(folder).isNotNull().isDirectory();
			assertThat(broker.url()).isEqualTo("mqtt://127.0.0.1:" + port);
			Mqtt5BlockingClient sleeper = Clients.connect(port, "sleeper");
			sleeper.subscribeWith().topicFilter("a/#").qos(MqttQos.AT_LEAST_ONCE).send();
			sleeper.disconnect();
			publish(port, "a/1", "queued", false);
			publish(port, "b/1", "kept", true);
			broker.stop();
			assertThat(broker.isRunning()).isFalse();
			assertThat(folder).isDirectory();
			broker.start();
			assertThat(broker.port()).isEqualTo(port);
			Mqtt5BlockingClient awake = Clients.create(port, "sleeper");
			try (Mqtt5BlockingClient.Mqtt5Publishes publishes = awake.publishes(MqttGlobalPublishFilter.ALL, true)) {
				Clients.connect(awake);
				assertThat(receive(publishes)).isEqualTo("queued");
				awake.subscribeWith().topicFilter("b/#").qos(MqttQos.AT_LEAST_ONCE).send();
				assertThat(receive(publishes)).isEqualTo("kept");
			}
			awake.disconnect();
		}
		assertThat(folder).doesNotExist();
	}

	@Test
	void runsBesideAnotherOne() throws InterruptedException {
		try (EmbeddedHiveMq first = new EmbeddedHiveMq(); EmbeddedHiveMq second = new EmbeddedHiveMq()) {
			first.start();
			second.start();
			assertThat(first.port()).isNotEqualTo(second.port());
			Mqtt5BlockingClient client = Clients.connect(first.port(), "reader");
			client.subscribeWith().topicFilter("a").qos(MqttQos.AT_LEAST_ONCE).send();
			try (Mqtt5BlockingClient.Mqtt5Publishes publishes = client.publishes(MqttGlobalPublishFilter.ALL, true)) {
				publish(second.port(), "a", "elsewhere", false);
				second.stop();
				publish(first.port(), "a", "here", false);
				assertThat(receive(publishes)).isEqualTo("here");
			}
			client.disconnect();
		}
	}

	@Test
	void leavesTheVirtualMachineAsItWas() {
		Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
		Thread.UncaughtExceptionHandler handler = (thread, ex) -> {
		};
		Thread.setDefaultUncaughtExceptionHandler(handler);
		System.setProperty("hivemq.home", "of the application");
		try (EmbeddedHiveMq broker = new EmbeddedHiveMq()) {
			broker.start();
			assertThat(Thread.getDefaultUncaughtExceptionHandler()).isSameAs(handler);
			assertThat(System.getProperties()).containsEntry("hivemq.home", "of the application")
				.doesNotContainKeys("hivemq.log.folder", "guice_include_stack_traces");
		}
		finally {
			System.clearProperty("hivemq.home");
			Thread.setDefaultUncaughtExceptionHandler(before);
		}
	}

	@Test
	void saysThatThePortIsTakenAndStartsWhenItIsFree() throws IOException {
		ServerSocket other = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"));
		try (EmbeddedHiveMq broker = new EmbeddedHiveMq(other.getLocalPort())) {
			assertThatIllegalStateException().isThrownBy(broker::start)
				.withMessageContaining(String.valueOf(other.getLocalPort()));
			assertThat(broker.isRunning()).isFalse();
			other.close();
			broker.start();
			assertThat(broker.isRunning()).isTrue();
		}
		finally {
			other.close();
		}
	}

	@Test
	void refusesWhatIsNoPort() {
		assertThatIllegalArgumentException().isThrownBy(() -> new EmbeddedHiveMq(65536));
	}

	private static void publish(int port, String topic, String payload, boolean retain) {
		Mqtt5BlockingClient client = Clients.connect(port, "publisher");
		client.publishWith()
			.topic(topic)
			.qos(MqttQos.AT_LEAST_ONCE)
			.retain(retain)
			.payload(payload.getBytes(StandardCharsets.UTF_8))
			.send();
		client.disconnect();
	}

	private static String receive(Mqtt5BlockingClient.Mqtt5Publishes publishes) throws InterruptedException {
		Mqtt5Publish publish = publishes.receive(10, TimeUnit.SECONDS).orElseThrow();
		publish.acknowledge();
		return new String(publish.getPayloadAsBytes(), StandardCharsets.UTF_8);
	}

}
