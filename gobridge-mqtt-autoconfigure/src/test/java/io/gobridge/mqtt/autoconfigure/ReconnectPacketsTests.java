package io.gobridge.mqtt.autoconfigure;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.gobridge.mqtt.broker.PacketType;
import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Property;
import io.gobridge.mqtt.broker.ReceivedPacket;
import io.gobridge.mqtt.broker.Responder;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.ScriptedConnection;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.session.SessionMode;
import io.gobridge.mqtt.session.SessionSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many packets a connection costs.
 */
@Timeout(60)
class ReconnectPacketsTests {

	private static final int ROUTES = 40;

	private static MqttRouteDefinition route(int i) {
		return MqttRouteDefinition.builder("r" + i).topic("t/" + i).handler((delivery) -> {
		}).build();
	}

	private static List<String> sent(ScriptedConnection connection) {
		return connection.packets()
			.stream()
			.map(ReceivedPacket::type)
			.filter((type) -> type == PacketType.SUBSCRIBE || type == PacketType.UNSUBSCRIBE)
			.map(PacketType::name)
			.distinct()
			.map((name) -> name + " " + connection.packets(PacketType.valueOf(name)).size())
			.toList();
	}

	private static Engines start(ScriptedBroker broker, UnaryOperator<SessionSettings.Builder> settings) {
		Engines engine = Engines.create(broker.url(), "packets", settings,
				IntStream.range(0, ROUTES).mapToObj(ReconnectPacketsTests::route).toArray(MqttRouteDefinition[]::new));
		engine.start();
		engine.awaitActive();
		return engine;
	}

	private static void reconnect(Engines engine) {
		engine.session().reconnect().join();
		engine.awaitActive();
	}

	/** Answers the first UNSUBSCRIBE with an error. */
	private static Responder refusingToUnsubscribe(boolean sessionPresent) {
		return connack(sessionPresent)
			.or((packet) -> (packet.type() == PacketType.UNSUBSCRIBE)
					? Optional.of(Packets.unsuback(packet.unsubscribe().packetId(), 0x83)) : Optional.empty())
			.or(Responder.standard());
	}

	private static Responder connack(boolean sessionPresent) {
		return Responder.connack((sessionPresent ? Packets.connack().sessionPresent() : Packets.connack()).build());
	}

	@Test
	void aDurableSessionAsksOnceForEachFilterAndForWhatIsLeftToRemove() {
		try (ScriptedBroker broker = ScriptedBroker.run().respondWith(refusingToUnsubscribe(false));
				Engines engine = start(broker, UnaryOperator.identity())) {
			ScriptedConnection first = broker.accept();
			assertThat(sent(first)).containsExactly("SUBSCRIBE 40");
			engine.registry().unregister("r0").join();
			broker.respondWith(connack(true).or(Responder.standard()));
			reconnect(engine);
			ScriptedConnection second = broker.accept();
			assertThat(sent(second)).containsExactly("SUBSCRIBE 39", "UNSUBSCRIBE 1");
			assertThat(second.packets(PacketType.UNSUBSCRIBE).get(0).unsubscribe().filters()).containsExactly("t/0");
			reconnect(engine);
			assertThat(sent(broker.accept())).containsExactly("SUBSCRIBE 39");
		}
	}

	@Test
	void aNewSessionOfTheBrokerHasNothingToRemove() {
		try (ScriptedBroker broker = ScriptedBroker.run().respondWith(refusingToUnsubscribe(false));
				Engines engine = start(broker, (settings) -> settings.mode(SessionMode.EPHEMERAL))) {
			assertThat(sent(broker.accept())).containsExactly("SUBSCRIBE 40");
			engine.registry().unregister("r0").join();
			reconnect(engine);
			assertThat(sent(broker.accept())).containsExactly("SUBSCRIBE 39");
		}
	}

	@Test
	void caseB36WithoutIdentifiersThePacketsAreFull() {
		byte[] connack = Packets.connack().with(Property.SUBSCRIPTION_IDENTIFIERS_AVAILABLE, 0).build();
		try (ScriptedBroker broker = ScriptedBroker.run()
			.respondWith(Responder.connack(connack).or(Responder.standard()));
				Engines engine = start(broker, UnaryOperator.identity())) {
			assertThat(sent(broker.accept())).containsExactly("SUBSCRIBE 5");
			reconnect(engine);
			ScriptedConnection second = broker.accept();
			assertThat(sent(second)).containsExactly("SUBSCRIBE 5");
			assertThat(second.packets(PacketType.SUBSCRIBE))
				.allSatisfy((packet) -> assertThat(packet.subscribe().filters()).hasSize(8));
		}
	}

}
