package io.gobridge.mqtt.session;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.DoubleSupplier;

import io.gobridge.mqtt.session.event.MqttSessionEvent;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The session: keeps one connection to the broker, from {@link #start()} to
 * {@link #stop()}, whatever happens to it.
 * <p>
 * All methods may be called from any thread, and none but {@link #stop()} waits. Futures
 * are completed on a thread that the session keeps for its callers, in the order in which
 * things happened, so code that depends on them may block without harm to the session.
 * <p>
 * The session thread dials at once at start, whether a broker is there or not, and again
 * after every end, with growing delays; the first connection is nothing special. With
 * several addresses each round begins with the first and goes on until one answers: this
 * is failover, not fan-out. On every CONNACK an epoch is opened before the first message
 * is read, and then the subscriptions are reconciled. When a connection ends its epoch is
 * retired before the next is dialled.
 * <p>
 * Stop ends within the drain timeout and three seconds in every state of the broker, and
 * sends DISCONNECT without UNSUBSCRIBE (MQTT 5, section 3.14): a durable session stays at
 * the broker. A stopped session can be started again, as far as the flows it was given
 * can be; the loop is opened again.
 * <p>
 * Not guaranteed: that the broker has received what was written before the end of a
 * connection.
 */
public final class ManagedSession implements MqttSession {

	private static final Logger logger = LoggerFactory.getLogger(ManagedSession.class);

	private final SessionSettings settings;

	private final InboundFlow inbound;

	private final OutboundFlow outbound;

	private final SessionClock clock;

	private final SessionLoop loop;

	private final SessionCounters counters = new SessionCounters();

	private final UserCallbacks callbacks;

	private final PendingRequests requests;

	private final SessionStatus status;

	private final SessionJournal journal;

	private final ReconcileRuns runs;

	private final ConnectionCycle cycle;

	/** Guards the life: start and stop come from any thread. */
	private final ReentrantLock lifeLock = new ReentrantLock();

	private Life life = Life.STOPPED;

	private CompletableFuture<Void> stopped = CompletableFuture.completedFuture(null);

	/**
	 * Creates a session that is stopped.
	 * @param settings what to connect to and how
	 * @param connector dials
	 * @param identifiers the packet identifiers of this session, shared with whatever
	 * publishes over it
	 * @param inbound takes the messages
	 * @param outbound publishes
	 * @param history what is remembered across processes
	 * @param reconciler keeps the subscriptions
	 * @param clock the time
	 * @param loop the session thread, owned by this session from now on
	 * @param events takes the events, on a thread of their own
	 */
	public ManagedSession(SessionSettings settings, BrokerConnector connector, PacketIdentifiers identifiers,
			InboundFlow inbound, OutboundFlow outbound, SessionHistory history, Reconciler reconciler,
			SessionClock clock, SessionLoop loop, Consumer<MqttSessionEvent> events) {
		this(settings, connector, identifiers, inbound, outbound, history, reconciler, clock, loop, events,
				UserCallbacks.ownThread(settings.name()), () -> ThreadLocalRandom.current().nextDouble());
	}

	/**
	 * For tests.
	 * @param callbackExecutor runs listeners and dependents of futures
	 * @param random the jitter, from 0 (inclusive) to 1 (exclusive)
	 */
	ManagedSession(SessionSettings settings, BrokerConnector connector, PacketIdentifiers identifiers,
			InboundFlow inbound, OutboundFlow outbound, SessionHistory history, Reconciler reconciler,
			SessionClock clock, SessionLoop loop, Consumer<MqttSessionEvent> events, Executor callbackExecutor,
			DoubleSupplier random) {
		this.settings = settings;
		this.inbound = inbound;
		this.outbound = outbound;
		this.clock = clock;
		this.loop = loop;
		this.callbacks = new UserCallbacks(events, callbackExecutor, this.counters.eventsDropped);
		this.requests = new PendingRequests(this.callbacks);
		this.status = new SessionStatus(settings, clock, this.counters);
		this.journal = new SessionJournal(this, settings, this.status, this.counters, this.callbacks);
		this.runs = new ReconcileRuns(reconciler, loop, this.requests, this.journal::reconciled);
		this.cycle = new ConnectionCycle(settings, connector, identifiers, inbound, outbound, history, clock, loop,
				this.requests, this.runs, this.journal, random);
	}

	@Override
	public String name() {
		return this.settings.name();
	}

	/**
	 * Returns what the session was configured with.
	 * @return the settings
	 */
	public SessionSettings settings() {
		return this.settings;
	}

	@Override
	public SessionState state() {
		return snapshot().state();
	}

	@Override
	public SessionSnapshot snapshot() {
		SessionSnapshot snapshot = this.status.snapshot();
		return (snapshot.state() == SessionState.ACTIVE && this.inbound.hasBacklog()) ? snapshot.degraded() : snapshot;
	}

	/**
	 * Returns the counters.
	 * @return a view that follows the session
	 */
	public SessionStatistics statistics() {
		return this.counters;
	}

	/**
	 * The first connection since {@link #start()}. Decided once; the session goes on
	 * trying whatever came of it. The reason why it takes long is
	 * {@link SessionSnapshot#lastError()}.
	 * @return completes when the first reconciliation has ended (the state is
	 * {@code ACTIVE} or {@code DEGRADED}); fails with a {@link SessionConnectException}
	 * when the broker refuses us in a way that waiting does not cure, and with a
	 * {@link ConnectionClosedException} when the session is stopped
	 */
	public CompletableFuture<Void> firstConnection() {
		return this.journal.firstConnection();
	}

	@Override
	public CompletableFuture<Reconciler.Outcome> reconcile() {
		CompletableFuture<Reconciler.Outcome> request = this.requests.enter();
		this.loop.execute(() -> this.runs.request(request));
		return request;
	}

	@Override
	public CompletableFuture<Void> reconnect() {
		CompletableFuture<Void> request = this.requests.enter();
		this.loop.execute(() -> this.cycle.reconnect(request));
		return request;
	}

	/**
	 * Publishes an event of a part of this session, behind those published so far and by
	 * the same thread. Returns at once.
	 * @param event the event
	 */
	public void publish(MqttSessionEvent event) {
		this.callbacks.publish(event);
	}

	/**
	 * Ends the connection, if there is one, and dials no more until {@link #reconnect()}
	 * is asked for: an operator has to decide first. Nothing that was delivered is
	 * acknowledged from now on.
	 * @param migration why, and what can be done
	 */
	public void requireMigration(MigrationRequired migration) {
		this.loop.execute(() -> this.cycle.requireMigration(migration));
	}

	/**
	 * Begins to connect, and returns. Does nothing where the session runs.
	 * @throws IllegalStateException while the session is being stopped
	 */
	public void start() {
		this.lifeLock.lock();
		try {
			if (this.life == Life.STOPPING) {
				throw new IllegalStateException("Session '" + name() + "' is being stopped");
			}
			if (this.life == Life.RUNNING) {
				return;
			}
			this.life = Life.RUNNING;
			this.stopped = new CompletableFuture<>();
			this.journal.renew();
			this.loop.open();
			this.requests.open();
			// Within the lock, or a stop that follows at once could reach the session
			// thread before the start that it ends.
			this.loop.execute(this.cycle::start);
		}
		finally {
			this.lifeLock.unlock();
		}
	}

	/**
	 * Whether the session was started and not stopped since; says nothing about the
	 * connection.
	 * @return whether the session runs
	 */
	public boolean isRunning() {
		this.lifeLock.lock();
		try {
			return this.life == Life.RUNNING;
		}
		finally {
			this.lifeLock.unlock();
		}
	}

	/**
	 * Stops, and waits until it is done.
	 * @throws IllegalStateException on the session thread, which would wait for itself
	 */
	public void stop() {
		if (this.loop.inLoop()) {
			throw new IllegalStateException("The session thread cannot wait for its own end");
		}
		try {
			beginStop().get();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Stops without waiting.
	 * @param callback run when the session is stopped, by any thread; at once where it is
	 */
	public void stop(Runnable callback) {
		beginStop().whenComplete((none, failure) -> callback.run());
	}

	private CompletableFuture<Void> beginStop() {
		CompletableFuture<Void> result;
		this.lifeLock.lock();
		try {
			result = this.stopped;
			if (this.life != Life.RUNNING) {
				return result;
			}
			this.life = Life.STOPPING;
			GracefulStop stop = new GracefulStop(
					new HandlerDrain(this.inbound, this.clock, this.loop, this.settings.drainTimeout()), this.inbound,
					this.outbound, this.loop, this.cycle, this.journal, this.callbacks, this::ended);
			this.loop.execute(stop::begin);
		}
		finally {
			this.lifeLock.unlock();
		}
		guardAgainstStuckLoop(result);
		return result;
	}

	/**
	 * The last resort, in real time: the steps of a stop are bounded, but code behind a
	 * port may block the session thread itself. The application must come down then.
	 */
	private void guardAgainstStuckLoop(CompletableFuture<Void> result) {
		long bound = this.settings.drainTimeout().plus(GracefulStop.OVERHEAD).plusSeconds(1).toMillis();
		result.copy().orTimeout(bound, TimeUnit.MILLISECONDS).whenComplete((none, failure) -> {
			if (failure instanceof TimeoutException) {
				logger.error("Session '{}' did not stop within {} ms and is abandoned", name(), bound);
				ended();
			}
		});
	}

	private void ended() {
		CompletableFuture<Void> result;
		List<CompletableFuture<?>> unanswered;
		this.lifeLock.lock();
		try {
			if (this.life != Life.STOPPING) {
				return;
			}
			this.loop.close();
			unanswered = this.requests.close();
			unanswered.add(this.journal.end());
			this.life = Life.STOPPED;
			result = this.stopped;
		}
		finally {
			this.lifeLock.unlock();
		}
		result.complete(null);
		// Not by the thread for callers: a listener that never returns may hold it.
		unanswered.forEach((request) -> request
			.completeExceptionally(new ConnectionClosedException("Session '" + name() + "' was stopped")));
	}

	@Override
	public String toString() {
		return "ManagedSession[" + name() + ", " + state() + "]";
	}

	private enum Life {

		STOPPED, RUNNING, STOPPING

	}

}
