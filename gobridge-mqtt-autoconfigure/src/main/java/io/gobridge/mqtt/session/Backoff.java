package io.gobridge.mqtt.session;

import java.time.Duration;

/**
 * Delays that double up to a limit. Not for use by several threads at a time.
 */
public final class Backoff {

	private final Duration first;

	private final Duration last;

	private Duration next;

	/**
	 * Creates it.
	 * @param first the first delay, and the one after a {@link #reset()}
	 * @param last the longest delay
	 */
	public Backoff(Duration first, Duration last) {
		this.first = first;
		this.last = last;
		this.next = first;
	}

	/**
	 * Returns a delay; the one after it is twice as long.
	 * @return the delay
	 */
	public Duration next() {
		Duration delay = this.next;
		Duration doubled = delay.multipliedBy(2);
		this.next = (doubled.compareTo(this.last) < 0) ? doubled : this.last;
		return delay;
	}

	/**
	 * Begins anew.
	 */
	public void reset() {
		this.next = this.first;
	}

}
