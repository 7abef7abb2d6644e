package io.gobridge.mqtt.reconcile;

import java.time.Duration;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import org.jspecify.annotations.Nullable;

/**
 * One timer for everything that is due at some time, set anew with every change.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class WakeUp {

	private final SessionLoop loop;

	private final SessionClock clock;

	private final Runnable task;

	private SessionLoop.@Nullable Cancellable timer;

	WakeUp(SessionLoop loop, SessionClock clock, Runnable task) {
		this.loop = loop;
		this.clock = clock;
		this.task = task;
	}

	/**
	 * Wakes at that time and no other.
	 * @param due when, or {@code null} for never
	 */
	void set(@Nullable Long due) {
		SessionLoop.Cancellable previous = this.timer;
		if (previous != null) {
			previous.cancel();
			this.timer = null;
		}
		if (due != null) {
			Duration delay = Duration.ofNanos(Math.max(0, due - this.clock.nanoTime()));
			this.timer = this.loop.schedule(this.task, delay);
		}
	}

}
