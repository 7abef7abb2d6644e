package io.gobridge.mqtt.publish;

import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import io.gobridge.mqtt.session.ConnectionEpoch;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a new connection begins with (MQTT 5, section 4.4).
 */
class ResendTests {

	private final PublishFixture fixture = new PublishFixture();

	@Test
	void aKeptSessionGetsTheSameIdentifiersInOrderBeforeWhatWaited() {
		this.fixture.connect(false, 3);
		List<CompletableFuture<PublishResult>> first = this.fixture.publish("m", 1, 3);
		CompletableFuture<PublishResult> waiting = this.fixture.publish("waiting", 1);
		this.fixture.disconnect();
		CompletableFuture<PublishResult> late = this.fixture.publish("late", 1);
		this.fixture.connect(true, 10);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m1 q1 #1 DUP", "PUBLISH m2 q1 #2 DUP",
				"PUBLISH m3 q1 #3 DUP", "PUBLISH waiting q1 #4", "PUBLISH late q1 #5");
		for (int id = 1; id <= 5; id++) {
			this.fixture.pubAck(id);
		}
		assertThat(first).allSatisfy((result) -> assertThat(result).isCompleted());
		assertThat(waiting).isCompleted();
		assertThat(late).isCompleted();
		assertThat(this.fixture.identifiers.inUse()).isZero();
	}

	@Test
	void aKeptSessionContinuesWithPubRelInTheOrderOfThePubRecs() {
		this.fixture.connect(false, 10);
		List<CompletableFuture<PublishResult>> results = this.fixture.publish("m", 2, 4);
		this.fixture.pubRec(3);
		this.fixture.pubRec(1);
		this.fixture.disconnect();
		this.fixture.connect(true, 10);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBREL #3", "PUBREL #1", "PUBLISH m2 q2 #2 DUP",
				"PUBLISH m4 q2 #4 DUP");
		this.fixture.pubComp(3);
		this.fixture.pubComp(1);
		assertThat(results.get(0)).isCompleted();
		assertThat(results.get(1)).isNotDone();
		assertThat(results.get(2)).isCompleted();
	}

	@Test
	void resendingStaysInTheNewWindow() {
		this.fixture.connect(false, 4);
		this.fixture.publish("one", 1, 3);
		this.fixture.publish("two", 2);
		this.fixture.pubRec(4);
		this.fixture.disconnect();
		this.fixture.connect(true, 2);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBREL #4", "PUBLISH one1 q1 #1 DUP");
		this.fixture.pubAck(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH one2 q1 #2 DUP");
		this.fixture.pubComp(4);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH one3 q1 #3 DUP");
		this.fixture.publish("new", 1);
		assertThat(this.fixture.connection.sent()).isEmpty();
	}

	@Test
	void theOrderSurvivesAConnectionThatEndsWhileItResends() {
		this.fixture.connect(false, 4);
		this.fixture.publish("m", 1, 4);
		this.fixture.disconnect();
		this.fixture.connect(true, 2);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m1 q1 #1 DUP", "PUBLISH m2 q1 #2 DUP");
		this.fixture.pubAck(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m3 q1 #3 DUP");
		this.fixture.disconnect();
		this.fixture.connect(true, 4);
		// m2 and m3 have now been on two connections each, so each is sent alone.
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m2 q1 #2 DUP");
		this.fixture.pubAck(2);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m3 q1 #3 DUP");
		this.fixture.pubAck(3);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m4 q1 #4 DUP");
	}

	@Test
	void anAnswerToWhatWasNotYetResentEndsNothing() {
		this.fixture.connect(false, 2);
		List<CompletableFuture<PublishResult>> results = this.fixture.publish("m", 1, 2);
		this.fixture.disconnect();
		this.fixture.connect(true, 1);
		this.fixture.connection.sent();
		this.fixture.pubAck(2);
		assertThat(results.get(1)).isNotDone();
		this.fixture.pubAck(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m2 q1 #2 DUP");
	}

	@Test
	void aNewSessionGetsNewMessagesAndWhatHadAPubRecHasArrived() {
		this.fixture.connect(false, 10);
		CompletableFuture<PublishResult> one = this.fixture.publish("one", 1);
		CompletableFuture<PublishResult> received = this.fixture.publish("received", 2);
		CompletableFuture<PublishResult> two = this.fixture.publish("two", 2);
		this.fixture.pubRec(2);
		this.fixture.disconnect();
		this.fixture.publish("late", 1);
		this.fixture.connect(false, 10);
		assertThat(received).isCompletedWithValue(new PublishResult("received", 2, 0, null));
		assertThat(one).isNotDone();
		assertThat(two).isNotDone();
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH one q1 #4", "PUBLISH two q2 #5",
				"PUBLISH late q1 #6");
		assertThat(this.fixture.identifiers.inUse()).isEqualTo(3);
	}

	@Test
	void aNewSessionStaysInItsWindow() {
		this.fixture.connect(false, 3);
		this.fixture.publish("m", 1, 3);
		this.fixture.disconnect();
		this.fixture.connect(false, 1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m1 q1 #4");
		this.fixture.pubAck(4);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m2 q1 #5");
	}

	@Test
	void aResentMessageThatIsOverANewLimitFailsAndTheIdentifierOfQosTwoIsNotUsedAgain() {
		this.fixture.connect(false, 10);
		CompletableFuture<PublishResult> one = this.fixture.publish("one-is-long-long", 1);
		CompletableFuture<PublishResult> two = this.fixture.publish("two-is-long-long", 2);
		this.fixture.publish("ok", 1);
		this.fixture.disconnect();
		this.fixture.connect(PublishFixture.connAck(true, 10, 2, true, 20L));
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH ok q1 #3 DUP");
		assertThat(PublishFixture.failure(one).getKind()).isEqualTo(Kind.LIMIT);
		assertThat(PublishFixture.failure(two).isOutcomeUnknown()).isTrue();
		// #2 may be half way through an exchange at the broker, #3 is in flight.
		assertThat(this.fixture.identifiers.inUse()).isEqualTo(2);
		this.fixture.disconnect();
		this.fixture.connect(false, 10);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH ok q1 #4");
		assertThat(this.fixture.identifiers.inUse()).isOne();
	}

	@Test
	void aMessageThatNoConnectionSurvivesIsGivenUpAndTheOthersArrive() {
		this.fixture.connect(false, 10);
		CompletableFuture<PublishResult> before = this.fixture.publish("before", 1);
		CompletableFuture<PublishResult> deadly = this.fixture.publish("deadly", 1);
		CompletableFuture<PublishResult> after = this.fixture.publish("after", 1);
		int connections = 1;
		while (!after.isDone() && connections < 20) {
			this.fixture.disconnect();
			this.fixture.connect(true, 10);
			connections++;
			// The broker answers until it meets the deadly one, and reads no further.
			for (List<String> sent = this.fixture.connection.sent(); !sent.isEmpty()
					&& !sent.toString().contains("deadly"); sent = this.fixture.connection.sent()) {
				sent.forEach((line) -> this.fixture.pubAck(Integer.parseInt(line.replaceAll(".*#(\\d+).*", "$1"))));
			}
		}
		assertThat(before).isCompleted().isNotCompletedExceptionally();
		assertThat(after).isCompleted().isNotCompletedExceptionally();
		assertThat(PublishFixture.failure(deadly).getKind()).isEqualTo(Kind.UNCERTAIN);
		assertThat(PublishFixture.failure(deadly).isOutcomeUnknown()).isTrue();
		assertThat(connections).isLessThanOrEqualTo(InFlight.GIVE_UP_AFTER + 2);
		assertThat(this.fixture.count(PublishOutcome.UNCERTAIN)).isOne();
		assertThat(this.fixture.identifiers.inUse()).isZero();
	}

	@Test
	void aMessageThatNoConnectionSurvivesIsGivenUpInNewSessionsToo() {
		CompletableFuture<PublishResult> deadly = this.fixture.publish("deadly", 2);
		for (int i = 0; i < InFlight.GIVE_UP_AFTER; i++) {
			this.fixture.connect(false, 10);
			assertThat(this.fixture.connection.sent()).hasSize(1);
			this.fixture.disconnect();
		}
		this.fixture.connect(false, 10);
		assertThat(this.fixture.connection.sent()).isEmpty();
		assertThat(PublishFixture.failure(deadly).getKind()).isEqualTo(Kind.UNCERTAIN);
		assertThat(this.fixture.identifiers.inUse()).isZero();
	}

	@Test
	void theFirstQosTwoUnderAnIdentifierEndsWhatAnEarlierProcessLeftThere() {
		this.fixture.connect(true, 10);
		CompletableFuture<PublishResult> result = this.fixture.publish("two", 2);
		this.fixture.publish("one", 1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBREL #1", "PUBLISH two q2 #1",
				"PUBLISH one q1 #2");
		this.fixture.pubComp(1);
		assertThat(result).isNotDone();
		this.fixture.pubRec(1);
		this.fixture.pubComp(1);
		assertThat(result).isCompleted();
	}

	@Test
	void aNewSessionHasNothingLeftFromAnEarlierProcess() {
		this.fixture.connect(true, 10);
		this.fixture.disconnect();
		this.fixture.connect(false, 10);
		this.fixture.publish("two", 2);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH two q2 #1");
	}

	@Test
	void aSessionThatBeganWithUsHasNothingLeftFromAnEarlierProcess() {
		this.fixture.connect(false, 10);
		this.fixture.disconnect();
		this.fixture.connect(true, 10);
		this.fixture.publish("two", 2);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH two q2 #1");
	}

	@Test
	void theEndOfAnOlderConnectionDoesNotEndTheNewOne() {
		this.fixture.connect(false, 10);
		FakeConnection older = this.fixture.connection;
		this.fixture.connect(false, 10);
		this.fixture.messages
			.retired(new ConnectionEpoch(1, PublishFixture.connAck(false, 10, 2, true, null), older, Instant.EPOCH));
		this.fixture.publish("a", 1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q1 #1");
	}

}
