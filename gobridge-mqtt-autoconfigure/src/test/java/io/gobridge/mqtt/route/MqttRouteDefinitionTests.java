package io.gobridge.mqtt.route;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.message.Acknowledgment;
import io.gobridge.mqtt.topic.TopicFilter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests of {@link MqttRouteDefinition} and its builder.
 */
@ExtendWith(OutputCaptureExtension.class)
class MqttRouteDefinitionTests {

	@Test
	void hasDefaults() throws Exception {
		List<String> handled = new ArrayList<>();
		MqttRouteDefinition definition = MqttRouteDefinition.builder("id")
			.topic("a/+/b")
			.qos(1)
			.handler((delivery) -> handled.add(delivery.topic()))
			.build();
		assertThat(definition.id()).isEqualTo("id");
		assertThat(definition.session()).isEmpty();
		assertThat(definition.filters()).containsExactly(TopicFilter.of("a/+/b"));
		assertThat(definition.qos()).isEqualTo(1);
		assertThat(definition.group()).isNull();
		assertThat(definition.concurrency()).isZero();
		assertThat(definition.ackMode()).isEqualTo(AckMode.AUTO);
		assertThat(definition.onFailure()).isEqualTo(OnFailure.DEFAULT);
		assertThat(definition.retainHandling()).isEqualTo(RetainHandling.DEFAULT);
		assertThat(definition.autoStartup()).isTrue();
		assertThat(definition.handler().handle(TestDelivery.of("a/x/b", ""), new TestAcknowledgment())).isNull();
		assertThat(handled).containsExactly("a/x/b");
	}

	@Test
	void carriesAllSettings() throws Exception {
		List<Acknowledgment> acknowledgments = new ArrayList<>();
		MqttRouteDefinition definition = MqttRouteDefinition.builder("id")
			.topic("a/{x}", "b/{*rest}")
			.session("second")
			.qos(2)
			.noLocal(true)
			.retainAsPublished(true)
			.retainHandling(RetainHandling.SEND_IF_NEW)
			.concurrency(3)
			.ackMode(AckMode.MANUAL)
			.onFailure(OnFailure.REDELIVER)
			.autoStartup(false)
			.handler((delivery, acknowledgment) -> acknowledgments.add(acknowledgment))
			.build();
		assertThat(definition.topics()).containsExactly("a/{x}", "b/{*rest}");
		assertThat(definition.filters()).extracting(TopicFilter::value).containsExactly("a/+", "b/#");
		assertThat(definition.session()).isEqualTo("second");
		assertThat(definition.qos()).isEqualTo(2);
		assertThat(definition.noLocal()).isTrue();
		assertThat(definition.retainAsPublished()).isTrue();
		assertThat(definition.retainHandling()).isEqualTo(RetainHandling.SEND_IF_NEW);
		assertThat(definition.concurrency()).isEqualTo(3);
		assertThat(definition.ackMode()).isEqualTo(AckMode.MANUAL);
		assertThat(definition.onFailure()).isEqualTo(OnFailure.REDELIVER);
		assertThat(definition.autoStartup()).isFalse();
		TestAcknowledgment acknowledgment = new TestAcknowledgment();
		assertThat(definition.handler().handle(TestDelivery.of("a/x", ""), acknowledgment)).isNull();
		assertThat(acknowledgments).containsExactly(acknowledgment);
	}

	@Test
	void passesTheStageOfAnAsyncHandlerOn() throws Exception {
		CompletableFuture<String> stage = new CompletableFuture<>();
		MqttRouteDefinition definition = MqttRouteDefinition.builder("id")
			.topic("a")
			.asyncHandler((delivery, acknowledgment) -> stage)
			.build();
		assertThat((Object) definition.handler().handle(TestDelivery.of("a", ""), new TestAcknowledgment()))
			.isSameAs(stage);
	}

	@Test
	void aGroupMakesEveryTemplateAShared() {
		MqttRouteDefinition definition = builder().topic("any/{device}/t", "/lead/#").group("g").build();
		assertThat(definition.filters()).extracting(TopicFilter::value)
			.containsExactly("$share/g/any/+/t", "$share/g//lead/#");
		assertThat(definition.templates().get(0).variableNames()).containsExactly("device");
		assertThat(definition.topics()).containsExactly("any/{device}/t", "/lead/#");
	}

	// B33, and what B30 says of groups
	@ParameterizedTest
	@CsvSource(delimiter = ';', nullValues = "-", value = { "'';-", "a/#/b;-", "a+;-", "a/b#;-", "a/{x;-", "{*x}/a;-",
			"$queue/x;-", "a/b;g/h", "a/b;g+", "a/b;#", "$share/x/a;g" })
	void refusesBadTopicsAndGroups(String topic, @org.jspecify.annotations.Nullable String group) {
		assertThatExceptionOfType(InvalidRouteException.class)
			.isThrownBy(() -> builder().topic(topic).group(group).build())
			.withMessageContaining("'id'")
			.satisfies((ex) -> assertThat(ex.reason()).isNotBlank());
	}

	@Test
	void refusesWhatIsMissing() {
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> builder().build())
			.withMessageContaining("no topic");
		assertThatExceptionOfType(InvalidRouteException.class)
			.isThrownBy(() -> MqttRouteDefinition.builder("id").topic("a").build())
			.withMessageContaining("no handler");
		assertThatExceptionOfType(InvalidRouteException.class)
			.isThrownBy(() -> MqttRouteDefinition.builder(" ").topic("a").build())
			.withMessageContaining("no id");
	}

	@ParameterizedTest
	@ValueSource(ints = { -1, 3 })
	void refusesAQualityOfServiceThatDoesNotExist(int qos) {
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> builder().topic("a").qos(qos).build())
			.withMessageContaining("qos");
	}

	@Test
	void refusesAConcurrencyBelowOne() {
		assertThatExceptionOfType(InvalidRouteException.class).isThrownBy(() -> builder().concurrency(0))
			.withMessageContaining("concurrency");
	}

	// B32
	@Test
	void refusesNoLocalOnASharedSubscription() {
		assertThatExceptionOfType(InvalidRouteException.class)
			.isThrownBy(() -> builder().topic("a").group("g").noLocal(true).build())
			.withMessageContaining("'id'")
			.withMessageContaining("noLocal");
		assertThatExceptionOfType(InvalidRouteException.class)
			.isThrownBy(() -> builder().topic("b", "$share/g/a").noLocal(true).build())
			.withMessageContaining("noLocal");
	}

	// B39
	@Test
	void warnsOfRetainHandlingOnASharedSubscription(CapturedOutput output) {
		builder().topic("r/+").retainHandling(RetainHandling.SEND).build();
		builder().topic("r/+").group("g").build();
		assertThat(output).doesNotContain("retainHandling");
		builder().topic("$share/g/r/+").retainHandling(RetainHandling.SEND_IF_NEW).build();
		assertThat(output).contains("'id'", "retainHandling SEND_IF_NEW");
	}

	private static MqttRouteDefinitionBuilder builder() {
		return MqttRouteDefinition.builder("id").handler((delivery) -> {
		});
	}

}
