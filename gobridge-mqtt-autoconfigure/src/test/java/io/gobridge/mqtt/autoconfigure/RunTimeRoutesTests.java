package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Routes that come and go while messages flow.
 */
@Timeout(60)
@EnabledIfMosquitto
class RunTimeRoutesTests {

	private static MqttRouteDefinition collect(String id, String topic, List<String> into) {
		return MqttRouteDefinition.builder(id)
			.topic(topic)
			.handler((delivery) -> into.add(new String(delivery.payload(), StandardCharsets.UTF_8)))
			.build();
	}

	@Test
	void caseB37ARouteIsAddedAndRemovedWhileMessagesFlow() throws Exception {
		List<String> stays = new CopyOnWriteArrayList<>();
		List<String> goes = new CopyOnWriteArrayList<>();
		try (MosquittoBroker broker = MosquittoBroker.builder().start();
				Engines engine = Engines.start(broker.url(), "run-time", collect("stays", "stays/#", stays));
				TestClient peer = TestClient.connect(broker.port())) {
			for (int round = 0; round < 3; round++) {
				goes.clear();
				engine.registry().register(collect("goes", "goes/#", goes)).get(10, TimeUnit.SECONDS);
				peer.publish("goes/x", 1, "in");
				peer.publish("stays/x", 1, "round " + round);
				await().until(() -> goes.equals(List.of("in")));
				engine.registry().unregister("goes").get(10, TimeUnit.SECONDS);
				peer.publish("goes/x", 1, "out");
			}
			engine.session().reconnect().get(10, TimeUnit.SECONDS);
			engine.awaitActive();
			peer.publish("goes/x", 1, "out");
			peer.publish("stays/x", 1, "marker");
			await().until(() -> stays.contains("marker"));
			assertThat(stays).containsExactly("round 0", "round 1", "round 2", "marker");
			assertThat(goes).containsExactly("in");
			await().until(() -> engine.router().snapshot().unsettled() == 0);
			assertThat(engine.engine().reconciler().subscriptions()).hasSize(1);
		}
	}

}
