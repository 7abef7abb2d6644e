package io.gobridge.mqtt.route;

import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.NonNull;
import org.jspecify.annotations.NullUnmarked;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.MethodParameter;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.converter.AbstractMessageConverter;
import org.springframework.messaging.converter.MessageConverter;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.Headers;
import org.springframework.messaging.handler.annotation.Payload;
import org.springframework.messaging.handler.invocation.HandlerMethodArgumentResolver;
import org.springframework.util.MimeType;
import org.springframework.validation.Validator;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;

import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.topic.TopicTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link HandlerMethodRouteHandler} and of what it takes arguments from.
 */
@ExtendWith(OutputCaptureExtension.class)
class HandlerMethodRouteHandlerTests {

	private static final Acknowledgment ACKNOWLEDGMENT = new TestAcknowledgment();

	private final Handlers handlers = new Handlers();

	private final AtomicReference<@Nullable Object> replied = new AtomicReference<>();

	private List<MessageConverter> converters = List.of();

	private List<HandlerMethodArgumentResolver> resolvers = List.of();

	private @Nullable PayloadFormat format = new JsonPayloadFormat(JsonMapper.builder().build());

	private @Nullable Validator validator;

	private @Nullable ReplyPublisher publisher = (request, value) -> {
		this.replied.set(value);
		return CompletableFuture.completedFuture(null);
	};

	@Test
	void passesThePayloadAsBytesTextAndBuffer() throws Exception {
		byte[] payload = "Zoë".getBytes(StandardCharsets.UTF_8);
		assertThat(call("bytes", TestDelivery.of("a", payload))).isSameAs(payload);
		assertThat(call("text", TestDelivery.of("a", payload))).isEqualTo("Zoë");
		assertThat(call("text", TestDelivery.of("a", "plain"))).isEqualTo("plain");
		assertThat(call("any", TestDelivery.of("a", payload))).isSameAs(payload);
		ByteBuffer buffer = (ByteBuffer) Objects.requireNonNull(call("buffer", TestDelivery.of("a", payload)));
		assertThat(buffer).isEqualTo(ByteBuffer.wrap(payload));
		assertThat(buffer.isReadOnly()).isTrue();
	}

