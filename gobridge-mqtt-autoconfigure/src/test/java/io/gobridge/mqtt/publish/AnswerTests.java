package io.gobridge.mqtt.publish;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the answers of the broker mean (B42, B264).
 */
class AnswerTests {

	private final PublishFixture fixture = new PublishFixture().connect(false, 10);

	@Test
	void qosZeroSucceedsWhenTheConnectionHasIt() {
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 0);
		assertThat(result).isCompletedWithValue(new PublishResult("a", 0, 0, null));
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q0");
		assertThat(this.fixture.identifiers.inUse()).isZero();
	}

	@Test
	void qosOneSucceedsWithThePubAck() {
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q1 #1");
		assertThat(result).isNotDone();
		assertThat(this.fixture.messages.statistics().inFlight()).isOne();
		this.fixture.pubAck(1);
		assertThat(result).isCompletedWithValue(new PublishResult("a", 1, 0, null));
		assertThat(this.fixture.identifiers.inUse()).isZero();
		assertThat(this.fixture.messages.statistics().inFlight()).isZero();
		assertThat(this.fixture.count(PublishOutcome.SUCCESS)).isOne();
	}

	@Test
	void qosTwoSucceedsWithThePubCompAndTheCodeOfThePubRec() {
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 2);
		this.fixture.messages.answered(PublishAnswer.PUBREC, 1, 0x10, "nobody");
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q2 #1", "PUBREL #1");
		assertThat(result).isNotDone();
		assertThat(this.fixture.identifiers.inUse()).isOne();
		this.fixture.pubComp(1);
		assertThat(result).isCompletedWithValue(new PublishResult("a", 2, 0x10, "nobody"));
		assertThat(result.join().matchedSubscribers()).isFalse();
		assertThat(this.fixture.identifiers.inUse()).isZero();
		assertThat(this.fixture.count(PublishOutcome.NO_MATCHING_SUBSCRIBERS)).isOne();
	}

	@ParameterizedTest
	@ValueSource(ints = { 0x80, 0x83, 0x87, 0x90, 0x91, 0x97, 0x99, 0xFF })
	void anErrorInThePubAckFails(int code) {
		CompletableFuture<PublishResult> result = this.fixture.publish("no/x", 1);
		this.fixture.messages.answered(PublishAnswer.PUBACK, 1, code, "because");
		MqttPublishException failure = PublishFixture.failure(result);
		assertThat(failure.getKind()).isEqualTo(Kind.REFUSED);
		assertThat(failure.getReasonCode()).isEqualTo(code);
		assertThat(failure.getReasonString()).isEqualTo("because");
		assertThat(failure.getTopic()).isEqualTo("no/x");
		assertThat(failure.isOutcomeUnknown()).isFalse();
		assertThat(failure).hasMessageContaining("no/x").hasMessageContaining("because");
		assertThat(this.fixture.count(PublishOutcome.REFUSED)).isOne();
		assertThat(this.fixture.identifiers.inUse()).isZero();
	}

	@Test
	void anErrorInThePubRecEndsThePublishWithoutPubRelAndIsNotResent() {
		CompletableFuture<PublishResult> result = this.fixture.publish("no/x", 2);
		this.fixture.messages.answered(PublishAnswer.PUBREC, 1, 0x87, "not allowed");
		assertThat(PublishFixture.failure(result).getReasonCode()).isEqualTo(0x87);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH no/x q2 #1");
		assertThat(this.fixture.identifiers.inUse()).isZero();
		this.fixture.disconnect();
		this.fixture.connect(true, 10);
		this.fixture.publish("marker", 0);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH marker q0");
	}

	@Test
	void anUnknownIdentifierInThePubCompMeansThatTheBrokerIsDone() {
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 2);
		this.fixture.pubRec(1);
		this.fixture.messages.answered(PublishAnswer.PUBCOMP, 1, 0x92, null);
		assertThat(result).isCompletedWithValue(new PublishResult("a", 2, 0, null));
	}

	@Test
	void anotherErrorInThePubCompFails() {
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 2);
		this.fixture.pubRec(1);
		this.fixture.messages.answered(PublishAnswer.PUBCOMP, 1, 0x80, null);
		assertThat(PublishFixture.failure(result).getReasonCode()).isEqualTo(0x80);
		assertThat(this.fixture.identifiers.inUse()).isZero();
	}

	@Test
	void aRepeatedPubRecIsAnsweredAgain() {
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 2);
		this.fixture.pubRec(1);
		this.fixture.pubRec(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q2 #1", "PUBREL #1", "PUBREL #1");
		this.fixture.pubComp(1);
		assertThat(result).isCompleted();
		this.fixture.pubComp(1);
		assertThat(this.fixture.count(PublishOutcome.SUCCESS)).isOne();
	}

	@ParameterizedTest
	@EnumSource(PublishAnswer.class)
	void anAnswerToNothingIsIgnored(PublishAnswer kind) {
		this.fixture.messages.answered(kind, 7, 0, null);
		this.fixture.messages.answered(kind, 7, 0x92, null);
		assertThat(this.fixture.connection.sent()).isEmpty();
		CompletableFuture<PublishResult> next = this.fixture.publish("a", 1);
		this.fixture.pubAck(1);
		assertThat(next).isCompleted();
	}

	@Test
	void anAnswerOfTheWrongKindEndsNothing() {
		CompletableFuture<PublishResult> one = this.fixture.publish("one", 1);
		CompletableFuture<PublishResult> two = this.fixture.publish("two", 2);
		this.fixture.pubRec(1);
		this.fixture.pubComp(1);
		this.fixture.pubAck(2);
		this.fixture.pubComp(2);
		assertThat(one).isNotDone();
		assertThat(two).isNotDone();
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH one q1 #1", "PUBLISH two q2 #2");
		assertThat(this.fixture.messages.statistics().inFlight()).isEqualTo(2);
	}

}
