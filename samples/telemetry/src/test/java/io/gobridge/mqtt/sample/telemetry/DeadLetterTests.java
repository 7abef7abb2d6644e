package io.gobridge.mqtt.sample.telemetry;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.mqtt.publish.MqttTemplate;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.session.event.MqttDeadLetteredEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Import;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A message that its handler can not handle, from the broker over the store and the
 * endpoint to the repaired handler.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.simulator=false", "gobridge.mqtt.route.retry.max-retries=1",
				"gobridge.mqtt.route.retry.initial-interval=10ms",
				"management.endpoint.mqttdeadletters.show-values=always" })
@Import(DeadLetterTests.Machines.class)
class DeadLetterTests {

	private final MqttTemplate template;

	private final Machines machines;

	private final RestClient client;

	DeadLetterTests(@Autowired MqttTemplate template, @Autowired Machines machines, @LocalServerPort int port) {
		this.template = template;
		this.machines = machines;
		this.client = RestClient.builder()
			.baseUrl("http://localhost:" + port + "/actuator/")
			.defaultStatusHandler(HttpStatusCode::isError, (request, response) -> {
			})
			.build();
	}

	@Test
	void aPoisonMessageIsKeptAndRedrivenWhenTheHandlerIsRepaired() {
		String topic = "machines/" + UUID.randomUUID();
		this.template.publish(topic, "poison").join();
		await().untilAsserted(() -> assertThat(this.machines.deadLettered).contains(topic));
		await().untilAsserted(
				() -> assertThat(get("mqtt/default").path("settlement").path("unsettled").asInt(-1)).as("acknowledged")
					.isZero());
		String id = id(topic);
		JsonNode shown = get("mqttdeadletters/" + id);
		assertThat(shown.path("payload").asString()).isEqualTo("poison");
		assertThat(shown.path("route").asString()).isEqualTo("machines");
		assertThat(shown.path("code").asString()).isEqualTo("HANDLER_FAILED");
		assertThat(shown.path("attempts").asInt()).isEqualTo(2);
		assertThat(status(HttpMethod.POST, "mqttdeadletters/" + id + "/redrive")).isEqualTo(409);
		assertThat(status(HttpMethod.GET, "mqttdeadletters/" + id)).isEqualTo(200);
		this.machines.repaired = true;
		assertThat(status(HttpMethod.POST, "mqttdeadletters/" + id + "/redrive")).isEqualTo(200);
		assertThat(this.machines.handled).containsExactly("poison");
		assertThat(status(HttpMethod.GET, "mqttdeadletters/" + id)).isEqualTo(404);
		assertThat(status(HttpMethod.DELETE, "mqttdeadletters/" + id)).isEqualTo(404);
		assertThat(get("metrics/gobridge.mqtt.dead.letters?tag=route:machines&tag=outcome:written").path("measurements")
			.get(0)
			.path("value")
			.asInt()).isOne();
	}

	@Test
	void whatIsNoReadingIsKeptUntilItIsDeleted() {
		String topic = "sensors/" + UUID.randomUUID() + "/temperature";
		this.template.publish(topic, "warm").join();
		await().untilAsserted(() -> assertThat(this.machines.deadLettered).contains(topic));
		String id = id(topic);
		assertThat(get("mqttdeadletters/" + id).path("code").asString()).isEqualTo("CONVERSION_FAILED");
		assertThat(status(HttpMethod.DELETE, "mqttdeadletters/" + id)).isEqualTo(204);
		assertThat(status(HttpMethod.GET, "mqttdeadletters/" + id)).isEqualTo(404);
	}

	@Test
	void theLedgerHasWhatIsSubscribed() {
		await().untilAsserted(() -> assertThat(get("mqtt/default").path("reconcile").path("ledger").valueStream())
			.extracting(JsonNode::asString)
			.containsExactly("machines/+", "sensors/+/temperature"));
		assertThat(post("mqtt/default/ledger/baseline", "{\"filters\": [\"a/#\"]}")).as("not asked for").isEqualTo(409);
		assertThat(post("mqtt/default/ledger/baseline", "{\"filters\": [\"a/#/b\"]}")).as("no filter").isEqualTo(400);
		assertThat(post("mqtt/other/ledger/baseline", "{\"filters\": []}")).as("no session").isEqualTo(404);
		assertThat(status(HttpMethod.GET, "mqttdeadletters?limit=0")).isEqualTo(400);
	}

	/**
	 * Pages through all of them, as an operator has to.
	 */
	private String id(String topic) {
		@Nullable String after = null;
		do {
			JsonNode page = get("mqttdeadletters?limit=2" + ((after != null) ? "&after=" + after : ""));
			for (JsonNode entry : page.path("deadLetters")) {
				if (topic.equals(entry.path("topic").asString())) {
					return entry.path("id").asString();
				}
			}
			after = page.path("next").isNull() ? null : page.path("next").asString();
		}
		while (after != null);
		throw new AssertionError("No dead letter of " + topic);
	}

	private JsonNode get(String path) {
		JsonNode body = this.client.get().uri(path).retrieve().body(JsonNode.class);
		assertThat(body).isNotNull();
		return body;
	}

	private int status(HttpMethod method, String path) {
		return this.client.method(method).uri(path).retrieve().toBodilessEntity().getStatusCode().value();
	}

	private int post(String path, String json) {
		return this.client.post()
			.uri(path)
			.header("Content-Type", "application/json")
			.body(json)
			.retrieve()
			.toBodilessEntity()
			.getStatusCode()
			.value();
	}

	/**
	 * A handler with a bug.
	 */
	@TestConfiguration(proxyBeanMethods = false)
	static class Machines {

		private final List<String> handled = new CopyOnWriteArrayList<>();

		private final List<String> deadLettered = new CopyOnWriteArrayList<>();

		private volatile boolean repaired;

		@MqttRoute(id = "machines", topic = "machines/{id}")
		void handle(String payload) {
			if (!this.repaired) {
				throw new IllegalStateException("A bug");
			}
			this.handled.add(payload);
		}

		@EventListener
		void deadLettered(MqttDeadLetteredEvent event) {
			this.deadLettered.add(event.topic());
		}

	}

}
