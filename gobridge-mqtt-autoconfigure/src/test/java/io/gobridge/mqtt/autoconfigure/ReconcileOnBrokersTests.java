package io.gobridge.mqtt.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.PacketType;
import io.gobridge.mqtt.broker.TcpTap;
import io.gobridge.mqtt.reconcile.Orphan;
import io.gobridge.mqtt.reconcile.ReconcileState;
import io.gobridge.mqtt.reconcile.SubscriptionState;
import io.gobridge.mqtt.reconcile.SubscriptionStatus;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.session.SessionSettings;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.event.MqttOrphanDetectedEvent;
import io.gobridge.mqtt.session.event.MqttReconciledEvent;
import io.gobridge.mqtt.session.event.MqttSessionConnectedEvent;
import io.gobridge.mqtt.session.event.MqttSessionEvent;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Subscriptions as real brokers have them.
 */
@Timeout(120)
class ReconcileOnBrokersTests {

	private static final Logger logger = LoggerFactory.getLogger(ReconcileOnBrokersTests.class);

	@Nested
	@EnabledIfMosquitto
	class OnMosquitto extends Scenarios {

		private final MosquittoBroker broker = MosquittoBroker.builder().listenerConfig("max_qos 1").start();

		@Override
		int port() {
			return this.broker.port();
		}

		@Override
		OrphanOutcome removalOfWhatIsNotThere() {
			return OrphanOutcome.NOT_SUBSCRIBED;
		}

		@Test
		void aLowerQosDegradesTheSession() {
			try (Engines engine = Engines.create("mqtt://127.0.0.1:" + this.broker.port(), "lower",
					UnaryOperator.identity(), route("lower", 2), route("fine", 1))) {
				engine.start();
				await().until(() -> engine.session().state() == SessionState.DEGRADED);
				assertThat(engine.engine().reconciler().subscriptions()).extracting(SubscriptionStatus::state)
					.containsExactly(SubscriptionState.ACTIVE, SubscriptionState.WANTED);
				assertThat(engine.engine().reconciler().snapshot().problems())
					.containsExactly("'lower' is granted at QoS 1 instead of 2");
				assertThat(engine.engine().reconciler().downgradedCount()).isEqualTo(1);
				engine.registry().unregister("route lower").join();
				engine.awaitActive();
			}
		}

		@AfterAll
		void stop() {
			this.broker.close();
		}

	}

	@Nested
	class OnHiveMq extends Scenarios {

		private final HiveMqBroker broker = HiveMqBroker.builder().inMemory().start();

		@Override
		int port() {
			return this.broker.port();
		}

		@Override
		OrphanOutcome removalOfWhatIsNotThere() {
			return OrphanOutcome.REMOVED;
		}

		@AfterAll
		void stop() {
			this.broker.close();
		}

	}

	@TestInstance(TestInstance.Lifecycle.PER_CLASS)
	abstract static class Scenarios {

		private static final int MANY = 1000;

		abstract int port();

		abstract OrphanOutcome removalOfWhatIsNotThere();

		static MqttRouteDefinition route(String topic, int qos) {
			return MqttRouteDefinition.builder("route " + topic).topic(topic).qos(qos).handler((delivery) -> {
			}).build();
		}

		private static SessionSettings.Builder ephemeral(SessionSettings.Builder settings) {
			return settings.mode(SessionMode.EPHEMERAL);
		}

		private static long sent(TcpTap tap, PacketType type) {
			return tap.packets(TcpTap.Direction.TO_BROKER).stream().filter((packet) -> packet.type() == type).count();
		}

		private static <E extends MqttSessionEvent> E event(Engines engine, Class<E> type, Predicate<E> which) {
			return await()
				.until(() -> engine.events.stream().filter(type::isInstance).map(type::cast).filter(which).findFirst(),
						(found) -> found.isPresent())
				.orElseThrow();
		}

