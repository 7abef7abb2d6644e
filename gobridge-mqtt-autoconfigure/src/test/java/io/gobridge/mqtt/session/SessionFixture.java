package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.event.MqttSessionEvent;
import org.jspecify.annotations.Nullable;

/**
 * A session on a stepped loop with ports that write down what they were told.
 */
final class SessionFixture {

	final SteppedClock clock = new SteppedClock();

	final SteppedLoop loop = new SteppedLoop(this.clock);

	final ScriptedConnector connector = new ScriptedConnector(this.loop);

	final PacketIdentifiers identifiers = new PacketIdentifiers();

	final Inbound inbound = new Inbound();

	final Outbound outbound = new Outbound();

	final History history = new History();

	final Reconciliations reconciler = new Reconciliations();

	final List<MqttSessionEvent> events = new ArrayList<>();

	/** What the ports were told, in order. */
	final List<String> told = new ArrayList<>();

	double random = 0;

	final ManagedSession session;

	SessionFixture() {
		this((settings) -> settings);
	}

	SessionFixture(UnaryOperator<SessionSettings.Builder> customizer) {
		SessionSettings settings = customizer.apply(SessionSettings.builder("default").clientId("me")).build();
		this.session = new ManagedSession(settings, this.connector, this.identifiers, this.inbound, this.outbound,
				this.history, this.reconciler, this.clock, this.loop, this.events::add, Runnable::run,
				() -> this.random);
	}

	SessionFixture start() {
		this.session.start();
		this.loop.runReady();
		return this;
	}

	/**
	 * Starts with a broker that accepts the first connection.
	 */
	SessionFixture connected() {
		start();
		accept(false);
		return this;
	}

	void accept(boolean sessionPresent) {
		this.connector.last().accept(sessionPresent);
		this.loop.runReady();
	}

	void end(Disconnection reason) {
		this.connector.last().end(reason);
		this.loop.runReady();
	}

	void advance(Duration duration) {
		this.loop.advance(duration);
	}

	int dials() {
		return this.connector.dials().size();
	}

	/**
	 * Returns how long the session waits until it dials again.
	 */
	Duration delay() {
		List<Duration> delays = this.loop.delays();
		if (delays.size() != 1) {
			throw new AssertionError("Timers: " + delays);
		}
		return delays.get(0);
	}

	SessionState state() {
		return this.session.state();
	}

	@Nullable String lastError() {
		return this.session.snapshot().lastError();
	}

	List<String> eventNames() {
		return this.events.stream().map((event) -> event.getClass().getSimpleName()).toList();
	}

	/**
	 * A history that a test can hold back, and that may object.
	 */
	static final class History implements SessionHistory {

		CompletableFuture<Void> loaded = CompletableFuture.completedFuture(null);

		boolean cleanStart;

		@Nullable MigrationRequired objection;

		@Override
		public CompletableFuture<Void> load() {
			return this.loaded;
		}

		@Override
		public boolean wantsCleanStart() {
			return this.cleanStart;
		}

		@Override
		public @Nullable MigrationRequired objection(ConnAck ack) {
			return this.objection;
		}

	}

	final class Inbound implements InboundFlow {

		final List<ConnectionEpoch> epochs = new ArrayList<>();

		boolean idle = true;

		@Nullable RuntimeException failure;

		boolean backlog;

		@Override
		public boolean hasBacklog() {
			return this.backlog;
		}

		@Override
		public OfEpoch open(ConnectionEpoch epoch) {
			SessionFixture.this.told.add("open " + epoch.number());
			this.epochs.add(epoch);
			if (this.failure != null) {
				throw this.failure;
			}
			return new OfEpoch() {

				@Override
				public void accept(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
					SessionFixture.this.told.add("message " + packetId + " of " + epoch.number());
				}

				@Override
				public void poison(ConnectionListener.Poison kind, int qos, int packetId) {
					SessionFixture.this.told.add("poison " + packetId + " of " + epoch.number());
				}

				@Override
				public void released(int packetId) {
					SessionFixture.this.told.add("released " + packetId + " of " + epoch.number());
				}

				@Override
				public void quiesce() {
					SessionFixture.this.told.add("quiesce " + epoch.number());
				}

				@Override
				public void retired() {
					SessionFixture.this.told.add("retired " + epoch.number() + " " + epoch.isRetired());
				}

			};
		}

		@Override
		public void quiesce() {
			SessionFixture.this.told.add("quiesce");
		}

		@Override
		public boolean isIdle() {
			return this.idle;
		}

		@Override
		public void stop() {
			SessionFixture.this.told.add("inbound stop");
		}

	}

	final class Outbound implements OutboundFlow {

		@Nullable RuntimeException failure;

		@Override
		public void opened(ConnectionEpoch epoch) {
			SessionFixture.this.told.add("outbound open " + epoch.number());
			if (this.failure != null) {
				throw this.failure;
			}
		}

		@Override
		public void answered(ConnectionListener.PublishAnswer kind, int packetId, int reasonCode,
				@Nullable String reasonString) {
			SessionFixture.this.told.add(kind + " " + packetId);
		}

		@Override
		public void writable() {
			SessionFixture.this.told.add("writable");
		}

		@Override
		public void retired(ConnectionEpoch epoch) {
			SessionFixture.this.told.add("outbound retired " + epoch.number());
		}

		@Override
		public void stop() {
			SessionFixture.this.told.add("outbound stop");
		}

	}

	final class Reconciliations implements Reconciler {

		final List<CompletableFuture<Outcome>> runs = new ArrayList<>();

		/** Ends every run at once, or {@code null} to leave that to the test. */
		@Nullable Outcome outcome = Outcome.CONVERGED;

		@Override
		public CompletableFuture<Outcome> reconcile(ConnectionEpoch epoch) {
			SessionFixture.this.told.add("reconcile " + epoch.number());
			CompletableFuture<Outcome> run = new CompletableFuture<>();
			this.runs.add(run);
			if (this.outcome != null) {
				run.complete(this.outcome);
			}
			return run;
		}

		void finish(Outcome outcome) {
			this.runs.get(this.runs.size() - 1).complete(outcome);
			SessionFixture.this.loop.runReady();
		}

	}

}
