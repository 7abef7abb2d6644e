package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A broker in memory behind our own port. Each dial takes the next step of the script;
 * without one the attempt stays open and the test goes on with it by hand. The listener
 * is called by the thread of the test, never from within {@link #connect}.
 */
final class ScriptedConnector implements BrokerConnector {

	private final Queue<Consumer<Dial>> script = new ArrayDeque<>();

	private @Nullable Consumer<Dial> always;

	private final List<Dial> dials = new ArrayList<>();

	private int open;

	private int mostOpen;

	private final SessionLoop wire;

	/**
	 * Creates a connector.
	 * @param wire runs what the broker does, behind the return of the call
	 */
	ScriptedConnector(SessionLoop wire) {
		this.wire = wire;
	}

	ScriptedConnector then(Consumer<Dial> step) {
		this.script.add(step);
		return this;
	}

	void always(Consumer<Dial> step) {
		this.always = step;
	}

	@Override
	public BrokerConnection connect(ConnectRequest request, PacketIdentifiers identifiers,
			ConnectionListener listener) {
		Dial dial = new Dial(request, listener);
		this.dials.add(dial);
		this.open++;
		this.mostOpen = Math.max(this.mostOpen, this.open);
		Consumer<Dial> step = this.script.isEmpty() ? this.always : this.script.remove();
		if (step != null) {
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
		return this.open;
	}

	int mostOpen() {
		return this.mostOpen;
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

		private final List<String> written = new ArrayList<>();

		private boolean ended;

		private boolean deaf;

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
				ScriptedConnector.this.open--;
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
