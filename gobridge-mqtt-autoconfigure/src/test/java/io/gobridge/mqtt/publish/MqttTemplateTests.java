package io.gobridge.mqtt.publish;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import org.junit.jupiter.api.Test;

import org.springframework.messaging.converter.JacksonJsonMessageConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class MqttTemplateTests {

	private final PublishFixture fixture = new PublishFixture().connect(false, 10);

	private final MqttTemplate template = new MqttTemplate(this.fixture.messages, new JacksonJsonMessageConverter());

	@Test
	void publishesWithTheDefaults() {
		CompletableFuture<PublishResult> result = this.template.publish("a", "text");
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q1 #1");
		assertThat(this.fixture.connection.lastPublish().payloadIsUtf8()).isTrue();
		this.fixture.pubAck(1);
		assertThat(result).isCompleted();
		assertThat(this.template.statistics().count(PublishOutcome.SUCCESS)).isOne();
	}

	@Test
	void whatCanNotBeSentFailsInTheFutureAndIsCounted() {
		CompletableFuture<PublishResult> result = this.template.publish("a/#", "text");
		assertThat(PublishFixture.failure(result).getKind()).isEqualTo(Kind.INVALID);
		assertThat(this.template.statistics().count(PublishOutcome.INVALID)).isOne();
		assertThat(this.fixture.connection.sent()).isEmpty();
	}

	@Test
	void optionsAreChecked() {
		assertThatIllegalArgumentException().isThrownBy(() -> PublishOptions.builder().qos(3));
		assertThatIllegalArgumentException().isThrownBy(() -> PublishOptions.builder().qos(-1));
		assertThatIllegalArgumentException().isThrownBy(() -> PublishOptions.builder().timeout(Duration.ZERO));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> PublishOptions.builder().messageExpiry(Duration.ofNanos(-1)));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new PublishSettings(Duration.ZERO, 1, OverflowPolicy.WAIT));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new PublishSettings(Duration.ofSeconds(1), 0, OverflowPolicy.WAIT));
	}

}