	@Test
	void malformedTextIsAConversionFailure() {
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("text", TestDelivery.of("a", new byte[] { 'a', (byte) 0xFF })))
			.withMessageContaining("UTF-8");
	}

	@Test
	void readsJson() throws Exception {
		assertThat(call("reading", TestDelivery.of("a", "{\"celsius\":21.5}"))).isEqualTo(new Reading(21.5));
		assertThat(call("readings", TestDelivery.of("a", "[{\"celsius\":1},{\"celsius\":2}]")))
			.isEqualTo(List.of(new Reading(1), new Reading(2)));
		assertThat(call("number", TestDelivery.of("a", "21"))).isEqualTo(21);
		assertThat(call("optionalReading", TestDelivery.of("a", "{\"celsius\":1}")))
			.isEqualTo(Optional.of(new Reading(1)));
		for (String type : List.of("application/json", "application/json; charset=utf-8", "Application/JSON",
				"text/json", "application/senml+json", "")) {
			assertThat(call("reading", TestDelivery.of("a", "{\"celsius\":1}").withContentType(type)))
				.isEqualTo(new Reading(1));
		}
	}

	// B22
	@Test
	void aBrokenPayloadIsAConversionFailureThatDoesNotQuoteIt() {
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("reading", TestDelivery.of("a", "{secret")))
			.withMessageContaining("line 1")
			.withMessageNotContaining("secret")
			.withNoCause()
			.satisfies((ex) -> assertThat(ex.reason()).isNotNull());
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("reading", TestDelivery.of("a", "{\"celsius\":\"secret\"}")))
			.withMessageNotContaining("secret");
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("reading", TestDelivery.of("a", "<a/>").withContentType("application/xml")))
			.withMessageContaining("application/xml");
		assertThat(this.handlers.called).isFalse();
	}

	// B46
	@Test
	void anEmptyPayloadIsEmptyOrNull() throws Exception {
		TestDelivery empty = TestDelivery.of("a", "");
		assertThat((byte[]) call("bytes", empty)).isEmpty();
		assertThat(call("text", empty)).isEqualTo("");
		assertThat(call("optionalReading", empty)).isEqualTo(Optional.empty());
		assertThat(call("optionalText", empty)).isEqualTo(Optional.empty());
		assertThat(call("unspecified", empty)).isNull();
		assertThat(call("nullableReading", empty)).isNull();
		assertThat(call("notRequired", empty)).isNull();
		assertThat(call("nullableReading", TestDelivery.of("a", "null"))).isNull();
	}

	@Test
	void anEmptyPayloadIsAConversionFailureWhereItIsNotAllowed() {
		TestDelivery empty = TestDelivery.of("a", "");
		for (String method : List.of("reading", "number", "required", "nonNull", "readingMessage")) {
			assertThatExceptionOfType(MqttConversionException.class).isThrownBy(() -> call(method, empty))
				.withMessageContaining("empty");
		}
	}

	@Test
	void usesConvertersByContentTypeAndThenTheFormat() throws Exception {
		this.converters = List.of(new CsvConverter());
		assertThat(call("reading", TestDelivery.of("a", "csv 3").withContentType("text/csv")))
			.isEqualTo(new Reading(3));
		assertThat(call("reading", TestDelivery.of("a", "{\"celsius\":4}").withContentType("application/json")))
			.isEqualTo(new Reading(4));
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("reading", TestDelivery.of("a", "csv secret").withContentType("text/csv")))
			.withMessageContaining("CsvConverter")
			.withMessageNotContaining("secret");
		this.format = null;
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("reading", TestDelivery.of("a", "{}")))
			.withMessageContaining("without a content type");
		this.converters = List.of();
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> handler("reading"))
			.withMessageContaining("Jackson");
	}

	// B34
	@Test
	void passesTopicVariablesAsPublished() throws Exception {
		assertThat(call("device", TestDelivery.of("plant/1/pump%207/state", ""), "plant/1/{device}/state"))
			.isEqualTo("pump%207");
		assertThat(call("device", TestDelivery.of("plant//x", ""), "plant/{device}/{*rest}")).isEqualTo("");
		assertThat(call("twoVariables", TestDelivery.of("p/7/a/b", ""), "p/{number}/{*rest}")).isEqualTo("7:a/b");
		assertThat(call("optionalVariable", TestDelivery.of("b/5", ""), "a/{number}", "b/+"))
			.isEqualTo(Optional.empty());
		assertThat(call("optionalVariable", TestDelivery.of("a/5", ""), "b/+", "a/{number}")).isEqualTo(Optional.of(5));
		assertThat(call("device", TestDelivery.of("x/1", ""), "$share/g/x/{device}")).isEqualTo("1");
	}

	@Test
	void aTopicVariableThatCanNotBeConvertedIsAConversionFailure() {
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("twoVariables", TestDelivery.of("p/seven/a", ""), "p/{number}/{*rest}"))
			.withMessageContaining("number");
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("device", TestDelivery.of("other", ""), "p/{device}"))
			.withMessageContaining("matches none");
	}

	// B47
	@Test
	void passesUserProperties() throws Exception {
		TestDelivery delivery = TestDelivery.of("a", "").with("k", "1").with("t", "3").with("k", "2");
		assertThat(call("property", delivery)).isEqualTo("1");
		assertThat(call("propertyList", delivery)).isEqualTo(List.of("1", "2"));
		assertThat(call("propertyNumber", delivery)).isEqualTo(3);
		assertThat(call("optionalProperty", delivery)).isEqualTo(Optional.of("1"));
		assertThat(call("userProperties", delivery)).isSameAs(delivery.userProperties());
		TestDelivery none = TestDelivery.of("a", "");
		assertThat(call("propertyList", none)).isEqualTo(List.of());
		assertThat(call("optionalProperty", none)).isEqualTo(Optional.empty());
		assertThat(call("notRequiredProperty", none)).isNull();
		assertThatExceptionOfType(MqttConversionException.class).isThrownBy(() -> call("property", none))
			.withMessageContaining("'k'");
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("propertyNumber", none.with("t", "x")))
			.withMessageContaining("'t'");
	}

	// B48
	@Test
	void passesHeadersAndMessages() throws Exception {
		byte[] correlation = { 0, (byte) 0xFF, (byte) 0x80 };
		TestDelivery delivery = TestDelivery.of("a/b", "{\"celsius\":1}")
			.withContentType("application/json")
			.withResponse("re/ply", correlation)
			.withExpiry(Duration.ofSeconds(9))
			.with("k", "1")
			.with("k", "2")
			.with("single", "x")
			.with("id", "forged")
			.with("contentType", "forged")
			.with("mqtt_receivedTopic", "forged");
		assertThat(call("header", delivery)).isEqualTo("a/b 1 x");
		@SuppressWarnings("unchecked")
		Map<String, Object> headers = (Map<String, Object>) call("headers", delivery);
		assertThat(headers).containsEntry(MqttMessageHeaders.TOPIC, "a/b")
			.containsEntry(MqttMessageHeaders.QOS, 1)
			.containsEntry(MqttMessageHeaders.RETAINED, true)
			.containsEntry(MqttMessageHeaders.DUPLICATE, false)
			.containsEntry(MqttMessageHeaders.CONTENT_TYPE, "application/json")
			.containsEntry(MqttMessageHeaders.PAYLOAD_IS_UTF8, true)
			.containsEntry(MqttMessageHeaders.RESPONSE_TOPIC, "re/ply")
			.containsEntry(MqttMessageHeaders.CORRELATION_DATA, correlation)
			.containsEntry(MqttMessageHeaders.MESSAGE_EXPIRY, Duration.ofSeconds(9))
			.containsEntry(MqttMessageHeaders.SUBSCRIPTION_IDENTIFIERS, List.of(7))
			.containsEntry(MqttMessageHeaders.SESSION, "default")
			.containsEntry(MqttMessageHeaders.RECEIVED_AT, TestDelivery.RECEIVED_AT)
			.containsEntry("k", List.of("1", "2"))
			.containsEntry("single", "x")
			.doesNotContainKey("id");
		Message<?> message = (Message<?>) Objects.requireNonNull(call("message", delivery));
		assertThat(message.getPayload()).isSameAs(delivery.payload());
		Message<?> converted = (Message<?>) Objects.requireNonNull(call("readingMessage", delivery));
		assertThat(converted.getPayload()).isEqualTo(new Reading(1));
		assertThat(converted.getHeaders()).containsEntry("single", "x");
		assertThatExceptionOfType(MqttConversionException.class)
			.isThrownBy(() -> call("header", TestDelivery.of("a", "")))
			.withMessageContaining("'single'");
	}

	@Test
	void passesTheDeliveryAndItsAcknowledgmentBesideThePayload() throws Exception {
		TestDelivery delivery = TestDelivery.of("a", "x");
		assertThat(call("everything", delivery)).isEqualTo(Arrays.asList(ACKNOWLEDGMENT, "x", delivery));
	}

	@Test
	void asksTheResolversOfTheApplication() throws Exception {
		this.resolvers = List.of(new HandlerMethodArgumentResolver() {

			@Override
			public boolean supportsParameter(MethodParameter parameter) {
				return parameter.getParameterType() == StringBuilder.class;
			}

			@Override
			public Object resolveArgument(MethodParameter parameter, Message<?> message) {
				return new StringBuilder(String.valueOf(message.getHeaders().get(MqttMessageHeaders.TOPIC)));
			}

		});
		assertThat(call("custom", TestDelivery.of("a/b", "x"))).isEqualTo("a/b x");
	}

	@Test
	void validatesThePayload() throws Exception {
		try (LocalValidatorFactoryBean bean = new LocalValidatorFactoryBean()) {
			bean.afterPropertiesSet();
			this.validator = bean;
			assertThat(call("valid", TestDelivery.of("a", "{\"name\":\"x\",\"celsius\":1}"))).isNotNull();
			this.handlers.called = false;
			assertThatExceptionOfType(PayloadValidationException.class)
				.isThrownBy(() -> call("valid", TestDelivery.of("a", "{\"name\":\"\",\"celsius\":123456}")))
				.withMessageContaining("celsius")
				.withMessageNotContaining("123456")
				.satisfies((ex) -> assertThat(ex.violations()).hasSize(2));
			assertThat(this.handlers.called).isFalse();
			assertThatExceptionOfType(PayloadValidationException.class)
				.isThrownBy(() -> call("optionalValid", TestDelivery.of("a", "{\"name\":\"\",\"celsius\":1}")));
			assertThat(call("optionalValid", TestDelivery.of("a", ""))).isEqualTo(Optional.empty());
		}
	}

	@Test
	void nothingToValidateWithFailsTheStart() {
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> handler("valid"))
			.withMessageContaining("Validator");
	}

	@Test
	void handsOutWhatTheHandlerThrowsAsItIs() {
		assertThatExceptionOfType(java.io.IOException.class)
			.isThrownBy(() -> call("throwing", TestDelivery.of("a", "x")))
			.withMessage("x");
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> call("error", TestDelivery.of("a", "x")));
	}

	@Test
	void completesWhenAStageOrPublisherDoes() throws Exception {
		CompletableFuture<String> future = new CompletableFuture<>();
		this.handlers.stage = future;
		TestDelivery request = TestDelivery.of("a", "x").withResponse("reply", new byte[0]);
		assertThat((Object) handler("stage").handle(request, ACKNOWLEDGMENT)).isSameAs(future);
		this.handlers.stage = null;
		assertThat(handler("stage").handle(request, ACKNOWLEDGMENT)).isNull();
		Sinks.One<String> sink = Sinks.one();
		this.handlers.mono = sink.asMono();
		CompletionStage<?> mono = handler("mono").handle(request, ACKNOWLEDGMENT);
		assertThat(mono).isNotNull();
		assertThat(mono.toCompletableFuture()).isNotDone();
		sink.tryEmitValue("value");
		assertThat(mono.toCompletableFuture()).isCompleted();
		this.handlers.mono = Mono.error(new IllegalStateException("of the test"));
		CompletionStage<?> failed = handler("mono").handle(request, ACKNOWLEDGMENT);
		assertThat(failed).isNotNull();
		assertThat(failed.toCompletableFuture()).isCompletedExceptionally();
		CompletionStage<?> flux = handler("flux").handle(request, ACKNOWLEDGMENT);
		assertThat(flux).isNotNull();
		assertThat(flux.toCompletableFuture()).isCompleted();
		assertThat(this.replied).hasValue(null);
	}

	@Test
	void publishesOtherValuesToTheResponseTopic() throws Exception {
		TestDelivery request = TestDelivery.of("a", "x").withResponse("reply", new byte[] { 1 });
		CompletionStage<?> stage = handler("text").handle(request, ACKNOWLEDGMENT);
		assertThat(stage).isNotNull();
		assertThat(this.replied).hasValue("x");
		this.replied.set(null);
		assertThat(handler("nothing").handle(request, ACKNOWLEDGMENT)).isNull();
		assertThat(handler("unspecified").handle(TestDelivery.of("a", "").withResponse("reply", new byte[0]),
				ACKNOWLEDGMENT))
			.isNull();
		assertThat(this.replied).hasValue(null);
	}

	@Test
	void warnsOnceOfAValueThatNobodyWaitsFor(CapturedOutput output) throws Exception {
		HandlerMethodRouteHandler handler = handler("text");
		for (int i = 0; i < 3; i++) {
			assertThat(handler.handle(TestDelivery.of("a", "x"), ACKNOWLEDGMENT)).isNull();
		}
		assertThat(output.toString().split("no response topic", -1)).hasSize(2);
		this.publisher = null;
		assertThat(handler("text").handle(TestDelivery.of("a", "x").withResponse("r", new byte[0]), ACKNOWLEDGMENT))
			.isNull();
		assertThat(output).contains("nothing publishes replies");
	}

	@Test
	void refusesParametersThatCanNeverGetAValue() {
		assertRefused("twoPayloads", "parameter 2", "could be the payload");
		assertRefused("device", "parameter 1", "no topic variable 'device'");
		assertRefused("payloadExpression", "parameter 1", "expression");
		assertRefused("unconvertibleVariable", "parameter 1", "ConversionService");
		assertRefused("future", "CompletionStage");
		assertRefused("propertyNumbers", "parameter 1", "lists of String");
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> handler("device", "a/{device}", "b/+"))
			.withMessageContaining("not in every template");
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> handler("device", "a/{dvice}"))
			.withMessageContaining("there are: dvice");
	}

	private void assertRefused(String method, String... parts) {
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> handler(method, "a/{number}"))
			.withMessageContaining("the test's " + method)
			.satisfies((ex) -> assertThat(ex.getMessage()).contains(parts));
	}

	private @Nullable Object call(String method, MqttDelivery delivery, String... templates) throws Exception {
		handler(method, templates).handle(delivery, ACKNOWLEDGMENT);
		return this.handlers.result;
	}

	private HandlerMethodRouteHandler handler(String name, String... templates) {
		Method method = Arrays.stream(Handlers.class.getDeclaredMethods())
			.filter((candidate) -> candidate.getName().equals(name))
			.findFirst()
			.orElseThrow();
		HandlerMethodSettings settings = new HandlerMethodSettings(new DefaultFormattingConversionService(),
				this.converters, this.format, this.resolvers, this.validator, this.publisher);
		List<TopicTemplate> parsed = Arrays.stream((templates.length > 0) ? templates : new String[] { "#" })
			.map(TopicTemplate::of)
			.toList();
		return HandlerMethodRouteHandler.create(new HandlerMethodRouteHandler.Target(this.handlers, method, method,
				Handlers.class, "the test's " + name), settings, new RouteTemplates(parsed));
	}

	record Reading(double celsius) {
	}

	record Named(@NotBlank String name, @Max(100) int celsius) {
	}

	/**
	 * One method for each kind of parameter.
	 */
	static class Handlers {

		private @Nullable Object result;

		private boolean called;

		private @Nullable CompletionStage<?> stage;

		private Mono<String> mono = Mono.empty();

		private void keep(@Nullable Object result) {
			this.called = true;
			this.result = result;
		}

		void bytes(byte[] payload) {
			keep(payload);
		}

		Object text(String payload) {
			keep(payload);
			return payload;
		}

		void any(@Payload Object payload) {
			keep(payload);
		}

		void buffer(ByteBuffer payload) {
			keep(payload);
		}

		void reading(Reading payload) {
			keep(payload);
		}

		void readings(List<Reading> payload) {
			keep(payload);
		}

		void number(int payload) {
			keep(payload);
		}

		void optionalReading(Optional<Reading> payload) {
			keep(payload);
		}

		void optionalText(Optional<String> payload) {
			keep(payload);
		}

		@NullUnmarked
		Object unspecified(Reading payload) {
			keep(payload);
			return payload;
		}

		void nullableReading(@Nullable Reading payload) {
			keep(payload);
		}

		void notRequired(@Payload(required = false) Reading payload) {
			keep(payload);
		}

		@NullUnmarked
		void required(@Payload Reading payload) {
			keep(payload);
		}

		@NullUnmarked
		void nonNull(@NonNull Reading payload) {
			keep(payload);
		}

		void device(@TopicVariable String device) {
			keep(device);
		}

		void twoVariables(@TopicVariable("number") long first, @TopicVariable(name = "rest") String second) {
			keep(first + ":" + second);
		}

		void optionalVariable(@TopicVariable Optional<Integer> number) {
			keep(number);
		}

		void unconvertibleVariable(@TopicVariable Runnable number) {
			keep(number);
		}

		void property(@UserProperty("k") String value) {
			keep(value);
		}

		void propertyList(@UserProperty("k") List<String> values) {
			keep(values);
		}

		void propertyNumbers(@UserProperty("k") List<Integer> values) {
			keep(values);
		}

		void propertyNumber(@UserProperty int t) {
			keep(t);
		}

		void optionalProperty(@UserProperty("k") Optional<String> value) {
			keep(value);
		}

		void notRequiredProperty(@UserProperty(name = "k", required = false) String value) {
			keep(value);
		}

		void userProperties(UserProperties properties) {
			keep(properties);
		}

		void header(@Header(MqttMessageHeaders.TOPIC) String topic, @Header(MqttMessageHeaders.QOS) int qos,
				@Header String single) {
			keep(topic + " " + qos + " " + single);
		}

		void headers(@Headers Map<String, Object> headers, MessageHeaders same) {
			assertThat(headers).isEqualTo(same);
			keep(headers);
		}

		void message(Message<?> message) {
			keep(message);
		}

		void readingMessage(Message<Reading> message) {
			keep(message);
		}

		void everything(Acknowledgment acknowledgment, String payload, MqttDelivery delivery) {
			keep(List.of(acknowledgment, payload, delivery));
		}

		void custom(StringBuilder custom, String payload) {
			keep(custom.append(' ').append(payload).toString());
		}

		void valid(@Valid Named payload) {
			keep(payload);
		}

		void optionalValid(@Valid Optional<Named> payload) {
			keep(payload);
		}

		void throwing(String payload) throws java.io.IOException {
			throw new java.io.IOException(payload);
		}

		void error(String payload) {
			throw new StackOverflowError(payload);
		}

		@Nullable CompletionStage<?> stage() {
			return this.stage;
		}

		Mono<String> mono() {
			return this.mono;
		}

		Flux<Integer> flux() {
			return Flux.range(0, 10);
		}

		void nothing() {
			keep(null);
		}

		Future<String> future() {
			return CompletableFuture.completedFuture("");
		}

		void twoPayloads(String first, byte[] second) {
			keep(first + second.length);
		}

		void payloadExpression(@Payload("name") String payload) {
			keep(payload);
		}

	}

	private static final class CsvConverter extends AbstractMessageConverter {

		CsvConverter() {
			super(new MimeType("text", "csv"));
			setStrictContentTypeMatch(true);
		}

		@Override
		protected boolean supports(Class<?> type) {
			return type == Reading.class;
		}

		@Override
		protected Object convertFromInternal(Message<?> message, Class<?> targetClass,
				@Nullable Object conversionHint) {
			String text = new String((byte[]) message.getPayload(), StandardCharsets.UTF_8);
			return new Reading(Double.parseDouble(text.substring(4)));
		}

	}

}
