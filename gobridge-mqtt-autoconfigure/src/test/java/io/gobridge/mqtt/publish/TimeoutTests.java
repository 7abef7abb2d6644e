package io.gobridge.mqtt.publish;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Timeouts and the end of the session.
 */
class TimeoutTests {

	private final PublishFixture fixture = new PublishFixture();

	@Test
	void anUnansweredMessageTimesOutButItsIdentifierStaysTaken() {
		this.fixture.connect(false, 1);
		CompletableFuture<PublishResult> result = this.fixture.publish("a", 1);
		CompletableFuture<PublishResult> next = this.fixture.publish("next", 1);
		this.fixture.time.advance(Duration.ofSeconds(30).minusNanos(1));
		assertThat(result).isNotDone();
		CompletableFuture<PublishResult> later = this.fixture.publish("later", 1);
		this.fixture.time.advance(Duration.ofNanos(1));
		assertThat(PublishFixture.failure(result).getKind()).isEqualTo(Kind.TIMEOUT);
		assertThat(PublishFixture.failure(result).isOutcomeUnknown()).isTrue();
		assertThat(PublishFixture.failure(next).getKind()).isEqualTo(Kind.TIMEOUT);
		assertThat(PublishFixture.failure(next).isOutcomeUnknown()).isFalse();
		assertThat(later).isNotDone();
		assertThat(this.fixture.identifiers.inUse()).isOne();
		assertThat(this.fixture.messages.statistics().inFlight()).isOne();
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH a q1 #1");
		this.fixture.pubAck(1);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH later q1 #2");
		assertThat(this.fixture.count(PublishOutcome.TIMEOUT)).isEqualTo(2);
		assertThat(this.fixture.count(PublishOutcome.SUCCESS)).isZero();
	}

	@Test
	void aTimedOutMessageIsResentToAKeptSessionAndForgottenByANewOne() {
		this.fixture.connect(false, 10);
		this.fixture.publish("m", 1, 2);
		this.fixture.time.advance(Duration.ofSeconds(31));
		this.fixture.disconnect();
		this.fixture.connect(true, 10);
		assertThat(this.fixture.connection.sent()).containsExactly("PUBLISH m1 q1 #1 DUP", "PUBLISH m2 q1 #2 DUP");
		this.fixture.pubAck(1);
		this.fixture.disconnect();
		this.fixture.connect(false, 10);
		assertThat(this.fixture.connection.sent()).isEmpty();
		assertThat(this.fixture.identifiers.inUse()).isZero();
		assertThat(this.fixture.count(PublishOutcome.TIMEOUT)).isEqualTo(2);
	}

	@Test
	void theOptionsMaySayHowLong() {
		CompletableFuture<PublishResult> slow = this.fixture.messages.send(PublishFixture.message("slow", 1),
				Duration.ofDays(200_000));
		CompletableFuture<PublishResult> normal = this.fixture.publish("normal", 1);
		CompletableFuture<PublishResult> quick = this.fixture.messages.send(PublishFixture.message("quick", 0),
				Duration.ofMillis(5));
		this.fixture.time.advance(Duration.ofMillis(5));
		assertThat(PublishFixture.failure(quick).getKind()).isEqualTo(Kind.TIMEOUT);
		assertThat(normal).isNotDone();
		this.fixture.time.advance(Duration.ofSeconds(30));
		assertThat(PublishFixture.failure(normal).getKind()).isEqualTo(Kind.TIMEOUT);
		assertThat(slow).isNotDone();
		assertThat(this.fixture.time.scheduled()).isOne();
	}

	@Test
	void nothingIsScheduledWhereNothingIsLeft() {
		this.fixture.connect(false, 10);
		this.fixture.publish("a", 1);
		this.fixture.pubAck(1);
		this.fixture.time.advance(Duration.ofMinutes(1));
		assertThat(this.fixture.time.scheduled()).isZero();
	}

	@Test
	void oneSweepCoversManyMessages() {
		this.fixture.publish("m", 1, 500);
		assertThat(this.fixture.time.scheduled()).isOne();
	}

	@Test
	void stopFailsEverything() {
		this.fixture.connect(false, 2);
		List<CompletableFuture<PublishResult>> results = this.fixture.publish("m", 2, 3);
		this.fixture.pubRec(1);
		this.fixture.messages.stop();
		assertThat(results)
			.allSatisfy((result) -> assertThat(PublishFixture.failure(result).getKind()).isEqualTo(Kind.STOPPED));
		assertThat(results).extracting((result) -> PublishFixture.failure(result).isOutcomeUnknown())
			.containsExactly(true, true, false);
		assertThat(PublishFixture.failure(this.fixture.publish("late", 0)).getKind()).isEqualTo(Kind.STOPPED);
		assertThat(this.fixture.count(PublishOutcome.STOPPED)).isEqualTo(4);
		assertThat(this.fixture.time.scheduled()).isZero();
		this.fixture.connection.sent();
		this.fixture.connect(true, 10);
		assertThat(this.fixture.connection.sent()).isEmpty();
	}

}
