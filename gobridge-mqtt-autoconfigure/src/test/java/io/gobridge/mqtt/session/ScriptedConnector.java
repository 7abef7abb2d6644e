package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A broker in memory behind our own port. An attempt stays open, and the test goes on
 * with it by hand, unless there is something that always happens. The listener is called
 * by the thread of the test or the given executor, never from within {@link #connect}.
 */
final class ScriptedConnector implements BrokerConnector {

	private volatile @Nullable Consumer<Dial> always;

	/** Thrown by every attempt. */
	@Nullable Error failure;

	/** Breaks the rule that only the end may be told from within. */
	boolean fromWithin;

	private final List<Dial> dials = new CopyOnWriteArrayList<>();

	private final AtomicInteger open = new AtomicInteger();

	private final AtomicInteger mostOpen = new AtomicInteger();

	private final Executor wire;

	/**
	 * Creates a connector.
	 * @param wire runs what the broker does, behind the return of the call
	 */
	ScriptedConnector(Executor wire) {
		this.wire = wire;
	}

	/**
	 * What the broker does with every attempt, behind the return of the call.
	 */
	void always(Consumer<Dial> step) {
		this.always = step;
	}

	@Override
	public BrokerConnection connect(ConnectRequest request, PacketIdentifiers identifiers,
			ConnectionListener listener) {
		if (this.failure != null) {
			throw this.failure;
		}
		Dial dial = new Dial(request, listener);
		this.dials.add(dial);
		this.mostOpen.accumulateAndGet(this.open.incrementAndGet(), Math::max);
		Consumer<Dial> step = this.always;
		if (step != null && this.fromWithin) {
			step.accept(dial);
		}
		else if (step != null) {
			this.wire.execute(() -> step.accept(dial));
		}
		return dial;
	}

	List<Dial> dials() {
		return this.dials;
	}

	Dial last() {
		return this.dials.get(this.dials.size() - 1);
	}

	int open() {
		return this.open.get();
	}

	int mostOpen() {
		return this.mostOpen.get();
	}

	static ConnAck ack(boolean sessionPresent) {
		return ack(sessionPresent, null, null);
	}

	static ConnAck ack(boolean sessionPresent, @Nullable Long expiry, @Nullable String clientId) {
		return new ConnAck(sessionPresent, 20, 2, true, null, 10, true, true, true, null, expiry, clientId, null);
	}

	static Disconnection refused(int reasonCode) {
		return new Disconnection(Disconnection.Kind.REFUSED, reasonCode, "refused", null);
	}

	static Disconnection unreachable() {
		return new Disconnection(Disconnection.Kind.UNREACHABLE, -1, "connection refused", null);
	}

	static Disconnection lost() {
		return new Disconnection(Disconnection.Kind.LOST, -1, "end of stream", null);
	}

	static Disconnection takenOver() {
		return new Disconnection(Disconnection.Kind.SERVER_DISCONNECT, 0x8E, "disconnected by the broker", null);
	}

	static Disconnection violation() {
		return new Disconnection(Disconnection.Kind.PROTOCOL_ERROR, 0x81, "malformed packet", null);
	}

	/**
	 * One attempt and its connection.
	 */
	final class Dial implements BrokerConnection {

		private final ConnectRequest request;

		private final ConnectionListener listener;

		private final List<String> written = new CopyOnWriteArrayList<>();

		private volatile boolean ended;

		private volatile boolean deaf;

		private Dial(ConnectRequest request, ConnectionListener listener) {
			this.request = request;
			this.listener = listener;
		}

		ConnectRequest request() {
			return this.request;
		}

		ConnectionListener listener() {
			return this.listener;
		}

		List<String> written() {
			return this.written;
		}

		boolean isEnded() {
			return this.ended;
		}

		void accept(ConnAck ack) {
			this.listener.connected(ack);
		}

		void accept(boolean sessionPresent) {
			accept(ack(sessionPresent));
		}

		void end(Disconnection reason) {
			if (!this.ended) {
				this.ended = true;
				ScriptedConnector.this.open.decrementAndGet();
				this.listener.closed(reason);
			}
		}

		/**
		 * From now on the transport breaks its promise to report the end.
		 */
		void deaf() {
			this.deaf = true;
		}

		@Override
		public void close(Duration bound, int reasonCode) {
			if (this.ended) {
				return;
			}
			this.written.add("DISCONNECT " + reasonCode + " within " + bound);
			if (!this.deaf) {
				ScriptedConnector.this.wire
					.execute(() -> end(new Disconnection(Disconnection.Kind.CLOSED, -1, "closed by this side", null)));
			}
		}

		@Override
		public boolean pubAck(int packetId, int reasonCode) {
			return !this.ended && this.written.add("PUBACK " + packetId);
		}

		@Override
		public boolean pubRec(int packetId, int reasonCode) {
			return !this.ended && this.written.add("PUBREC " + packetId);
		}

		@Override
		public void pubComp(int packetId, int reasonCode) {
			this.written.add("PUBCOMP " + packetId);
		}

		@Override
		public void pubRel(int packetId) {
			this.written.add("PUBREL " + packetId);
		}

		@Override
		public CompletableFuture<SubscriptionAck> subscribe(List<SubscriptionRequest> filters,
				int subscriptionIdentifier) {
			this.written.add("SUBSCRIBE");
			return new CompletableFuture<>();
		}

		@Override
		public CompletableFuture<SubscriptionAck> unsubscribe(List<String> filters) {
			this.written.add("UNSUBSCRIBE");
			return new CompletableFuture<>();
		}

		@Override
		public boolean publish(OutboundPublish publish, int packetId, boolean duplicate) {
			return !this.ended && this.written.add("PUBLISH " + packetId);
		}

		@Override
		public int sizeOf(OutboundPublish publish) {
			return publish.payload().length;
		}

	}

}
