package io.gobridge.mqtt.publish;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionListener.PublishAnswer;
import io.gobridge.mqtt.session.OutboundPublish;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Window, order and the limits of the broker.
 */
class WindowTests {

	private final PublishFixture fixture = new PublishFixture();

	@Test
	void nothingGoesOverTheReceiveMaximum() {
		this.fixture.connect(false, 2);
		this.fixture.publish("m", 1, 4);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m1 q1 #1", "PUBLISH m2 q1 #2");
		this.fixture.pubAck(2);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m3 q1 #3");
		this.fixture.pubAck(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m4 q1 #4");
		assertThat(this.fixture.messages.statistics().waiting()).isZero();
	}

	@Test
	void aPubRecMakesNoRoomAndAnErrorInItDoes() {
		this.fixture.connect(false, 1);
		this.fixture.publish("m", 2, 3);
		this.fixture.pubRec(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m1 q2 #1", "PUBREL #1");
		this.fixture.pubComp(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m2 q2 #2");
		this.fixture.messages.answered(PublishAnswer.PUBREC, 2, 0x97, null);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m3 q2 #3");
	}

	@Test
	void qosZeroDoesNotOvertakeWhatWaits() {
		this.fixture.connect(false, 1);
		this.fixture.publish("m", 1, 2);
		CompletableFuture<PublishResult> zero = this.fixture.publish("zero", 0);
		assertThat(zero).isNotDone();
		this.fixture.connection.sent();
		this.fixture.pubAck(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m2 q1 #2", "PUBLISH zero q0");
		assertThat(zero).isCompleted();
	}

	@Test
	void aFullConnectionKeepsTheOrderAndGoesOnWhenItIsWritable() {
		this.fixture.connect(false, 10);
		this.fixture.connection.room(1);
		this.fixture.publish("m", 1, 3);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m1 q1 #1");
		assertThat(this.fixture.identifiers.inUse()).isOne();
		this.fixture.connection.room(10);
		this.fixture.publish("m4", 1);
		assertThat(this.fixture.connection.sent()).isEmpty();
		this.fixture.messages.writable();
		List<String> sent = this.fixture.connection.sent();
		assertThat(sent).extracting((line) -> line.split(" ")[1]).containsExactly("m2", "m3", "m4");
		assertThat(this.fixture.identifiers.inUse()).isEqualTo(4);
	}

	@Test
	void whatIsPublishedBeforeTheConnectionWaitsInOrder() {
		CompletableFuture<PublishResult> zero = this.fixture.publish("zero", 0);
		this.fixture.publish("m", 1, 2);
		assertThat(zero).isNotDone();
		assertThat(this.fixture.messages.statistics().waiting()).isEqualTo(3);
		this.fixture.connect(false, 10);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH zero q0", "PUBLISH m1 q1 #1",
				"PUBLISH m2 q1 #2");
		assertThat(zero).isCompleted();
	}

	@Test
	void noIdentifierLeftMeansNoRoom() {
		this.fixture.connect(false, 65535);
		for (int i = 0; i < 65535; i++) {
			assertThat(this.fixture.identifiers.take()).isPositive();
		}
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 1);
		assertThat(result).isNotDone();
		assertThat(this.fixture.connection.sent()).isEmpty();
		this.fixture.identifiers.release(77);
		this.fixture.messages.writable();
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q1 #77");
	}

	@Test
	void aReceiveMaximumOf65535LeavesIdentifiersForSubscribe() {
		PublishFixture large = new PublishFixture(
				new PublishSettings(PublishSettings.DEFAULT.timeout(), 70_000, OverflowPolicy.REJECT));
		large.connect(false, 65535);
		large.publish("m", 1, 65535);
		assertThat(large.messages.statistics().inFlight()).isEqualTo(InFlight.MAX_WINDOW);
		assertThat(large.identifiers.take()).isPositive();
	}

	@Test
	void limitsOfTheBrokerFailBeforeAnythingIsWritten() {
		ConnAck ack = PublishFixture.connAck(false, 10, 1, false, 20L);
		this.fixture.connect(ack);
		CompletableFuture<PublishResult> qos = this.fixture.publish("a", 2);
		CompletableFuture<PublishResult> retained = this.fixture.messages.send(retained("a"), null);
		CompletableFuture<PublishResult> exact = this.fixture.publish("0123456789", 1);
		CompletableFuture<PublishResult> large = this.fixture.publish("0123456789a", 1);
		assertThat(PublishFixture.failure(qos).getKind()).isEqualTo(Kind.LIMIT);
		assertThat(PublishFixture.failure(qos)).hasMessageContaining("QoS 2").hasMessageContaining("Maximum QoS 1");
		assertThat(PublishFixture.failure(qos).getReasonCode()).isEqualTo(-1);
		assertThat(PublishFixture.failure(retained).getKind()).isEqualTo(Kind.LIMIT);
		assertThat(PublishFixture.failure(large)).hasMessageContaining("21").hasMessageContaining("20");
		assertThat(PublishFixture.failure(large).isOutcomeUnknown()).isFalse();
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH 0123456789 q1 #1");
		this.fixture.pubAck(1);
		assertThat(exact).isCompleted();
		assertThat(this.fixture.count(PublishOutcome.LIMIT)).isEqualTo(3);
	}

	@Test
	void aLimitIsKnownAlsoWhereTheMessageWouldHaveToWait() {
		this.fixture.connect(PublishFixture.connAck(false, 1, 1, true, null));
		this.fixture.publish("m", 1, 2);
		assertThat(PublishFixture.failure(this.fixture.publish("a", 2)).getKind()).isEqualTo(Kind.LIMIT);
	}

	@Test
	void whatWaitedIsHeldAgainstTheLimitsOfTheConnectionThatTakesIt() {
		CompletableFuture<PublishResult> two = this.fixture.publish("two", 2);
		CompletableFuture<PublishResult> large = this.fixture.publish("large-large-large", 1);
		this.fixture.publish("small", 1);
		this.fixture.connect(PublishFixture.connAck(false, 10, 1, true, 20L));
		assertThat(PublishFixture.failure(two).getKind()).isEqualTo(Kind.LIMIT);
		assertThat(PublishFixture.failure(large).getKind()).isEqualTo(Kind.LIMIT);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH small q1 #1");
	}

	@Test
	void whatCanNotBeEncodedDoesNotStopTheLine() {
		CompletableFuture<PublishResult> broken = this.fixture.publish("unencodable", 1);
		this.fixture.publish("next", 1);
		this.fixture.connect(false, 10);
		assertThat(PublishFixture.failure(broken).getKind()).isEqualTo(Kind.INVALID);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH next q1 #2");
		assertThat(this.fixture.identifiers.inUse()).isOne();
	}

	@Test
	void aCancelledMessageThatWaitsIsNotSent() {
		CompletableFuture<PublishResult> cancelled = this.fixture.publish("cancelled", 1);
		this.fixture.publish("next", 1);
		cancelled.cancel(false);
		this.fixture.connect(false, 10);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH next q1 #1");
		assertThat(this.fixture.count(PublishOutcome.CANCELLED)).isOne();
	}

	private static OutboundPublish retained(String topic) {
		OutboundPublish message = PublishFixture.message(topic, 0);
		return new OutboundPublish(topic, message.payload(), 0, true, false, null, null, null, null,
				message.userProperties());
	}

}
