package io.gobridge.mqtt.publish;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.publish.MqttPublishException.Kind;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.OutboundFlow;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import org.jspecify.annotations.Nullable;

/**
 * Everything that one session publishes: a bounded queue in front of the in-flight window
 * (MQTT 5, sections 4.3, 4.4 and 4.9). Safe for any thread.
 * <p>
 * A message goes through the queue in order, also where it can leave at once. On a new
 * connection the unfinished ones go first. With Session Present = 1 they keep their
 * packet identifiers and carry DUP, and those with a PUBREC continue with PUBREL. With
 * Session Present = 0 those with a PUBREC have arrived and succeed, and the others are
 * new messages. A message that connection after connection does not survive is given up
 * in the end, because it may be the cause.
 * <p>
 * A timeout ends the future only: the packet identifier and the place in the window stay
 * taken until the broker answers or the session is new, since the broker still holds
 * them. {@link #stop()} fails all that is left.
 */
public final class OutboundMessages implements OutboundFlow {

	private static final String NO_ROOM = "there was no room in the publish buffer before the timeout";

	private final ReentrantLock lock = new ReentrantLock();

	private final PublishSettings settings;

	private final InFlight inFlight;

	private final WaitingThreads waitingThreads;

	private final TimeoutSweep timeouts;

	private final PublishResults results;

	private final SessionClock clock;

	private final PublishStatistics statistics;

	private final PublishAnswers answers;

	private final PublishQueue queue;

	private @Nullable BrokerLimits connected;

	/** Whether the connection refused a packet and has not asked for more. */
	private boolean blocked;

	private boolean stopped;

	/**
	 * Creates what publishes over one session.
	 * @param session the name of the session
	 * @param settings how it publishes
	 * @param identifiers the packet identifiers of the session, which SUBSCRIBE and
	 * UNSUBSCRIBE share
	 * @param loop the loop of the session, where timeouts are found
	 * @param clock the time
	 * @param completions where futures end, see {@link PublishThreads}
	 */
	public OutboundMessages(String session, PublishSettings settings, PacketIdentifiers identifiers, SessionLoop loop,
			SessionClock clock, Executor completions) {
		this.settings = settings;
		this.inFlight = new InFlight(identifiers);
		this.waitingThreads = new WaitingThreads(session, loop);
		this.timeouts = new TimeoutSweep(loop, clock, this::sweep);
		this.results = new PublishResults(completions);
		this.clock = clock;
		this.queue = new PublishQueue(settings.bufferSize());
		this.answers = new PublishAnswers(this.inFlight, this.results);
		this.statistics = new LockedStatistics(this.lock, this.results, this.inFlight, this.queue);
	}

	/**
	 * Returns what was published.
	 * @return the statistics, which follow what happens
	 */
	public PublishStatistics statistics() {
		return this.statistics;
	}

	/**
	 * Sends a message that {@link PublishSyntax} has passed.
	 */
	CompletableFuture<PublishResult> send(OutboundPublish publish, @Nullable Duration timeout) {
		long bound = nanos((timeout != null) ? timeout : this.settings.timeout());
		PendingPublish pending = new PendingPublish(publish, this.clock.nanoTime() + bound);
		MqttPublishException refusal;
		Condition room;
		this.lock.lock();
		try {
			refusal = accept(pending);
			room = pending.room;
			drain();
		}
		finally {
			unlock();
		}
		if (refusal != null) {
			return refuse(refusal);
		}
		if (room != null) {
			awaitRoom(pending, room);
		}
		return pending.future;
	}

	CompletableFuture<PublishResult> refuse(MqttPublishException failure) {
		this.results.count(PublishOutcome.of(failure.getKind()));
		return CompletableFuture.failedFuture(failure);
	}

	private static long nanos(Duration timeout) {
		// Far below an overflow when added to a reading of the clock.
		return (timeout.toDays() < 36500) ? timeout.toNanos() : Duration.ofDays(36500).toNanos();
	}

	private @Nullable MqttPublishException accept(PendingPublish pending) {
		if (this.stopped) {
			return PublishResults.failure(pending, Kind.STOPPED, "the session is stopped");
		}
		if (this.connected != null) {
			MqttPublishException tooMuch = this.connected.check(pending);
			if (tooMuch != null) {
				return tooMuch;
			}
		}
		if (!this.queue.offer(pending)) {
			if (this.settings.onOverflow() != OverflowPolicy.WAIT || !this.waitingThreads.mayWait()) {
				return PublishResults.failure(pending, Kind.BUFFER_FULL, "the publish buffer is full");
			}
			this.queue.line(pending, this.lock);
		}
		this.timeouts.cover(pending.deadline);
		return null;
	}

