package io.gobridge.mqtt.session;

import java.time.Duration;

/**
 * How long a session waits before it dials again: {@code initialDelay * multiplier^n}, at
 * most {@code maxDelay}, of which a random part of up to one half is taken off so that
 * many clients do not come back at once.
 *
 * @param initialDelay the first delay
 * @param maxDelay the longest delay; one shorter than the first delay is lifted to it
 * @param multiplier the growth from one delay to the next, at least 1
 */
public record ReconnectSettings(Duration initialDelay, Duration maxDelay, double multiplier) {

	/** One second, doubling to two minutes. */
	public static final ReconnectSettings DEFAULT = new ReconnectSettings(Duration.ofSeconds(1), Duration.ofMinutes(2),
			2);

	public ReconnectSettings {
		if (initialDelay.compareTo(Duration.ofMillis(1)) < 0) {
			throw new IllegalArgumentException(
					"reconnect.initial-delay is " + initialDelay + ": it must be at least 1ms");
		}
		if (!(multiplier >= 1) || Double.isInfinite(multiplier)) {
			throw new IllegalArgumentException("reconnect.multiplier is " + multiplier + ": it must be at least 1");
		}
		if (maxDelay.compareTo(initialDelay) < 0) {
			maxDelay = initialDelay;
		}
	}

}
