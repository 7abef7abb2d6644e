package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection attempt and the connection that comes of it: the wire side of a session.
 * Hands messages straight to the router, and everything else to the session thread. Holds
 * all that lives as long as the connection does, so nothing has to be cleared for the
 * next one, and a late callback of an old connection meets only this object.
 */
final class Attempt implements ConnectionListener {

	private static final Logger logger = LoggerFactory.getLogger(Attempt.class);

	private final String address;

	private final boolean cleanStart;

	private final Handlers handlers;

	private final CompletableFuture<BrokerConnection> connection = new CompletableFuture<>();

	private final AtomicBoolean reported = new AtomicBoolean();

	/**
	 * Orders the opening of the epoch against its end. Without it a CONNACK that races a
	 * stop could open an epoch behind the end of the router.
	 */
	private final ReentrantLock opening = new ReentrantLock();

	/** Whoever makes the attempt also dials it. */
	private final Thread dialler = Thread.currentThread();

	private volatile boolean over;

	/** Written and read by the reader; by the session thread only after {@link #end}. */
	private InboundFlow.@Nullable OfEpoch flow;

	private volatile @Nullable ConnectionEpoch epoch;

	private volatile @Nullable MigrationRequired objection;

	Attempt(String address, boolean cleanStart, Handlers handlers) {
		this.address = address;
		this.cleanStart = cleanStart;
		this.handlers = handlers;
	}

	String address() {
		return this.address;
	}

	boolean cleanStart() {
		return this.cleanStart;
	}

	/**
	 * Returns the epoch, which is there from CONNACK on.
	 */
	@Nullable ConnectionEpoch epoch() {
		return this.epoch;
	}

	/**
	 * Why the connection was not taken, or {@code null} where it was.
	 */
	@Nullable MigrationRequired objection() {
		return this.objection;
	}

	boolean isOver() {
		return this.over;
	}

	/**
	 * The connector returned.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void dialled(BrokerConnection connection) {
		this.connection.complete(connection);
	}

	/**
	 * The connector threw: there is no connection and nobody to report its end.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void notDialled(Disconnection reason) {
		this.connection.completeExceptionally(new ConnectionClosedException(reason.message()));
		closed(reason);
	}

	/**
	 * Closes the connection where there is one. Its end is reported through
	 * {@link #closed}.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void close(Duration bound, int reasonCode) {
		if (this.connection.isDone() && !this.connection.isCompletedExceptionally()) {
			this.connection.join().close(bound, reasonCode);
		}
	}

	/**
	 * Retires the epoch. When this returns no epoch is opened any more, nothing reaches
	 * the router, and the flow of the epoch is known to the caller.
	 * @return the flow of the epoch, or {@code null} if there was no CONNACK
	 */
	InboundFlow.@Nullable OfEpoch end() {
		this.opening.lock();
		try {
			this.over = true;
			ConnectionEpoch epoch = this.epoch;
			if (epoch != null) {
				epoch.retire();
			}
			return this.flow;
		}
		finally {
			this.opening.unlock();
		}
	}

	/**
	 * Takes no new message from now on.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void quiesce() {
		InboundFlow.OfEpoch opened;
		this.opening.lock();
		try {
			opened = this.flow;
		}
		finally {
			this.opening.unlock();
		}
		if (opened != null) {
			opened.quiesce();
		}
	}

	@Override
	public void connected(ConnAck ack) {
		if (!this.connection.isDone() && Thread.currentThread() == this.dialler) {
			throw new IllegalStateException("A connector must not report a connection before it has returned it");
		}
		BrokerConnection connection;
		try {
			// The reader may be faster than the return of the connector; that call does
			// not wait for anything, so neither does this one to speak of.
			connection = this.connection.join();
		}
		catch (CompletionException ex) {
			return;
		}
		this.opening.lock();
		try {
			if (this.over) {
				return;
			}
			MigrationRequired objection = this.handlers.objection(ack);
			if (objection != null) {
				// Nobody takes what comes, so nothing of it is acknowledged.
				this.objection = objection;
				connection.close(ConnectionCycle.CLOSE_BOUND, 0);
				return;
			}
			ConnectionEpoch epoch = this.handlers.newEpoch(ack, connection);
			this.epoch = epoch;
			this.flow = this.handlers.inbound().open(epoch);
		}
		catch (RuntimeException | Error ex) {
			logger.error("The router could not take a connection to {}", this.address, ex);
			connection.close(Duration.ZERO, 0x80);
			return;
		}
		finally {
			this.opening.unlock();
		}
		this.handlers.established(this);
	}

	@Override
	public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
		InboundFlow.OfEpoch flow = this.flow;
		if (flow != null && !this.over) {
			flow.accept(delivery, packetId, subscriptionIdentifiers);
		}
	}

	@Override
	public void poison(Poison kind, int qos, int packetId) {
		InboundFlow.OfEpoch flow = this.flow;
		if (flow != null && !this.over) {
			flow.poison(kind, qos, packetId);
		}
	}

	@Override
	public void released(int packetId) {
		InboundFlow.OfEpoch flow = this.flow;
		if (flow != null && !this.over) {
			flow.released(packetId);
		}
	}

	@Override
	public void answered(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString) {
		// An identifier means another message on the next connection.
		if (!this.over) {
			this.handlers.outbound().answered(kind, packetId, reasonCode, reasonString);
		}
	}

	@Override
	public void writable() {
		if (!this.over) {
			this.handlers.outbound().writable();
		}
	}

	@Override
	public void closed(Disconnection reason) {
		if (this.reported.compareAndSet(false, true)) {
			// Here and not on the session thread, so that a settlement that comes now is
			// already stale.
			end();
			this.handlers.ended(this, reason);
		}
	}

	@Override
	public String toString() {
		return "attempt at " + this.address;
	}

	/**
	 * Who takes what comes over a connection.
	 */
	interface Handlers {

		InboundFlow inbound();

		OutboundFlow outbound();

		/**
		 * Says why a connection must not be taken, or {@code null}. Called by the reader.
		 */
		@RunsOn(RunsOn.Kind.WIRE)
		@Nullable MigrationRequired objection(ConnAck ack);

		/**
		 * Makes the epoch of a CONNACK. Called by the reader.
		 */
		@RunsOn(RunsOn.Kind.WIRE)
		ConnectionEpoch newEpoch(ConnAck ack, BrokerConnection connection);

		/**
		 * The epoch is open. Called by the reader.
		 */
		@RunsOn(RunsOn.Kind.WIRE)
		void established(Attempt attempt);

		/**
		 * The attempt is over, called by any thread, exactly once.
		 */
		void ended(Attempt attempt, Disconnection reason);

	}

}
