package io.gobridge.mqtt.sample.telemetry;

import java.util.List;

import io.gobridge.mqtt.publish.MqttTemplate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The whole application, with its broker and its simulator.
 */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT, properties = "spring.test.metrics.export=true")
class TelemetryApplicationTests {

	private static final List<String> NOT_READINGS = List.of("{\"celsius\": 21.5", "{}", "{\"celsius\": \"warm\"}",
			"{\"celsius\": \"NaN\"}", "{\"celsius\": null}", "[]", "");

	private final MqttTemplate template;

	private final RestClient client;

	TelemetryApplicationTests(@Autowired MqttTemplate template, @LocalServerPort int port) {
		this.template = template;
		this.client = RestClient.create("http://localhost:" + port);
	}

	@BeforeEach
	void theSimulatorIsHeard() {
		await().untilAsserted(() -> assertThat(sites()).contains("greenhouse", "harbour", "summit"));
	}

	@Test
	void readingsAreThoseOfTheTopicNewestFirst() {
		publish("sensors/attic/temperature", "{\"celsius\": 31.25}");
		publish("sensors/attic/temperature", "{\"celsius\": -4}");
		publish("sensors/attic/humidity", "{\"celsius\": 99}");
		publish("sensors/cellar/temperature", "{\"celsius\": 12, \"unit\": \"C\"}");
		await().untilAsserted(() -> assertThat(sites()).contains("cellar"));
		List<JsonNode> readings = readings();
		assertThat(readings.stream()
			.filter((reading) -> reading.get("site").asString().equals("attic"))
			.map((reading) -> reading.get("celsius").asDouble())).containsExactly(-4.0, 31.25);
		assertThat(readings).hasSizeLessThanOrEqualTo(NewestReadings.CAPACITY)
			.allSatisfy((reading) -> assertThat(reading.propertyNames()).containsExactlyInAnyOrder("site", "celsius",
					"receivedAt"));
	}

	@Test
	void whatIsNoReadingDoesNotStopTheRoute() {
		int failedBefore = route().get("failed").asInt();
		for (String payload : NOT_READINGS) {
			publish("sensors/broken/temperature", payload);
		}
		publish("sensors/after/temperature", "{\"celsius\": 1}");
		await().untilAsserted(() -> assertThat(sites()).contains("after"));
		assertThat(sites()).doesNotContain("broken");
		await().untilAsserted(
				() -> assertThat(route().get("failed").asInt() - failedBefore).isEqualTo(NOT_READINGS.size()));
		assertThat(session().get("state").asString()).isEqualTo("ACTIVE");
		await().untilAsserted(
				() -> assertThat(session().get("settlement").get("unsettled").asInt()).as("unsettled").isZero());
	}

	@Test
	void theSessionIsInTheActuator() {
		JsonNode session = session();
		assertThat(session.get("clientId").asString()).isEqualTo("telemetry");
		assertThat(session.get("broker").asString()).startsWith("mqtt://127.0.0.1:");
		await().untilAsserted(() -> assertThat(route().get("handled").asInt()).isPositive());
		// The first reading may be handled before the reconciliation has ended.
		await().untilAsserted(
				() -> assertThat(json("/actuator/health").get("components").get("mqtt").get("status").asString())
					.isEqualTo("UP"));
		assertThat(this.client.get().uri("/actuator/prometheus").retrieve().body(String.class))
			.contains("gobridge_mqtt_session_state");
		assertThat(json("/actuator/metrics").get("names").toString()).contains("gobridge.mqtt.");
	}

	private void publish(String topic, String payload) {
		this.template.publish(topic, payload).join();
	}

	private List<@Nullable String> sites() {
		return readings().stream().map((reading) -> reading.get("site").asString()).toList();
	}

	private List<JsonNode> readings() {
		return json("/readings").valueStream().toList();
	}

	private JsonNode session() {
		return json("/actuator/mqtt").get("sessions").get("default");
	}

	private JsonNode route() {
		JsonNode routes = session().get("routes");
		assertThat(routes).hasSize(1);
		assertThat(routes.get(0).get("id").asString()).isEqualTo("telemetry");
		return routes.get(0);
	}

	private JsonNode json(String path) {
		JsonNode body = this.client.get().uri(path).retrieve().body(JsonNode.class);
		assertThat(body).isNotNull();
		return body;
	}

}
