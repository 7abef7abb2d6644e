package io.gobridge.mqtt.sample.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.publish.PublishOptions;
import io.gobridge.mqtt.publish.PublishResult;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class SimulatorTests {

	@Test
	void publishesAReadingOfThreeSitesAtQos1() {
		List<String> topics = new ArrayList<>();
		Simulator simulator = new Simulator((topic, payload, options) -> {
			topics.add(topic);
			assertThat(payload).isInstanceOf(Reading.class);
			assertThat(options.qos()).isEqualTo(1);
			return new CompletableFuture<>();
		});
		simulator.publish();
		simulator.publish();
		assertThat(topics.subList(0, 3)).containsExactly("sensors/greenhouse/temperature",
				"sensors/harbour/temperature", "sensors/summit/temperature");
		assertThat(topics.subList(3, 6)).isEqualTo(topics.subList(0, 3));
	}

	@Test
	void reportsTheFirstFailureOnly(CapturedOutput output) {
		Simulator simulator = new Simulator(new FailingOperations());
		simulator.publish();
		simulator.publish();
		assertThat(output.getAll()).containsOnlyOnce("could not be published");
	}

	private static final class FailingOperations implements MqttOperations {

		@Override
		public CompletableFuture<PublishResult> publish(String topic, @Nullable Object payload,
				PublishOptions options) {
			return CompletableFuture.failedFuture(new IllegalStateException("No broker"));
		}

	}

}
