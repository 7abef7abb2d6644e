package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.gobridge.mqtt.RunsOn;

/**
 * Waits for the handlers that run, within a bound, so that what they have begun is
 * settled on the connection that brought it and does not come again on the next.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class HandlerDrain {

	private static final Duration CHECK = Duration.ofMillis(10);

	private final InboundFlow inbound;

	private final SessionClock clock;

	private final SessionLoop loop;

	private final Duration bound;

	HandlerDrain(InboundFlow inbound, SessionClock clock, SessionLoop loop, Duration bound) {
		this.inbound = inbound;
		this.clock = clock;
		this.loop = loop;
		this.bound = bound;
	}

	/**
	 * Waits.
	 * @param goesOn whether anybody still wants to know
	 * @param drained run when there is nothing to wait for any more, or too long was
	 * waited
	 */
	void begin(BooleanSupplier goesOn, Runnable drained) {
		check(this.clock.nanoTime(), goesOn, drained);
	}

	private void check(long begun, BooleanSupplier goesOn, Runnable drained) {
		if (!goesOn.getAsBoolean()) {
			return;
		}
		if (this.inbound.isIdle() || this.clock.nanoTime() - begun >= this.bound.toNanos()) {
			drained.run();
		}
		else {
			this.loop.schedule(() -> check(begun, goesOn, drained), CHECK);
		}
	}

}
