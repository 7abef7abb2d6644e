package io.gobridge.mqtt.router;

import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.session.SessionClock;
import org.jspecify.annotations.Nullable;

/**
 * The ends that a delivery of a session can come to when it was not handled.
 */
final class FailureEndings {

	private final OnFailure byDefault;

	private final FailureEnding drop;

	private final FailureEnding redeliver;

	private final FailureEnding deadLetter;

	/**
	 * Creates the ends.
	 * @param writes writes dead letters; without it what would be one is dropped
	 */
	FailureEndings(RouterSettings settings, RouterStatistics statistics, RecoveryRequests recovery,
			@Nullable DeadLetterWrites writes, SessionClock clock) {
		this.byDefault = settings.onFailure();
		this.drop = new DropEnding(statistics);
		// The broker forgets an ephemeral session with its connection, and the message.
		this.redeliver = settings.durable() ? new RedeliverEnding(statistics, recovery, this.drop) : this.drop;
		this.deadLetter = (writes != null) ? new DeadLetterEnding(writes, clock, statistics, this.drop) : this.drop;
	}

	FailureEnding of(OnFailure chosen) {
		return switch (chosen) {
			case DEFAULT -> (this.byDefault != OnFailure.DEFAULT) ? of(this.byDefault) : this.deadLetter;
			case DEAD_LETTER -> this.deadLetter;
			case DROP -> this.drop;
			case REDELIVER -> this.redeliver;
		};
	}

	/** The end of what a handler rejects. */
	FailureEnding rejection() {
		return this.deadLetter;
	}

	/** The end of what a handler wants to have again. */
	FailureEnding redelivery() {
		return this.redeliver;
	}

}
