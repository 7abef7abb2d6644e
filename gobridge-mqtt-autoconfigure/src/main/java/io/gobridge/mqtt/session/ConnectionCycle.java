package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;

import io.gobridge.mqtt.RunsOn;
import org.jspecify.annotations.Nullable;

/**
 * Dials, and dials again: the only owner of connect. One attempt at a time, from the call
 * of the connector to the report of its end, and the next one never begins before the
 * epoch of the one before is retired.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class ConnectionCycle implements Attempt.Handlers {

	/** How long an end that we asked for may take, DISCONNECT included. */
	static final Duration CLOSE_BOUND = Duration.ofSeconds(1);

	/**
	 * How long the transport may be late with the end it has promised. After that the
	 * attempt is given up; without this a lost callback would make the session deaf.
	 */
	static final Duration LATENESS = Duration.ofSeconds(1);

	private static final Duration CONNECT_LATENESS = Duration.ofSeconds(5);

	private final SessionSettings settings;

	private final BrokerConnector connector;

	private final PacketIdentifiers identifiers;

	private final InboundFlow inbound;

	private final OutboundFlow outbound;

	private final HistoryReading reading;

	private final HandlerDrain drain;

	private final SessionClock clock;

	private final SessionLoop loop;

	private final PendingRequests requests;

	private final ReconcileRuns runs;

	private final SessionJournal journal;

	private final ReconnectPolicy policy;

	private final AtomicLong epochs = new AtomicLong();

	private List<CompletableFuture<Void>> reconnecting = new ArrayList<>();

	private boolean cleanStart;

	private int nextAddress;

	private @Nullable Attempt current;

	/** The current attempt is a connection that is up. */
	private boolean up;

	private long upSince;

	private boolean redialAtOnce;

	private SessionLoop.@Nullable Cancellable timer;

	/** Set while somebody has to decide before the session goes on. */
	private @Nullable MigrationRequired migration;

	/** Set from the moment on in which the session stops. */
	private @Nullable Runnable stopping;

	ConnectionCycle(SessionSettings settings, BrokerConnector connector, PacketIdentifiers identifiers,
			InboundFlow inbound, OutboundFlow outbound, SessionHistory history, SessionClock clock, SessionLoop loop,
			PendingRequests requests, ReconcileRuns runs, SessionJournal journal, DoubleSupplier random) {
		this.settings = settings;
		this.connector = connector;
		this.identifiers = identifiers;
		this.inbound = inbound;
		this.outbound = outbound;
		this.reading = new HistoryReading(history, loop);
		this.drain = new HandlerDrain(inbound, clock, loop, settings.drainTimeout());
		this.clock = clock;
		this.loop = loop;
		this.requests = requests;
		this.runs = runs;
		this.journal = journal;
		this.policy = new ReconnectPolicy(settings.reconnect(), clock, random);
		this.cleanStart = settings.mode().isDurable() && settings.cleanStart();
	}

	void start() {
		this.stopping = null;
		this.migration = null;
		this.nextAddress = 0;
		this.journal.starting();
		dial();
	}

	private void dial() {
		cancelTimer();
		this.reading.begin(this::dial);
	}

	private void dial(@Nullable Throwable unreadable) {
		String address = this.settings.addresses().get(this.nextAddress);
		boolean clean = !this.settings.mode().isDurable() || this.cleanStart
				|| this.reading.history().wantsCleanStart();
		Attempt attempt = new Attempt(address, clean, this);
		this.current = attempt;
		this.up = false;
		this.journal.dialling(address);
		if (unreadable != null) {
			attempt.notDialled(new Disconnection(Disconnection.Kind.UNREACHABLE, -1,
					"the history of the session could not be read: " + unreadable.getMessage(), unreadable));
			return;
		}
		ConnectRequest request;
		try {
			request = ConnectRequest.of(this.settings, address, clean);
		}
		catch (RuntimeException | Error ex) {
			// By its type only: whoever provides credentials may quote them.
			attempt.notDialled(new Disconnection(Disconnection.Kind.UNREACHABLE, -1,
					"credentials or TLS material could not be had: " + ex.getClass().getName(), null));
			return;
		}
		try {
			attempt.dialled(this.connector.connect(request, this.identifiers, attempt));
		}
		catch (RuntimeException | Error ex) {
			attempt.notDialled(new Disconnection(Disconnection.Kind.UNREACHABLE, -1,
					"the attempt could not be made: " + ex.getClass().getName(), ex));
			return;
		}
		this.timer = this.loop.schedule(
				() -> giveUp(attempt,
						new Disconnection(Disconnection.Kind.UNREACHABLE, -1,
								"no answer within " + this.settings.connectTimeout(), new TimeoutException())),
				this.settings.connectTimeout().plus(CONNECT_LATENESS));
	}

	private void giveUp(Attempt attempt, Disconnection reason) {
		if (attempt == this.current) {
			// In this order, or a transport that reports its end at once would hide why.
			attempt.closed(reason);
			Guard.run("close the " + attempt, () -> attempt.close(Duration.ZERO, 0));
		}
	}

	@Override
	public InboundFlow inbound() {
		return this.inbound;
	}

	@Override
	public OutboundFlow outbound() {
		return this.outbound;
	}

	@Override
	public @Nullable MigrationRequired objection(ConnAck ack) {
		return this.reading.history().objection(ack);
	}

	@Override
	public ConnectionEpoch newEpoch(ConnAck ack, BrokerConnection connection) {
		return new ConnectionEpoch(this.epochs.incrementAndGet(), ack, connection, this.clock.now());
	}

	@Override
	public void established(Attempt attempt) {
		this.loop.execute(() -> onEstablished(attempt));
	}

	@Override
	public void ended(Attempt attempt, Disconnection reason) {
		this.loop.execute(() -> onEnded(attempt, reason));
	}

	private void onEstablished(Attempt attempt) {
		ConnectionEpoch epoch = attempt.epoch();
		// Over: the end was already reported, or stop came first. Either way onEnded
		// follows and retires what was opened.
		if (attempt != this.current || attempt.isOver() || epoch == null) {
			return;
		}
		cancelTimer();
		this.up = true;
		this.upSince = this.clock.nanoTime();
		this.nextAddress = 0;
		this.cleanStart = false;
		this.journal.connected(attempt, epoch);
		Guard.run("resume publishing", () -> this.outbound.opened(epoch));
		this.runs.open(epoch);
		List<CompletableFuture<Void>> waiting = this.reconnecting;
		this.reconnecting = new ArrayList<>();
		waiting.forEach((future) -> this.requests.complete(future, null));
	}

	private void onEnded(Attempt attempt, Disconnection reason) {
		if (attempt != this.current) {
			return;
		}
		boolean wasUp = this.up;
		retire(attempt);
		Runnable stopping = this.stopping;
		if (stopping != null) {
			if (wasUp) {
				this.journal.closed(reason);
			}
			stopping.run();
			return;
		}
		MigrationRequired objection = attempt.objection();
		if (objection != null) {
			requireMigration(objection);
		}
		else if (this.migration != null) {
			this.journal.closed(reason);
			if (!this.reconnecting.isEmpty()) {
				decided();
				dial();
			}
		}
		else if (wasUp) {
			dialAgainAfter(reason);
		}
		else {
			dialNextAfter(attempt, reason);
		}
	}

	private void retire(Attempt attempt) {
		boolean wasUp = this.up;
		this.current = null;
		this.up = false;
		cancelTimer();
		InboundFlow.OfEpoch flow = attempt.end();
		if (flow != null) {
			Guard.run("retire the messages of a connection", flow::retired);
		}
		ConnectionEpoch epoch = attempt.epoch();
		if (wasUp && epoch != null) {
			Guard.run("retire the publishes of a connection", () -> this.outbound.retired(epoch));
		}
		// Telling somebody may need a thread that is not to be had; dialling goes on.
		Guard.run("fail the reconciliations of a connection", this.runs::retire);
	}

	private void dialAgainAfter(Disconnection reason) {
		this.policy.connectionEnded(reason, Duration.ofNanos(this.clock.nanoTime() - this.upSince));
		// Where the broker ended the connection first its reason counts.
		boolean atOnce = this.redialAtOnce && reason.kind() == Disconnection.Kind.CLOSED;
		this.redialAtOnce = false;
		Duration delay = atOnce ? Duration.ZERO : this.policy.nextDelay();
		Guard.run("tell of the end of a connection", () -> this.journal.disconnected(reason, this.policy, delay));
		dialAfter(delay);
	}

	private void dialNextAfter(Attempt attempt, Disconnection reason) {
		this.policy.attemptFailed(reason);
		this.nextAddress = (this.nextAddress + 1) % this.settings.addresses().size();
		// Within a round the next address is tried at once, from the first to the last.
		boolean atOnce = this.nextAddress != 0;
		Duration delay = atOnce ? Duration.ZERO : this.policy.nextDelay();
		Guard.run("tell of a failed attempt", () -> this.journal.attemptFailed(attempt, reason, delay));
		dialAfter(delay);
	}

	private void dialAfter(Duration delay) {
		this.journal.next(this.settings.addresses().get(this.nextAddress));
		this.timer = this.loop.schedule(this::dial, delay);
	}

	/**
	 * Ends the connection, if there is one, and dials no more until {@link #reconnect} is
	 * asked for. What was delivered and is not acknowledged stays so.
	 */
	void requireMigration(MigrationRequired required) {
		if (this.stopping != null || this.migration != null) {
			return;
		}
		this.migration = required;
		this.redialAtOnce = false;
		this.journal.migrationRequired(required);
		this.reconnecting.forEach((future) -> this.requests.fail(future, required.reason()));
		this.reconnecting = new ArrayList<>();
		this.runs.retire();
		Attempt attempt = this.current;
		if (attempt != null) {
			// A settlement that comes now is stale.
			attempt.end();
			close(attempt, this.up ? CLOSE_BOUND : Duration.ZERO);
		}
		else {
			cancelTimer();
			this.reading.cancel();
		}
	}

	/**
	 * See {@link MqttSession#reconnect()}.
	 */
	void reconnect(CompletableFuture<Void> future) {
		if (this.stopping != null) {
			this.requests.fail(future, "The session is being stopped");
			return;
		}
		this.reconnecting.add(future);
		Attempt attempt = this.current;
		if (this.reading.isRunning() || (attempt != null && this.migration != null)) {
			// Dials when the history is there, or when the connection has ended.
			return;
		}
		if (attempt == null) {
			decided();
			dial();
		}
		else if (this.up && !this.redialAtOnce) {
			this.redialAtOnce = true;
			this.journal.recovering();
			Guard.run("take no more messages", attempt::quiesce);
			this.drain.begin(() -> attempt == this.current && this.redialAtOnce, () -> close(attempt, CLOSE_BOUND));
		}
	}

	private void decided() {
		if (this.migration != null) {
			this.migration = null;
			this.journal.decided();
		}
	}

	private void close(Attempt attempt, Duration bound) {
		Guard.run("close a connection", () -> attempt.close(bound, 0));
		Disconnection late = new Disconnection(Disconnection.Kind.CLOSED, -1, "closed by this side", null);
		cancelTimer();
		this.timer = this.loop.schedule(() -> giveUp(attempt, late), bound.plus(LATENESS));
	}

	/**
	 * From now on nothing is dialled and no epoch opens. A connection that is up stays
	 * up.
	 * @param ended run whenever the connection or the attempt has ended
	 */
	void stopDialling(Runnable ended) {
		this.stopping = ended;
		this.redialAtOnce = false;
		this.reconnecting.forEach((future) -> this.requests.fail(future, "The session was stopped"));
		this.reconnecting = new ArrayList<>();
		Attempt attempt = this.current;
		if (attempt == null) {
			cancelTimer();
			this.reading.cancel();
		}
		else if (!this.up) {
			// Its end is waited for, within a bound: a CONNECT still on its way could
			// otherwise take the session away from the next start.
			attempt.end();
			close(attempt, Duration.ZERO);
		}
	}

	/**
	 * Ends the connection, if there is one.
	 * @return whether there is something whose end is to be waited for
	 */
	boolean close() {
		Attempt attempt = this.current;
		if (attempt != null && this.up) {
			close(attempt, CLOSE_BOUND);
		}
		return attempt != null;
	}

	private void cancelTimer() {
		SessionLoop.Cancellable timer = this.timer;
		if (timer != null) {
			timer.cancel();
			this.timer = null;
		}
	}

}
