package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.router.WaitingTopic;
import io.gobridge.mqtt.session.SessionState;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A filter is wanted before its route is there, and more waits for it than the Receive
 * Maximum.
 */
@Timeout(120)
class CoveredBacklogTests {

	private static final int MESSAGES = 500;

	private static final Duration GRACE = Duration.ofMillis(500);

	@Test
	@EnabledIfMosquitto
	void onMosquittoAllArriveInOrderAndNoneWasAcknowledgedBefore() throws Exception {
		try (MosquittoBroker broker = MosquittoBroker.builder().start()) {
			arrivesWhenTheRouteDoes(broker.url(), broker.port());
		}
	}

	@Test
	void onHiveMqAllArriveInOrderAndNoneWasAcknowledgedBefore() throws Exception {
		try (HiveMqBroker broker = HiveMqBroker.run()) {
			arrivesWhenTheRouteDoes(broker.url(), broker.port());
		}
	}

	private static void arrivesWhenTheRouteDoes(String url, int port) throws Exception {
		List<String> handled = new CopyOnWriteArrayList<>();
		try (Engines engine = Engines.withGrace(url, "covered", GRACE, List.of("late/#"));
				TestClient peer = TestClient.connect(port)) {
			engine.start();
			engine.awaitActive();
			for (int n = 0; n < MESSAGES; n++) {
				peer.publish("late/x", 1, "" + n);
			}
			await().until(() -> engine.session().state() == SessionState.DEGRADED);
			await().until(() -> engine.router().hasBacklog());
			assertThat(engine.router().waiting(5)).singleElement()
				.extracting(WaitingTopic::topic, WaitingTopic::coveredBy)
				.containsExactly("late/x", List.of("late/#"));
			assertThat(engine.router().statistics().unmatchedDroppedCount()).isZero();
			engine.registry()
				.register(MqttRouteDefinition.builder("late")
					.topic("late/+")
					.handler((delivery) -> handled.add(new String(delivery.payload(), StandardCharsets.UTF_8)))
					.build());
			await().until(() -> handled.size() >= MESSAGES);
			await().until(() -> engine.router().snapshot().unsettled() == 0);
			assertThat(handled)
				.containsExactlyElementsOf(IntStream.range(0, MESSAGES).mapToObj(String::valueOf).toList());
			assertThat(engine.router().statistics().overflowDroppedCount()).isZero();
			await().until(() -> engine.session().state() == SessionState.ACTIVE);
		}
	}

}
