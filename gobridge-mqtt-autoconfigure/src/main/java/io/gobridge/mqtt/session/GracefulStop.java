package io.gobridge.mqtt.session;

import java.time.Duration;

import io.gobridge.mqtt.RunsOn;

/**
 * One stop of a session, as steps on the session thread, none of which waits: no new
 * deliveries, then handlers get the drain timeout, then DISCONNECT behind the settlements
 * that are queued, without UNSUBSCRIBE and with the session expiry kept, then everything
 * ends. Each step has a bound of its own, so the whole has one with the broker dead,
 * silent or never reached.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class GracefulStop {

	private static final Duration FLUSH = Duration.ofSeconds(1);

	/** What a stop may take beyond the drain timeout. */
	static final Duration OVERHEAD = ConnectionCycle.CLOSE_BOUND.plus(ConnectionCycle.LATENESS).plus(FLUSH);

	private final HandlerDrain drain;

	private final InboundFlow inbound;

	private final OutboundFlow outbound;

	private final SessionLoop loop;

	private final ConnectionCycle cycle;

	private final SessionJournal journal;

	private final UserCallbacks callbacks;

	private final Runnable end;

	private Phase phase = Phase.DRAINING;

	GracefulStop(HandlerDrain drain, InboundFlow inbound, OutboundFlow outbound, SessionLoop loop,
			ConnectionCycle cycle, SessionJournal journal, UserCallbacks callbacks, Runnable end) {
		this.drain = drain;
		this.inbound = inbound;
		this.outbound = outbound;
		this.loop = loop;
		this.cycle = cycle;
		this.journal = journal;
		this.callbacks = callbacks;
		this.end = end;
	}

	void begin() {
		this.cycle.stopDialling(this::connectionEnded);
		Guard.run("take no more messages", this.inbound::quiesce);
		this.drain.begin(() -> true, this::drained);
	}

	private void drained() {
		this.phase = Phase.CLOSING;
		if (!this.cycle.close()) {
			finish();
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
