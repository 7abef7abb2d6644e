package io.gobridge.mqtt.autoconfigure;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Responder;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.ScriptedConnection;
import io.gobridge.mqtt.route.MqttRoute;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.assertj.ApplicationContextAssertProvider;
import org.springframework.boot.test.context.runner.AbstractApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.reactive.TomcatReactiveWebServerAutoConfiguration;
import org.springframework.boot.web.server.context.ServerPortInfoApplicationContextInitializer;
import org.springframework.boot.web.server.reactive.context.AnnotationConfigReactiveWebServerApplicationContext;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The endpoints and health in applications as they are: Spring MVC with a port of its own
 * for the management, and WebFlux.
 */
@Timeout(60)
class EndpointsOverHttpTests {

	private static final String JSON = "application/json";

	private static final String BASELINE = "mqtt/default/ledger/baseline";

	@Test
	void springMvcWithAManagementPortOfItsOwn() {
		WebApplicationContextRunner runner = new WebApplicationContextRunner(
				AnnotationConfigServletWebServerApplicationContext::new)
			.withPropertyValues("management.server.port=0");
		operate(runner, "local.management.port", "{\"filters\": [\"watched/#\"]}",
				Map.of("{\"filters\": [\"a/#/b\"]}", 400, "{\"filters\": [1]}", 400, "{\"filters\": [null]}", 400,
						"{\"filters\": [[\"a\"]]}", 400,
						"{\"filters\": " + "[".repeat(50_000) + "]".repeat(50_000) + "}", 400,
						"{\"filters\": [\"" + "a/".repeat(600_000) + "\"]}", 413));
	}

	@Test
	void webFlux() {
		ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner(
				AnnotationConfigReactiveWebServerApplicationContext::new);
		operate(runner, "local.server.port", "{\"filters\": \"[\\\"watched/#\\\"]\"}",
				Map.of("{\"filters\": [\"watched/#\"]}", 400, "{\"filters\": \"[\\\"a/#/b\\\"]\"}", 400,
						"{\"filters\": \"[1]\"}", 400, "{\"filters\": \"[null]\"}", 400, "{\"filters\": \"[[]]\"}",
						400));
	}

	private static <S extends AbstractApplicationContextRunner<S, C, A>, C extends ConfigurableApplicationContext, A extends ApplicationContextAssertProvider<C>> void operate(
			S runner, String port, String baseline, Map<String, Integer> refused) {
		Responder keeping = Responder.connack(Packets.connack().sessionPresent().build()).or(Responder.standard());
		try (ScriptedBroker broker = ScriptedBroker.run().respondWith(keeping)) {
			runner.withUserConfiguration(Application.class)
				.withInitializer(new ServerPortInfoApplicationContextInitializer())
				.withPropertyValues("server.port=0", "server.address=127.0.0.1",
						"management.endpoints.web.exposure.include=health,mqtt,mqttdeadletters,metrics",
						"management.endpoint.health.show-details=always", "gobridge.mqtt.client-id=operated",
						"gobridge.mqtt.url=" + broker.url(), "gobridge.mqtt.reconnect.initial-delay=50ms",
						"gobridge.mqtt.route.retry.max-retries=0", "gobridge.mqtt.sessions.away.client-id=away",
						"gobridge.mqtt.sessions.away.url=mqtt://127.0.0.1:9",
						"gobridge.mqtt.sessions.away.session.connect-timeout=100ms")
				.run((context) -> {
					assertThat(context).hasNotFailed();
					Operator operator = new Operator(context, port);
					operator.theMigrationIsDecided(baseline, refused);
					operator.sessionsAndRoutes();
					operator.deadLetters(broker, context.getBean(Handler.class));
				});
		}
	}

	/**
	 * Somebody with curl.
	 */
	private static final class Operator {

		private final int port;

		Operator(ApplicationContext context, String port) {
			this.port = context.getBean(Environment.class).getRequiredProperty(port, Integer.class);
		}

		void theMigrationIsDecided(String baseline, Map<String, Integer> refused) {
			await().until(() -> state("default").equals("MIGRATION_REQUIRED"));
			assertThat(get("health/mqtt/default").status()).isEqualTo(503);
			refused.forEach((body, status) -> assertThat(post(BASELINE, JSON, body).status())
				.as(body.substring(0, Math.min(body.length(), 40)))
				.isEqualTo(status));
			for (String body : List.of("", "null", "[]", "5", "\"a\"", "{}", "no JSON", "{\"filters\": [",
					"{\"filters\": null}", "{\"filters\": 5}", "{\"filters\": \"a/#\"}", "{\"filters\": {\"a\": 1}}",
					"{\"filter\": \"[]\"}")) {
				assertThat(post(BASELINE, JSON, body).status()).as(body).isEqualTo(400);
			}
			assertThat(post(BASELINE, "text/plain", baseline).status()).isEqualTo(415);
			assertThat(post("mqtt/other/ledger/baseline", JSON, "{\"filters\": \"[]\"}").status()).isEqualTo(404);
			assertThat(post("mqtt/default/ledger/other", JSON, "{\"filters\": \"[]\"}").status()).isEqualTo(404);
			assertThat(get(BASELINE).status()).isEqualTo(405);
			assertThat(state("default")).isEqualTo("MIGRATION_REQUIRED");
			assertThat(post(BASELINE, JSON, baseline).status()).isEqualTo(202);
			await().until(() -> state("default").equals("ACTIVE"));
			assertThat(get("mqtt/default").json().path("reconcile").path("ledger").valueStream())
				.extracting(JsonNode::asString)
				.containsExactly("watched/#");
			assertThat(post(BASELINE, JSON, baseline).status()).isEqualTo(409);
		}

