package io.gobridge.mqtt.publish;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a caller meets when the buffer is full (B41, B43).
 */
@Timeout(20)
class OverflowTests {

	@Test
	void rejectFailsAtOnceAndKeepsWhatWaits() {
		PublishFixture fixture = fixture(OverflowPolicy.REJECT);
		fixture.publish("m", 1, 2);
		CompletableFuture<PublishResult> third = fixture.publish("third", 0);
		assertThat(PublishFixture.failure(third).getKind()).isEqualTo(Kind.BUFFER_FULL);
		assertThat(PublishFixture.failure(third).isOutcomeUnknown()).isFalse();
		assertThat(fixture.count(PublishOutcome.BUFFER_FULL)).isOne();
		fixture.connect(false, 10);
		assertThat(fixture.connection.sent()).containsExactly("PUBLISH m1 q1 #1", "PUBLISH m2 q1 #2");
	}

	@Test
	void waitingCallersGoOnInTheOrderInWhichTheyCame() {
		PublishFixture fixture = fixture(OverflowPolicy.WAIT);
		fixture.publish("m", 1, 2);
		Caller third = caller(fixture, "third", 3);
		Caller fourth = caller(fixture, "fourth", 4);
		fixture.connect(false, 2);
		third.awaitReturn();
		fourth.awaitReturn();
		fixture.pubAck(1);
		fixture.pubAck(2);
		assertThat(fixture.connection.sent()).extracting((line) -> line.split(" ")[1])
			.containsExactly("m1", "m2", "third", "fourth");
		fixture.pubAck(3);
		assertThat(third.future().join().topic()).isEqualTo("third");
	}

	@Test
	void aWaitingCallerIsNotOvertaken() {
		PublishFixture fixture = fixture(OverflowPolicy.WAIT);
		fixture.connect(false, 1);
		fixture.publish("m", 1, 3);
		Caller waiting = caller(fixture, "waiting", 3);
		fixture.pubAck(1);
		waiting.awaitReturn();
		fixture.pubAck(2);
		fixture.publish("newer", 1);
		fixture.pubAck(3);
		fixture.pubAck(4);
		assertThat(fixture.connection.sent()).extracting((line) -> line.split(" ")[1])
			.containsExactly("m1", "m2", "m3", "waiting", "newer");
	}

	@Test
	void aCallerWaitsNoLongerThanItsTimeout() {
		PublishFixture fixture = fixture(OverflowPolicy.WAIT);
		fixture.publish("m", 1, 2);
		Caller third = caller(fixture, "third", 3);
		fixture.time.advance(Duration.ofSeconds(30));
		third.awaitReturn();
		assertThat(PublishFixture.failure(third.future()).getKind()).isEqualTo(Kind.BUFFER_FULL);
		assertThat(fixture.messages.statistics().waiting()).isZero();
	}

	@Test
	void aCallerWaitsNoLongerThanTheSession() {
		PublishFixture fixture = fixture(OverflowPolicy.WAIT);
		fixture.publish("m", 1, 2);
		Caller third = caller(fixture, "third", 3);
		fixture.messages.stop();
		third.awaitReturn();
		assertThat(PublishFixture.failure(third.future()).getKind()).isEqualTo(Kind.STOPPED);
	}

	@Test
	void anInterruptEndsTheWaitAndIsKept() {
		PublishFixture fixture = fixture(OverflowPolicy.WAIT);
		fixture.publish("m", 1, 2);
		Caller third = caller(fixture, "third", 3);
		third.thread().interrupt();
		third.awaitReturn();
		assertThat(PublishFixture.failure(third.future()).getKind()).isEqualTo(Kind.BUFFER_FULL);
		assertThat(third.interrupted().get()).isTrue();
		assertThat(fixture.messages.statistics().waiting()).isEqualTo(2);
	}

	@Test
	void anExpiredMessageMakesRoomWithoutAConnection() {
		PublishFixture fixture = fixture(OverflowPolicy.REJECT);
		List<CompletableFuture<PublishResult>> first = fixture.publish("m", 1, 2);
		fixture.time.advance(Duration.ofSeconds(30));
		assertThat(first)
			.allSatisfy((result) -> assertThat(PublishFixture.failure(result).getKind()).isEqualTo(Kind.TIMEOUT));
		fixture.publish("next", 1);
		fixture.connect(false, 10);
		assertThat(fixture.connection.sent()).containsExactly("PUBLISH next q1 #1");
	}

	@ParameterizedTest
	@ValueSource(strings = { "gobridge-mqtt-s-reader", "gobridge-mqtt-s-writer" })
	void aThreadOfTheWireIsNeverMadeToWait(String name) throws InterruptedException {
		PublishFixture fixture = fixture(OverflowPolicy.WAIT);
		fixture.publish("m", 1, 2);
		CompletableFuture<CompletableFuture<PublishResult>> result = new CompletableFuture<>();
		Thread thread = new Thread(() -> result.complete(fixture.publish("third", 1)), name);
		thread.start();
		thread.join(10_000);
		assertThat(PublishFixture.failure(result.join()).getKind()).isEqualTo(Kind.BUFFER_FULL);
	}

	@Test
	void theThreadOfTheSessionIsNeverMadeToWait() {
		PublishFixture fixture = fixture(OverflowPolicy.WAIT);
		fixture.publish("m", 1, 2);
		fixture.time.pretendInLoop(true);
		assertThat(PublishFixture.failure(fixture.publish("third", 1)).getKind()).isEqualTo(Kind.BUFFER_FULL);
	}

	private static PublishFixture fixture(OverflowPolicy policy) {
		return new PublishFixture(new PublishSettings(Duration.ofSeconds(30), 2, policy));
	}

	/**
	 * Publishes on a thread of its own, and returns when that waits behind as many others
	 * as expected.
	 */
	private static Caller caller(PublishFixture fixture, String topic, int waiting) {
		CompletableFuture<CompletableFuture<PublishResult>> result = new CompletableFuture<>();
		AtomicBoolean interrupted = new AtomicBoolean();
		Thread thread = new Thread(() -> {
			result.complete(fixture.publish(topic, 1));
			interrupted.set(Thread.currentThread().isInterrupted());
		});
		thread.start();
		Awaitility.await().until(() -> fixture.messages.statistics().waiting() == waiting);
		return new Caller(thread, result, interrupted);
	}

	private record Caller(Thread thread, CompletableFuture<CompletableFuture<PublishResult>> result,
			AtomicBoolean interrupted) {

		void awaitReturn() {
			Awaitility.await().until(() -> !this.thread.isAlive());
		}

		CompletableFuture<PublishResult> future() {
			return this.result.join();
		}

	}

}
