package io.gobridge.mqtt.reconcile;

import java.time.Duration;

/**
 * Delays that double up to a limit.
 */
final class Backoff {

	private final Duration first;

	private final Duration last;

	private Duration next;

	Backoff(Duration first, Duration last) {
		this.first = first;
		this.last = last;
		this.next = first;
	}

	Duration next() {
		Duration delay = this.next;
		Duration doubled = delay.multipliedBy(2);
		this.next = (doubled.compareTo(this.last) < 0) ? doubled : this.last;
		return delay;
	}

	void reset() {
		this.next = this.first;
	}

}
