package io.gobridge.mqtt.session;

import java.time.Duration;

import io.gobridge.mqtt.RunsOn;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stop of a session, as steps on the session thread, none of which waits: no new
 * deliveries, then handlers get the drain timeout, then DISCONNECT behind the settlements
 * that are queued, without UNSUBSCRIBE and with the session expiry kept, then everything
 * ends. Each step has a bound of its own, so the whole has one with the broker dead,
 * silent or never reached.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class GracefulStop {

	private static final Logger logger = LoggerFactory.getLogger(GracefulStop.class);

	private static final Duration POLL = Duration.ofMillis(10);

	private static final Duration FLUSH = Duration.ofSeconds(1);

	/** What a stop may take beyond the drain timeout. */
	static final Duration OVERHEAD = ConnectionCycle.CLOSE_BOUND.plus(ConnectionCycle.LATENESS).plus(FLUSH);

	private final Duration drainTimeout;

	private final InboundFlow inbound;

	private final OutboundFlow outbound;

	private final SessionClock clock;

	private final SessionLoop loop;

	private final ConnectionCycle cycle;

	private final SessionJournal journal;

	private final UserCallbacks callbacks;

	private final Runnable end;

	private long begun;

	private Phase phase = Phase.DRAINING;

	GracefulStop(Duration drainTimeout, InboundFlow inbound, OutboundFlow outbound, SessionClock clock,
			SessionLoop loop, ConnectionCycle cycle, SessionJournal journal, UserCallbacks callbacks, Runnable end) {
		this.drainTimeout = drainTimeout;
		this.inbound = inbound;
		this.outbound = outbound;
		this.clock = clock;
		this.loop = loop;
		this.cycle = cycle;
		this.journal = journal;
		this.callbacks = callbacks;
		this.end = end;
	}

	void begin() {
		this.begun = this.clock.nanoTime();
		this.cycle.stopDialling(this::connectionEnded);
		Guard.run("take no more messages", this.inbound::quiesce);
		drain();
	}

	private void drain() {
		Duration left = this.drainTimeout.minusNanos(this.clock.nanoTime() - this.begun);
		boolean idle = isIdle();
		if (idle || left.isNegative() || left.isZero()) {
			if (!idle) {
				logger.warn("Handlers still run after {}: their messages are left to the broker", this.drainTimeout);
			}
			this.phase = Phase.CLOSING;
			if (!this.cycle.close()) {
				finish();
			}
			return;
		}
		this.loop.schedule(this::drain, (left.compareTo(POLL) < 0) ? left : POLL);
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

	/**
	 * The connection may end at any time while handlers are waited for; that they can
	 * settle nothing then is for {@link InboundFlow#isIdle()} to say.
	 */
	private void connectionEnded() {
		if (this.phase == Phase.CLOSING) {
			finish();
		}
	}

	private void finish() {
		this.phase = Phase.FLUSHING;
		Guard.run("stop the handlers", this.inbound::stop);
		Guard.run("stop publishing", this.outbound::stop);
		this.journal.stopped();
		// Whichever comes first: the listeners have seen everything, or one of them
		// takes too long.
		this.loop.schedule(this::flushed, FLUSH);
		this.callbacks.execute(() -> this.loop.execute(this::flushed));
	}

	private void flushed() {
		if (this.phase == Phase.FLUSHING) {
			this.phase = Phase.ENDED;
			this.end.run();
		}
	}

	private enum Phase {

		DRAINING, CLOSING, FLUSHING, ENDED

	}

}