	/**
	 * Waits until the message was taken over into the queue or has failed. The sweep ends
	 * the wait as well; the time here is for a loop that does not run.
	 */
	private void awaitRoom(PendingPublish pending, Condition room) {
		this.lock.lock();
		try {
			while (pending.room != null) {
				long remaining = pending.deadline - this.clock.nanoTime();
				if (remaining <= 0) {
					noRoom(pending, NO_ROOM);
				}
				else {
					room.awaitNanos(remaining);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			if (pending.room != null) {
				noRoom(pending, "its caller was interrupted while it waited for room in the publish buffer");
			}
		}
		finally {
			unlock();
		}
	}

	private void noRoom(PendingPublish pending, String why) {
		this.queue.leave(pending);
		this.results.fail(pending, Kind.BUFFER_FULL, why);
	}

	/**
	 * Sends what can be sent, in order, until something has to wait.
	 */
	private void drain() {
		while (true) {
			PendingPublish queued = this.queue.peek();
			PendingPublish again = this.inFlight.nextToResend();
			PendingPublish next = (again != null) ? again : queued;
			BrokerLimits target = this.connected;
			if (next == null || target == null || this.blocked) {
				return;
			}
			if (again == null && next.isOver()) {
				this.queue.remove();
				this.results.discard(next);
				continue;
			}
			MqttPublishException tooMuch = target.check(next);
			if (tooMuch != null) {
				drop(next);
				this.results.fail(next, tooMuch);
				continue;
			}
			if (!this.inFlight.admits(next) || !write(next, target.connection())) {
				return;
			}
		}
	}

	private boolean write(PendingPublish next, BrokerConnection connection) {
		boolean first = this.queue.isNext(next);
		try {
			if (!this.inFlight.send(next, connection)) {
				this.blocked = true;
				return false;
			}
		}
		catch (RuntimeException ex) {
			// Whatever the encoder could not take must not stay at the head of the line.
			drop(next);
			this.results.fail(next,
					new MqttPublishException(Kind.INVALID, next.topic(),
							"A message to '" + PublishSyntax.quoted(next.topic()) + "' could not be encoded",
							next.connections > 0, ex));
			return true;
		}
		if (first) {
			this.queue.remove();
		}
		if (next.qos() == 0) {
			this.results.succeed(next, 0, null);
		}
		return true;
	}

	/**
	 * Takes a message out of the line that it heads.
	 */
	private void drop(PendingPublish pending) {
		if (this.queue.isNext(pending)) {
			this.queue.remove();
			this.inFlight.giveBack(pending);
		}
		else {
			this.inFlight.abandon(pending);
		}
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public void opened(ConnectionEpoch epoch) {
		this.lock.lock();
		try {
			if (this.stopped) {
				return;
			}
			BrokerLimits limits = new BrokerLimits(epoch.connection(), epoch.connAck());
			this.connected = limits;
			this.blocked = false;
			int receiveMaximum = epoch.connAck().receiveMaximum();
			if (epoch.connAck().sessionPresent()) {
				this.inFlight.resume(limits.connection(), receiveMaximum).forEach(this::giveUp);
			}
			else {
				requeue(this.inFlight.restart(receiveMaximum,
						(pending) -> this.results.succeed(pending, pending.receivedCode, pending.receivedReason)));
			}
			drain();
		}
		finally {
			unlock();
		}
	}

	/**
	 * Puts messages before all others. What nobody waits for any more is not sent to a
	 * new session.
	 */
	private void requeue(List<PendingPublish> unfinished) {
		for (int i = unfinished.size() - 1; i >= 0; i--) {
			PendingPublish pending = unfinished.get(i);
			if (pending.connections >= InFlight.GIVE_UP_AFTER) {
				giveUp(pending);
			}
			else if (pending.isOver()) {
				this.results.discard(pending);
			}
			else {
				this.queue.putBack(pending);
			}
		}
	}

	private void giveUp(PendingPublish pending) {
		this.results.fail(pending, Kind.UNCERTAIN,
				pending.connections + " connections ended before the broker answered, and it is not sent again");
	}

	@Override
	@RunsOn(RunsOn.Kind.WIRE)
	public void answered(ConnectionListener.PublishAnswer kind, int packetId, int reasonCode,
			@Nullable String reasonString) {
		locked(() -> {
			this.answers.take(kind, packetId, reasonCode, reasonString, this.connected);
			drain();
		});
	}

	@Override
	public void writable() {
		locked(() -> {
			this.blocked = false;
			drain();
		});
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public void retired(ConnectionEpoch epoch) {
		locked(() -> {
			if (this.connected != null && this.connected.connection() == epoch.connection()) {
				this.connected = null;
				this.inFlight.suspend();
			}
		});
	}

	/**
	 * Begins again after a stop.
	 */
	public void start() {
		locked(() -> {
			this.stopped = false;
		});
	}

	@Override
	@RunsOn(RunsOn.Kind.SESSION)
	public void stop() {
		locked(() -> {
			this.stopped = true;
			this.connected = null;
			this.timeouts.cancel();
			all().forEach((pending) -> this.results.fail(pending, Kind.STOPPED, "the session was stopped"));
			this.inFlight.clear();
			this.queue.clear();
		});
	}

	@RunsOn(RunsOn.Kind.SESSION)
	private void sweep() {
		locked(() -> {
			long now = this.clock.nanoTime();
			this.queue.expire(now,
					(pending) -> this.results.fail(pending, Kind.TIMEOUT, "it was not sent before the timeout"),
					(pending) -> this.results.fail(pending, Kind.BUFFER_FULL, NO_ROOM));
			this.inFlight.stream()
				.filter((pending) -> pending.isExpired(now))
				.forEach((pending) -> this.results.fail(pending, Kind.TIMEOUT,
						"the broker did not answer before the timeout"));
			drain();
			this.timeouts.next(all());
		});
	}

	private Stream<PendingPublish> all() {
		return Stream.concat(this.inFlight.stream(), this.queue.stream());
	}

	private void locked(Runnable action) {
		this.lock.lock();
		try {
			action.run();
		}
		finally {
			unlock();
		}
	}

	/**
	 * Gives the lock back first: a future must not end under it, because any code may be
	 * attached to it.
	 */
	private void unlock() {
		List<Runnable> ended = this.results.take();
		this.lock.unlock();
		this.results.deliver(ended);
	}

}
