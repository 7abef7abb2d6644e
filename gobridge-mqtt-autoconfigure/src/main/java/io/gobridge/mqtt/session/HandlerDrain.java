package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.function.BooleanSupplier;

import io.gobridge.mqtt.RunsOn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for the handlers that run, within a bound, so that what they have begun is
 * settled on the connection that brought it and does not come again on the next.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class HandlerDrain {

	private static final Logger logger = LoggerFactory.getLogger(HandlerDrain.class);

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
		Duration left = this.bound.minusNanos(this.clock.nanoTime() - begun);
		boolean idle = isIdle();
		if (idle || left.isNegative() || left.isZero()) {
			if (!idle) {
				logger.warn("Handlers still run after {}: their messages are left to the broker", this.bound);
			}
			drained.run();
			return;
		}
		this.loop.schedule(() -> check(begun, goesOn, drained), (left.compareTo(CHECK) < 0) ? left : CHECK);
	}

	private boolean isIdle() {
		try {
			return this.inbound.isIdle();
		}
		catch (RuntimeException ex) {
			logger.error("Cannot tell whether handlers still run", ex);
			return true;
		}
	}

}
