package io.gobridge.mqtt.session;

import java.util.function.DoubleSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Sessions without a thread of their own, for tests of what works together with them.
 */
public final class SteppedSession {

	private SteppedSession() {
	}

	/**
	 * Creates a session that is stopped and publishes nothing.
	 * @param settings what to connect to and how
	 * @param connector dials
	 * @param inbound takes the messages
	 * @param reconciler keeps the subscriptions
	 * @param clock the time
	 * @param loop the session thread
	 * @param random the jitter
	 * @return the session
	 */
	public static ManagedSession of(SessionSettings settings, BrokerConnector connector, InboundFlow inbound,
			Reconciler reconciler, SessionClock clock, SessionLoop loop, DoubleSupplier random) {
		return new ManagedSession(settings, connector, new PacketIdentifiers(), inbound, new NoPublishes(),
				SessionHistory.NONE, reconciler, clock, loop, (event) -> {
				}, Runnable::run, random);
	}

	private static final class NoPublishes implements OutboundFlow {

		@Override
		public void opened(ConnectionEpoch epoch) {
		}

		@Override
		public void answered(ConnectionListener.PublishAnswer kind, int packetId, int reasonCode,
				@Nullable String reasonString) {
		}

		@Override
		public void writable() {
		}

		@Override
		public void retired(ConnectionEpoch epoch) {
		}

		@Override
		public void stop() {
		}

	}

}