		void sessionsAndRoutes() {
			assertThat(get("mqtt").json().path("sessions").propertyNames()).containsExactly("default", "away");
			assertThat(get("mqtt/other").status()).isEqualTo(404);
			assertThat(get("health/mqtt/default").json().path("status").asString()).isEqualTo("UP");
			await().untilAsserted(
					() -> assertThat(get("health/mqtt/away").json().path("status").asString()).isEqualTo("DOWN"));
			HttpAnswer health = get("health/mqtt");
			assertThat(health.status()).isEqualTo(503);
			JsonNode away = health.json().path("components").path("away").path("details");
			assertThat(away.path("lastError").asString()).contains("refused");
			assertThat(post("mqtt/default/reconcile", null, null).status()).isEqualTo(202);
			assertThat(post("mqtt/away/reconcile", null, null).status()).isEqualTo(409);
			assertThat(post("mqtt/default/explode", null, null).status()).isEqualTo(404);
			assertThat(post("mqtt/default/reconcile", JSON, "no JSON").status()).isEqualTo(400);
			assertThat(post("mqtt/default/routes/watched/pause", null, null).json().path("state").asString())
				.isEqualTo("PAUSED");
			assertThat(post("mqtt/default/routes/watched/resume", null, null).json().path("state").asString())
				.isEqualTo("RUNNING");
			assertThat(post("mqtt/default/routes/watched/explode", null, null).status()).isEqualTo(404);
			assertThat(post("mqtt/default/routes/other/pause", null, null).status()).isEqualTo(404);
			assertThat(get("metrics/gobridge.mqtt.session.state?tag=session:default&tag=state:active").json()
				.path("measurements")
				.get(0)
				.path("value")
				.asInt()).isOne();
		}

		void deadLetters(ScriptedBroker broker, Handler handler) {
			ScriptedConnection connection = broker.connections().get(broker.connections().size() - 1);
			connection.send(Packets.publish("watched/1").qos(1, 1).payload("first").build(),
					Packets.publish("watched/2").qos(1, 2).payload("second").build());
			await().until(() -> get("mqttdeadletters").json().path("deadLetters").size() == 2);
			JsonNode page = get("mqttdeadletters?limit=1").json();
			String first = page.path("deadLetters").get(0).path("id").asString();
			assertThat(page.path("next").asString()).isEqualTo(first);
			String second = get("mqttdeadletters?limit=1&after=" + first).json()
				.path("deadLetters")
				.get(0)
				.path("id")
				.asString();
			JsonNode shown = get("mqttdeadletters/" + first).json();
			assertThat(shown.path("topic").asString()).isEqualTo("watched/1");
			assertThat(shown.path("payload").asString()).isEqualTo("******");
			assertThat(get("mqttdeadletters?limit=0").status()).isEqualTo(400);
			assertThat(get("mqttdeadletters?limit=many").status()).isEqualTo(400);
			assertThat(get("mqttdeadletters/other").status()).isEqualTo(404);
			HttpAnswer failed = post("mqttdeadletters/" + first + "/redrive", null, null);
			assertThat(failed.status()).isEqualTo(409);
			assertThat(failed.json().path("message").asString()).contains("A bug");
			handler.repaired = true;
			assertThat(post("mqttdeadletters/" + first + "/explode", null, null).status()).isEqualTo(404);
			assertThat(post("mqttdeadletters/" + first + "/redrive", JSON, "no JSON").status()).isEqualTo(400);
			assertThat(post("mqttdeadletters/" + first + "/redrive", null, null).status()).isEqualTo(200);
			assertThat(handler.handled).containsExactly("first");
			assertThat(post("mqttdeadletters/" + first + "/redrive", null, null).status()).isEqualTo(404);
			assertThat(request("DELETE", "mqttdeadletters/" + second, null, null).status()).isEqualTo(204);
			assertThat(request("DELETE", "mqttdeadletters/" + second, null, null).status()).isEqualTo(404);
			assertThat(get("mqttdeadletters").json().path("deadLetters")).isEmpty();
			assertThat(state("default")).isEqualTo("ACTIVE");
		}

		private String state(String session) {
			return get("mqtt/" + session).json().path("state").asString();
		}

		private HttpAnswer get(String path) {
			return request("GET", path, null, null);
		}

		private HttpAnswer post(String path, @Nullable String contentType, @Nullable String body) {
			return request("POST", path, contentType, body);
		}

		private HttpAnswer request(String method, String path, @Nullable String contentType, @Nullable String body) {
			return HttpAnswer.to(this.port, method, path, contentType, body);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			exclude = { DataSourceAutoConfiguration.class, TomcatReactiveWebServerAutoConfiguration.class })
	static class Application {

		@Bean
		Handler handler() {
			return new Handler();
		}

	}

	static class Handler {

		private final List<String> handled = new CopyOnWriteArrayList<>();

		private volatile boolean repaired;

		@MqttRoute(id = "watched", topic = "watched/#", session = "default")
		void handle(String payload) {
			if (!this.repaired) {
				throw new IllegalStateException("A bug");
			}
			this.handled.add(payload);
		}

	}

}
