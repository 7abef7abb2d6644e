package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.function.DoubleSupplier;

import io.gobridge.mqtt.RunsOn;

/**
 * How long to wait before the next round of attempts. A round tries every address once.
 * <p>
 * What was learned is forgotten only after a connection that stayed up for 30 seconds: a
 * CONNACK alone proves nothing when the broker closes behind it, as it does when two
 * clients share an identifier or when a stored message breaks the protocol again and
 * again. Four things add up:
 * <ul>
 * <li>the back-off, growing with every round that ended without a stable connection;
 * <li>a base of 30 seconds instead of the configured one where the broker refused us for
 * good (credentials, rights, client identifier), since trying often does not help and may
 * lock an account;
 * <li>1 s, 2 s, 4 s … 64 s from the second takeover in a row on, while the last one is
 * less than 30 seconds ago;
 * <li>a growing extra after each violation of the protocol that we detected ourselves,
 * likewise.
 * </ul>
 */
@RunsOn(RunsOn.Kind.SESSION)
final class ReconnectPolicy {

	static final Duration STABLE = Duration.ofSeconds(30);

	private static final Duration REFUSED_BASE = Duration.ofSeconds(30);

	private static final Duration TAKEOVER_BASE = Duration.ofSeconds(1);

	private static final Duration TAKEOVER_MAX = Duration.ofSeconds(64);

	private final ReconnectSettings settings;

	private final SessionClock clock;

	private final DoubleSupplier random;

	/** Rounds since the last stable connection. */
	private int rounds;

	/** Of those, the ones in which the broker refused us for good. */
	private int refusals;

	private boolean refusedInRound;

	private int shortLived;

	private int takeovers;

	private long lastTakeover;

	private int violations;

	private long lastViolation;

	/**
	 * Creates the policy.
	 * @param settings the configured back-off
	 * @param clock the time
	 * @param random numbers from 0 (inclusive) to 1 (exclusive)
	 */
	ReconnectPolicy(ReconnectSettings settings, SessionClock clock, DoubleSupplier random) {
		this.settings = settings;
		this.clock = clock;
		this.random = random;
	}

	/**
	 * An attempt ended without a connection.
	 * @param reason why
	 */
	void attemptFailed(Disconnection reason) {
		note(reason);
	}

	/**
	 * A connection that was up has ended.
	 * @param reason why
	 * @param up how long it had been up
	 */
	void connectionEnded(Disconnection reason, Duration up) {
		if (up.compareTo(STABLE) >= 0) {
			forget();
		}
		else if (reason.kind() == Disconnection.Kind.LOST) {
			this.shortLived++;
		}
		if (reason.kind() == Disconnection.Kind.SERVER_DISCONNECT
				&& reason.reasonCode() == ReasonCodes.SESSION_TAKEN_OVER) {
			this.takeovers++;
			this.lastTakeover = this.clock.nanoTime();
		}
		note(reason);
	}

	private void note(Disconnection reason) {
		if (reason.kind() == Disconnection.Kind.PROTOCOL_ERROR) {
			this.violations++;
			this.lastViolation = this.clock.nanoTime();
		}
		boolean byBroker = reason.kind() == Disconnection.Kind.REFUSED
				|| reason.kind() == Disconnection.Kind.SERVER_DISCONNECT;
		if (byBroker && ReasonCodes.isPermanent(reason.reasonCode())) {
			this.refusedInRound = true;
		}
	}

	private void forget() {
		this.rounds = 0;
		this.refusals = 0;
		this.shortLived = 0;
		this.takeovers = 0;
		this.violations = 0;
	}

	/**
	 * Returns how long to wait before the next round, and counts the round that ended.
	 * @return the delay, never zero
	 */
	Duration nextDelay() {
		double multiplier = this.settings.multiplier();
		Duration delay = power(this.settings.initialDelay(), multiplier, this.rounds++, this.settings.maxDelay());
		if (this.refusedInRound) {
			Duration base = longer(REFUSED_BASE, this.settings.initialDelay());
			delay = longer(delay, power(base, multiplier, this.refusals++, longer(base, this.settings.maxDelay())));
			this.refusedInRound = false;
		}
		Duration total = jitter(delay);
		if (this.takeovers >= 2 && isRecent(this.lastTakeover)) {
			total = total.plus(power(TAKEOVER_BASE, 2, this.takeovers - 2, TAKEOVER_MAX));
		}
		if (this.violations >= 1 && isRecent(this.lastViolation)) {
			total = total
				.plus(jitter(power(this.settings.initialDelay(), 2, this.violations - 1, this.settings.maxDelay())));
		}
		return total;
	}

	/**
	 * Returns how many takeovers there were without a stable connection between them.
	 * @return the streak
	 */
	int takeovers() {
		return this.takeovers;
	}

	/**
	 * Returns how many connections were cut without a DISCONNECT within 30 seconds of
	 * their CONNACK, in a row. Brokers that do not send 0x8E behave so towards two
	 * clients with one identifier.
	 * @return the streak
	 */
	int shortLived() {
		return this.shortLived;
	}

	private boolean isRecent(long nanoTime) {
		return this.clock.nanoTime() - nanoTime < STABLE.toNanos();
	}

	private Duration jitter(Duration delay) {
		long half = delay.toNanos() / 2;
		return Duration.ofNanos(half + (long) (half * this.random.getAsDouble()));
	}

	private static Duration power(Duration base, double multiplier, int exponent, Duration max) {
		// In floating point, where a large exponent ends at infinity and not below zero.
		double nanos = base.toNanos() * Math.pow(multiplier, exponent);
		return (nanos < max.toNanos()) ? Duration.ofNanos((long) nanos) : max;
	}

	private static Duration longer(Duration one, Duration other) {
		return (one.compareTo(other) >= 0) ? one : other;
	}

}