		@Test
		void aThousandRoutesAreSubscribedFastAndOnceAConnection() throws Exception {
			MqttRouteDefinition[] routes = IntStream.range(0, MANY)
				.mapToObj((i) -> route("many/" + i + "/+", 1))
				.toArray(MqttRouteDefinition[]::new);
			try (TcpTap tap = TcpTap.to(port()); Engines engine = Engines.start(tap.url(), "many", routes)) {
				long first = duration(engine, 1);
				assertThat(sent(tap, PacketType.SUBSCRIBE)).isEqualTo(MANY);
				engine.registry().register(route("many/more", 1)).get();
				engine.session().reconcile().get();
				assertThat(sent(tap, PacketType.SUBSCRIBE)).isEqualTo(MANY + 1);
				engine.session().reconnect().get();
				engine.awaitActive();
				long second = duration(engine, 2);
				assertThat(sent(tap, PacketType.SUBSCRIBE)).isEqualTo(2 * MANY + 2);
				assertThat(sent(tap, PacketType.UNSUBSCRIBE)).isZero();
				logger.info("{} routes were reconciled in {} ms, after a reconnect in {} ms", MANY, first, second);
				// An idle machine takes a small part of this.
				assertThat(List.of(first, second)).allMatch((millis) -> millis < 10_000);
			}
		}

		private static long duration(Engines engine, long epoch) {
			MqttSessionConnectedEvent connected = event(engine, MqttSessionConnectedEvent.class,
					(event) -> event.epoch() == epoch);
			MqttReconciledEvent reconciled = event(engine, MqttReconciledEvent.class,
					(event) -> event.getTimestamp() >= connected.getTimestamp());
			return reconciled.getTimestamp() - connected.getTimestamp();
		}

		@Test
		void anApplicationThatOnlyPublishesAsksForNothing() {
			try (TcpTap tap = TcpTap.to(port()); Engines engine = Engines.start(tap.url(), "sender")) {
				engine.template().publish("sender/x", "payload").join();
				engine.session().reconnect().join();
				engine.awaitActive();
				engine.template().publish("sender/x", "marker").join();
				assertThat(sent(tap, PacketType.SUBSCRIBE)).isZero();
				assertThat(sent(tap, PacketType.UNSUBSCRIBE)).isZero();
				assertThat(engine.events).noneMatch(MqttReconciledEvent.class::isInstance);
				for (Reconciler.Outcome outcome : Reconciler.Outcome.values()) {
					assertThat(engine.session().statistics().reconciliations(outcome)).isZero();
				}
				assertThat(engine.engine().reconciler().snapshot().state()).isEqualTo(ReconcileState.CONVERGED);
			}
		}

		@Test
		void anOrphanOfAnEphemeralSessionIsRemovedAsFarAsTheBrokerCan() {
			try (TcpTap tap = TcpTap.to(port());
					Engines engine = Engines.create(tap.url(), "orphan", Scenarios::ephemeral, route("wanted/#", 1))) {
				engine.start();
				engine.awaitActive();
				engine.engine().reconciler().orphans().orphaned("stale/1", new int[0]);
				MqttOrphanDetectedEvent detected = event(engine, MqttOrphanDetectedEvent.class, (event) -> true);
				assertThat(detected.topic()).isEqualTo("stale/1");
				assertThat(detected.outcome()).isEqualTo(removalOfWhatIsNotThere());
				engine.engine().reconciler().orphans().orphaned("stale/1", new int[0]);
				OrphanOutcome expected = (removalOfWhatIsNotThere() == OrphanOutcome.REMOVED)
						? OrphanOutcome.NOT_EFFECTIVE : OrphanOutcome.NOT_SUBSCRIBED;
				await().untilAsserted(
						() -> assertThat(engine.engine().reconciler().orphans().orphans()).extracting(Orphan::outcome)
							.containsExactly(expected));
				assertThat(sent(tap, PacketType.UNSUBSCRIBE)).isEqualTo(1);
			}
		}

	}

}
