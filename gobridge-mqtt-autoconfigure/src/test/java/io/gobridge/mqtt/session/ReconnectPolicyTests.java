package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.convert.DurationStyle;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ReconnectPolicy}. Where the random part is 0 a delay is one half of
 * its full length.
 */
class ReconnectPolicyTests {

	private static final Duration BRIEFLY = Duration.ofMillis(100);

	private final SteppedClock clock = new SteppedClock();

	private double random;

	private ReconnectPolicy policy = policy(ReconnectSettings.DEFAULT);

	private ReconnectPolicy policy(ReconnectSettings settings) {
		return new ReconnectPolicy(settings, this.clock, () -> this.random);
	}

	/**
	 * The delays in full length, without jitter.
	 */
	private List<Long> fullSeconds(int rounds, Disconnection reason) {
		return IntStream.range(0, rounds).mapToObj((round) -> {
			this.policy.attemptFailed(reason);
			return this.policy.nextDelay().multipliedBy(2).toSeconds();
		}).toList();
	}

	@Test
	void growsToTheCapAndStaysThere() {
		assertThat(fullSeconds(10, ScriptedConnector.unreachable())).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 64L,
				120L, 120L, 120L);
	}

	@ParameterizedTest
	@CsvSource({ "1s,2m,2,0,1000", "1s,2m,2,3,8000", "1s,2m,2,200,120000", "100ms,1s,3,2,900", "100ms,1s,3,3,1000",
			"5s,5s,1,50,5000", "500ms,10s,1.5,1,750", "1ms,1000d,10,400,86400000000" })
	void backOff(String initial, String max, double multiplier, int round, long expectedMillis) {
		this.policy = policy(new ReconnectSettings(duration(initial), duration(max), multiplier));
		IntStream.range(0, round).forEach((n) -> this.policy.nextDelay());
		assertThat(this.policy.nextDelay().multipliedBy(2)).isEqualTo(Duration.ofMillis(expectedMillis));
	}

	private static Duration duration(String text) {
		return DurationStyle.SIMPLE.parse(text);
	}

	@Test
	void capBelowTheFirstDelayIsLifted() {
		ReconnectSettings settings = new ReconnectSettings(Duration.ofSeconds(5), Duration.ofSeconds(1), 2);
		assertThat(settings.maxDelay()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	void jitterTakesOffUpToOneHalf() {
		Random source = new Random(42);
		ReconnectPolicy policy = new ReconnectPolicy(
				new ReconnectSettings(Duration.ofSeconds(8), Duration.ofSeconds(8), 1), this.clock, source::nextDouble);
		List<Duration> delays = IntStream.range(0, 2000).mapToObj((n) -> policy.nextDelay()).toList();
		assertThat(delays).allMatch((delay) -> delay.compareTo(Duration.ofSeconds(4)) >= 0)
			.allMatch((delay) -> delay.compareTo(Duration.ofSeconds(8)) < 0)
			.anyMatch((delay) -> delay.compareTo(Duration.ofMillis(4100)) < 0)
			.anyMatch((delay) -> delay.compareTo(Duration.ofMillis(7900)) > 0);
	}

	@Test
	void jitterNeverReachesTheFullLength() {
		this.random = Math.nextDown(1.0);
		assertThat(this.policy.nextDelay()).isLessThan(Duration.ofSeconds(1));
		this.random = 0;
		this.policy = policy(ReconnectSettings.DEFAULT);
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofMillis(500));
	}

	@Test
	void refusalsForGoodWaitLongerThanOutages() {
		assertThat(fullSeconds(5, ScriptedConnector.refused(0x88))).containsExactly(1L, 2L, 4L, 8L, 16L);
		assertThat(fullSeconds(5, ScriptedConnector.refused(0x87))).containsExactly(32L, 64L, 120L, 120L, 120L);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0x81, 0x82, 0x84, 0x85, 0x86, 0x87, 0x8A, 0x8C, 0x90, 0x95, 0x99, 0x9A, 0x9B })
	void permanentReasonCodesBeginAtThirtySeconds(int reasonCode) {
		assertThat(fullSeconds(2, ScriptedConnector.refused(reasonCode))).containsExactly(30L, 60L);
	}

	@ParameterizedTest
	@ValueSource(ints = { 0x80, 0x83, 0x88, 0x89, 0x97, 0x9C, 0x9D, 0x9F })
	void transientReasonCodesBeginAtTheConfiguredDelay(int reasonCode) {
		assertThat(fullSeconds(2, ScriptedConnector.refused(reasonCode))).containsExactly(1L, 2L);
	}

	@Test
	void refusalBaseIsLiftedOverASmallCap() {
		this.policy = policy(new ReconnectSettings(Duration.ofSeconds(1), Duration.ofSeconds(5), 2));
		assertThat(fullSeconds(3, ScriptedConnector.refused(0x86))).containsExactly(30L, 30L, 30L);
	}

	@Test
	void oneRefusalAmongSeveralAddressesDecidesTheRound() {
		this.policy.attemptFailed(ScriptedConnector.refused(0x86));
		this.policy.attemptFailed(ScriptedConnector.unreachable());
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofSeconds(15));
		this.policy.attemptFailed(ScriptedConnector.unreachable());
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	void shortConnectionsDoNotResetTheBackOff() {
		assertThat(fullSeconds(4, ScriptedConnector.unreachable())).containsExactly(1L, 2L, 4L, 8L);
		this.policy.connectionEnded(ScriptedConnector.lost(), Duration.ofMillis(29_999));
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofSeconds(8));
		assertThat(this.policy.shortLived()).isEqualTo(1);
	}

	@Test
	void stableConnectionResetsTheBackOff() {
		fullSeconds(6, ScriptedConnector.refused(0x87));
		this.policy.connectionEnded(ScriptedConnector.lost(), Duration.ofSeconds(30));
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofMillis(500));
		assertThat(this.policy.shortLived()).isZero();
		assertThat(fullSeconds(1, ScriptedConnector.refused(0x87))).containsExactly(30L);
	}

	@Test
	void takeoverPenaltyDoublesFromTheSecondInARow() {
		this.policy = policy(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(2), 1));
		List<Long> penalties = IntStream.range(0, 10).mapToObj((n) -> {
			this.policy.connectionEnded(ScriptedConnector.takenOver(), BRIEFLY);
			return this.policy.nextDelay().minusMillis(1).toSeconds();
		}).toList();
		assertThat(penalties).containsExactly(0L, 1L, 2L, 4L, 8L, 16L, 32L, 64L, 64L, 64L);
		assertThat(this.policy.takeovers()).isEqualTo(10);
	}

	@Test
	void takeoverStreakBeginsAnewBehindAStableConnection() {
		IntStream.range(0, 5).forEach((n) -> this.policy.connectionEnded(ScriptedConnector.takenOver(), BRIEFLY));
		this.policy.connectionEnded(ScriptedConnector.takenOver(), Duration.ofSeconds(30));
		assertThat(this.policy.takeovers()).isEqualTo(1);
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofMillis(500));
	}

	@Test
	void takeoverPenaltyRestsAfterThirtySecondsAndResumes() {
		this.policy = policy(new ReconnectSettings(Duration.ofMillis(2), Duration.ofMillis(2), 1));
		IntStream.range(0, 4).forEach((n) -> this.policy.connectionEnded(ScriptedConnector.takenOver(), BRIEFLY));
		this.clock.advance(Duration.ofSeconds(30).minusNanos(1));
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofMillis(4001));
		this.clock.advance(Duration.ofNanos(1));
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofMillis(1));
		this.policy.connectionEnded(ScriptedConnector.takenOver(), BRIEFLY);
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofMillis(8001));
	}

	@Test
	void otherServerDisconnectsAreNoTakeovers() {
		this.policy.connectionEnded(
				new Disconnection(Disconnection.Kind.SERVER_DISCONNECT, 0x8F, "topic filter invalid", null), BRIEFLY);
		assertThat(this.policy.takeovers()).isZero();
	}

	@Test
	void violationsAddAGrowingExtra() {
		this.policy = policy(new ReconnectSettings(Duration.ofSeconds(2), Duration.ofSeconds(20), 1));
		List<Duration> extras = IntStream.range(0, 6).mapToObj((n) -> {
			this.policy.connectionEnded(ScriptedConnector.violation(), BRIEFLY);
			return this.policy.nextDelay().minusSeconds(1).multipliedBy(2);
		}).toList();
		assertThat(extras).extracting(Duration::toSeconds).containsExactly(2L, 4L, 8L, 16L, 20L, 20L);
		this.policy.connectionEnded(ScriptedConnector.violation(), Duration.ofSeconds(30));
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofSeconds(2));
	}

	@Test
	void protocolErrorOfAnAttemptCountsToo() {
		this.policy.attemptFailed(ScriptedConnector.violation());
		assertThat(this.policy.nextDelay()).isEqualTo(Duration.ofMillis(1000));
	}

}
