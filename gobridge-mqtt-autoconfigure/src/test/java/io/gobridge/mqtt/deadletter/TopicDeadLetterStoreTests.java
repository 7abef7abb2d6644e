package io.gobridge.mqtt.deadletter;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.publish.PublishOptions;
import io.gobridge.mqtt.publish.PublishResult;
import io.gobridge.mqtt.store.StoreException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class TopicDeadLetterStoreTests {

	private final RecordingOperations operations = new RecordingOperations();

	private final TopicDeadLetterStore store = new TopicDeadLetterStore("dead-letter/client", this.operations);

	@Test
	void theMessageIsSentAsItWasAndTheReasonInUserProperties() {
		DeadLetter letter = DeadLetter
			.of(DeadLetterFixture.full(), DeadLetterCode.HANDLER_FAILED, DeadLetterFixture.RECEIVED.plusSeconds(2))
			.route("telemetry")
			.exception(new IllegalStateException("two\nlines\uFFFF"))
			.attempts(4)
			.build();
		CompletableFuture<Void> write = this.store.write(letter);
		assertThat(this.operations.topic).isEqualTo("dead-letter/client");
		assertThat(this.operations.payload).isEqualTo(letter.delivery().payload());
		PublishOptions options = this.operations.options;
		assertThat(options.qos()).isEqualTo(1);
		assertThat(options.retain()).isFalse();
		assertThat(options.contentType()).isEqualTo("application/json");
		assertThat(options.responseTopic()).isEqualTo("replies/x");
		assertThat(options.correlationData()).containsExactly(9, 0, 8);
		assertThat(options.payloadIsUtf8()).isTrue();
		assertThat(options.messageExpiry()).isNull();
		UserProperties properties = options.userProperties();
		assertThat(properties.all("b")).containsExactly("1", "");
		assertThat(properties.first("dead-letter-id")).isEqualTo(letter.id());
		assertThat(properties.first("dead-letter-code")).isEqualTo("HANDLER_FAILED");
		assertThat(properties.first("dead-letter-session")).isEqualTo("default");
		assertThat(properties.first("dead-letter-route")).isEqualTo("telemetry");
		assertThat(properties.first("dead-letter-topic")).isEqualTo(letter.delivery().topic());
		assertThat(properties.first("dead-letter-removed-filter")).isNull();
		assertThat(properties.first("dead-letter-qos")).isEqualTo("2");
		assertThat(properties.first("dead-letter-retained")).isEqualTo("true");
		assertThat(properties.first("dead-letter-message-expiry")).isEqualTo("4294967295");
		assertThat(properties.first("dead-letter-exception-class")).isEqualTo("java.lang.IllegalStateException");
		assertThat(properties.first("dead-letter-exception-message")).isEqualTo("two lines ");
		assertThat(properties.first("dead-letter-attempts")).isEqualTo("4");
		assertThat(properties.first("dead-letter-failed-at")).isEqualTo("2026-05-01T10:15:32.123Z");
		assertThat(write).isNotDone();
		this.operations.answer.complete(new PublishResult("dead-letter/client", 1, 0, null));
		assertThat(write).isCompleted();
	}

	@Test
	void aMessageThatNobodyIsSubscribedToWouldBeGone() {
		CompletableFuture<Void> write = this.store.write(DeadLetterFixture.letter(1));
		this.operations.answer.complete(new PublishResult("dead-letter/client", 1, 0x10, null));
		assertThat(write).isCompletedExceptionally();
		assertThatExceptionOfType(CompletionException.class).isThrownBy(write::join)
			.withCauseInstanceOf(StoreException.class)
			.withMessageContaining("dead-letter/client")
			.withMessageContaining("no subscriber");
	}

	@Test
	void aPublishThatFailsFailsTheWrite() {
		CompletableFuture<Void> write = this.store.write(DeadLetterFixture.letter(1));
		this.operations.answer.completeExceptionally(new IllegalStateException("refused"));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(write::join)
			.withRootCauseInstanceOf(IllegalStateException.class);
	}

	@Test
	void nothingCanBeBrowsed() {
		assertThat(this.store.list(null, 10)).isEmpty();
		assertThat(this.store.count()).isZero();
		List.<Runnable>of(() -> this.store.find("a"), () -> this.store.delete("a"))
			.forEach((action) -> assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(action::run)
				.withMessageContaining("dead-letter/client")
				.withMessageContaining("gobridge.mqtt.dead-letter.store"));
	}

	private static final class RecordingOperations implements MqttOperations {

		private final CompletableFuture<PublishResult> answer = new CompletableFuture<>();

		private String topic = "";

		private @Nullable Object payload;

		private PublishOptions options = PublishOptions.defaults();

		@Override
		public CompletableFuture<PublishResult> publish(String topic, @Nullable Object payload,
				PublishOptions options) {
			this.topic = topic;
			this.payload = payload;
			this.options = options;
			return this.answer;
		}

	}

}
