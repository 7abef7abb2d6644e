package io.gobridge.mqtt.publish;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.messaging.converter.JacksonJsonMessageConverter;
import org.springframework.messaging.converter.SimpleMessageConverter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/**
 * Payloads, properties and what can not be sent (B44 to B48, B256 to B263).
 */
class PublishAssemblyTests {

	private final PublishAssembly assembly = new PublishAssembly(new JacksonJsonMessageConverter());

	@Test
	void bytesAreCopied() {
		byte[] payload = { 1, 2, 3 };
		OutboundPublish publish = assemble(payload, PublishOptions.defaults());
		payload[0] = 9;
		assertThat(publish.payload()).containsExactly(1, 2, 3);
		assertThat(publish.payloadIsUtf8()).isFalse();
		assertThat(publish.contentType()).isNull();
		assertThat(publish.qos()).isOne();
		assertThat(publish.retain()).isFalse();
	}

	@Test
	void textIsUtf8() {
		OutboundPublish publish = assemble("g\u00fcn\uD83D\uDE00\u0000", PublishOptions.defaults());
		assertThat(new String(publish.payload(), StandardCharsets.UTF_8)).isEqualTo("g\u00fcn\uD83D\uDE00\u0000");
		assertThat(publish.payloadIsUtf8()).isTrue();
	}

	@Test
	void theOptionsDecideOnThePayloadFormat() {
		assertThat(assemble("text", PublishOptions.builder().payloadIsUtf8(false).build()).payloadIsUtf8()).isFalse();
		assertThat(assemble(new byte[] { 'a' }, PublishOptions.builder().payloadIsUtf8(true).build()).payloadIsUtf8())
			.isTrue();
	}

	@Test
	void nothingIsAnEmptyPayload() {
		PublishOptions retained = PublishOptions.builder().retain(true).build();
		assertThat(assemble(null, retained).payload()).isEmpty();
		assertThat(assemble("", retained).payload()).isEmpty();
		assertThat(assemble(new byte[0], retained).payload()).isEmpty();
		assertThat(assemble(null, retained).retain()).isTrue();
	}

	@Test
	void everythingElseIsJson() {
		OutboundPublish publish = assemble(Map.of("celsius", 21.5), PublishOptions.defaults());
		assertThat(publish.payload()).asString(StandardCharsets.UTF_8).isEqualTo("{\"celsius\":21.5}");
		assertThat(publish.contentType()).isEqualTo("application/json");
	}

	@Test
	void theContentTypeOfTheOptionsStands() {
		PublishOptions options = PublishOptions.builder().contentType("application/senml+json").build();
		assertThat(assemble(List.of(1), options).contentType()).isEqualTo("application/senml+json");
		PublishOptions label = PublishOptions.builder().contentType("readings v2").build();
		assertThat(assemble(List.of(1), label).contentType()).isEqualTo("readings v2");
	}

	@Test
	void aContentTypeThatNoConverterMakesIsRefused() {
		PublishOptions options = PublishOptions.builder().contentType("application/cbor").build();
		assertThat(failure("a", List.of(1), options)).hasMessageContaining("application/cbor")
			.extracting(MqttPublishException::getKind)
			.isEqualTo(Kind.INVALID);
	}

	@Test
	void whatCanNotBeConvertedIsRefusedWithoutThePayload() {
		MqttPublishException failure = failure("a", new Broken("secret"), PublishOptions.defaults());
		assertThat(failure.getKind()).isEqualTo(Kind.INVALID);
		assertThat(failure.getCause()).isNotNull();
		assertThat(failure).hasMessageContaining(Broken.class.getName()).message().doesNotContain("secret");
	}

	@Test
	void aConverterThatMakesNeitherBytesNorTextIsRefused() {
		PublishAssembly passing = new PublishAssembly(new SimpleMessageConverter());
		MqttPublishException failure = catchThrowableOfType(MqttPublishException.class,
				() -> passing.assemble("a", List.of(1), PublishOptions.defaults()));
		assertThat(failure.getKind()).isEqualTo(Kind.INVALID);
	}

	@Test
	void allPropertiesArriveUnchanged() {
		UserProperties properties = UserProperties.empty().and("k", "1").and("k", "2").and("t", "3");
		byte[] correlation = { 0, (byte) 0xFF, (byte) 0x80 };
		PublishOptions options = PublishOptions.builder()
			.qos(2)
			.retain(true)
			.contentType("text/plain")
			.responseTopic("reply/to")
			.correlationData(correlation)
			.messageExpiry(Duration.ofMillis(1500))
			.userProperties(properties)
			.userProperty("u", "")
			.timeout(Duration.ofSeconds(1))
			.build();
		correlation[0] = 7;
		OutboundPublish publish = assemble("x", options.mutate().build());
		assertThat(publish.qos()).isEqualTo(2);
		assertThat(publish.retain()).isTrue();
		assertThat(publish.contentType()).isEqualTo("text/plain");
		assertThat(publish.responseTopic()).isEqualTo("reply/to");
		assertThat(publish.correlationData()).containsExactly(0, 0xFF, 0x80);
		assertThat(publish.messageExpiry()).isEqualTo(2);
		assertThat(publish.userProperties()).isEqualTo(properties.and("u", ""));
	}

	@Test
	void theMessageExpiryIsBounded() {
		PublishOptions longest = PublishOptions.builder().messageExpiry(Duration.ofSeconds(0xFFFF_FFFFL)).build();
		assertThat(assemble("x", longest).messageExpiry()).isEqualTo(0xFFFF_FFFFL);
		PublishOptions over = PublishOptions.builder().messageExpiry(Duration.ofSeconds(0x1_0000_0000L)).build();
		assertThat(failure("a", "x", over).getKind()).isEqualTo(Kind.LIMIT);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "a/+/b", "a/#", "#", "$share/g/a", "a\u0000b", "a\uD800" })
	void aTopicThatCanNotBePublishedToIsRefused(String topic) {
		assertThat(failure(topic, "x", PublishOptions.defaults()).getKind()).isEqualTo(Kind.INVALID);
		PublishOptions reply = PublishOptions.builder().responseTopic(topic).build();
		assertThat(failure("a", "x", reply)).hasMessageContaining("response topic")
			.extracting(MqttPublishException::getKind)
			.isEqualTo(Kind.INVALID);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a\u0000b", "\uDC00", "\uD800x" })
	void textThatIsNotValidIsRefused(String text) {
		assertThat(failure("a", "x", PublishOptions.builder().contentType(text).build()).getKind())
			.isEqualTo(Kind.INVALID);
		assertThat(failure("a", "x", PublishOptions.builder().userProperty(text, "v").build()).getKind())
			.isEqualTo(Kind.INVALID);
		assertThat(failure("a", "x", PublishOptions.builder().userProperty("k", text).build()).getKind())
			.isEqualTo(Kind.INVALID);
	}

	@Test
	void textPayloadWithHalfACharacterIsRefusedInsteadOfChanged() {
		assertThat(failure("a", "secret\uD800", PublishOptions.defaults())).hasMessageContaining("surrogate")
			.message()
			.doesNotContain("secret");
	}

	@Test
	void fieldsOf65535BytesPassAndLongerOnesDoNot() {
		// Three bytes for each character, and 65535 is a multiple of three.
		String longest = "\u20ac".repeat(21845);
		byte[] bytes = new byte[65535];
		OutboundPublish publish = this.assembly.assemble(longest, "x",
				PublishOptions.builder()
					.contentType(longest)
					.responseTopic(longest)
					.correlationData(bytes)
					.userProperty(longest, longest)
					.build());
		assertThat(publish.topic()).isEqualTo(longest);
		String over = longest + "a";
		List<PublishOptions> tooLong = List.of(PublishOptions.builder().contentType(over).build(),
				PublishOptions.builder().responseTopic(over).build(),
				PublishOptions.builder().correlationData(new byte[65536]).build(),
				PublishOptions.builder().userProperty(over, "v").build(),
				PublishOptions.builder().userProperty(longest, over).build());
		assertThat(tooLong).allSatisfy((options) -> {
			MqttPublishException failure = failure("a", "x", options);
			assertThat(failure.getKind()).isEqualTo(Kind.LIMIT);
			assertThat(failure).hasMessageContaining("65536").message().hasSizeLessThan(300);
		});
		assertThat(failure(over, "x", PublishOptions.defaults()).getKind()).isEqualTo(Kind.LIMIT);
	}

	@Test
	void aMessageAboveTheProtocolLimitIsRefused() {
		OutboundPublish publish = assemble(new byte[0], PublishOptions.defaults());
		OutboundPublish huge = new OutboundPublish("a", new byte[268_435_455], 1, false, false, null, null, null, null,
				publish.userProperties());
		MqttPublishException failure = catchThrowableOfType(MqttPublishException.class,
				() -> PublishSyntax.check(huge));
		assertThat(failure.getKind()).isEqualTo(Kind.LIMIT);
	}

	@Test
	void aMissingTopicIsAMistakeOfTheCaller() {
		assertThatNullPointerException()
			.isThrownBy(() -> this.assembly.assemble(missing(), "x", PublishOptions.defaults()));
	}

	@SuppressWarnings("NullAway") // what a caller without a checker can do
	private static String missing() {
		return null;
	}

	private OutboundPublish assemble(@Nullable Object payload, PublishOptions options) {
		return this.assembly.assemble("a", payload, options);
	}

	private MqttPublishException failure(String topic, Object payload, PublishOptions options) {
		return catchThrowableOfType(MqttPublishException.class, () -> this.assembly.assemble(topic, payload, options));
	}

	/**
	 * Fails when it is written.
	 *
	 * @param value never shown
	 */
	record Broken(String value) {

		public String getOther() {
			throw new IllegalStateException("can not be read");
		}

	}

}
