package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

import io.gobridge.mqtt.actuate.MqttEndpoint;
import io.gobridge.mqtt.actuate.MqttMeters;
import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Responder;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.MqttRouteRegistry;
import io.gobridge.mqtt.router.ReceiveObservations;
import io.gobridge.mqtt.session.MqttSession;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.event.MqttOrphanDetectedEvent;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.actuate.endpoint.HealthEndpointAutoConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.actuate.endpoint.StatusAggregator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Health, meters, the endpoint and observations of an application.
 */
@Timeout(60)
class ActuatorAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(JacksonAutoConfiguration.class, GoBridgeMqttAutoConfiguration.class,
				MqttHealthAutoConfiguration.class, MqttMetricsAutoConfiguration.class,
				MqttEndpointAutoConfiguration.class, MqttObservationAutoConfiguration.class,
				EndpointAutoConfiguration.class, JacksonEndpointAutoConfiguration.class,
				HealthContributorAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class,
				HealthEndpointAutoConfiguration.class, MetricsAutoConfiguration.class))
		.withPropertyValues("gobridge.mqtt.client-id=watched", "gobridge.mqtt.url=mqtt://127.0.0.1:9",
				"gobridge.mqtt.reconnect.initial-delay=50ms", "management.endpoints.web.exposure.include=mqtt",
				"management.endpoints.jmx.exposure.include=mqtt", "spring.jmx.enabled=true")
		.withBean(SimpleMeterRegistry.class);

	@Test
	void backsOff() {
		this.contextRunner.withPropertyValues("management.health.mqtt.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean("mqttHealthContributor"));
		this.contextRunner.withPropertyValues("management.endpoint.mqtt.access=NONE")
			.run((context) -> assertThat(context).doesNotHaveBean(MqttEndpoint.class));
		this.contextRunner.withPropertyValues("gobridge.mqtt.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(MqttMeters.class)
				.doesNotHaveBean(MqttEndpoint.class)
				.doesNotHaveBean("mqttHealthContributor")
				.doesNotHaveBean(ReceiveObservations.class));
		new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(GoBridgeMqttAutoConfiguration.class,
					MqttHealthAutoConfiguration.class, MqttMetricsAutoConfiguration.class))
			.withPropertyValues("gobridge.mqtt.client-id=watched", "gobridge.mqtt.url=mqtt://127.0.0.1:9")
			.withClassLoader(new FilteredClassLoader(HealthIndicator.class, MeterRegistry.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(MqttSession.class)
				.doesNotHaveBean(MqttMeters.class)
				.doesNotHaveBean("mqttHealthContributor"));
	}

	@Test
	void degradedCountsMoreThanUpUnlessTheApplicationSaysOtherwise() {
		Status degraded = new Status("DEGRADED");
		this.contextRunner.run((context) -> {
			StatusAggregator aggregator = context.getBean(StatusAggregator.class);
			assertThat(aggregator.getAggregateStatus(Status.UP, degraded)).isEqualTo(degraded);
			assertThat(aggregator.getAggregateStatus(Status.DOWN, degraded)).isEqualTo(Status.DOWN);
		});
		this.contextRunner.withPropertyValues("management.endpoint.health.status.order=UP,DOWN")
			.run((context) -> assertThat(
					context.getBean(StatusAggregator.class).getAggregateStatus(Status.UP, Status.DOWN, degraded))
				.isEqualTo(Status.UP));
		StatusAggregator own = (statuses) -> Status.UNKNOWN;
		this.contextRunner.withBean(StatusAggregator.class, () -> own)
			.run((context) -> assertThat(context.getBean(StatusAggregator.class)).isSameAs(own));
	}

	@Test
	void caseB59IsDownWithoutABroker() {
		this.contextRunner.withPropertyValues("gobridge.mqtt.session.connect-timeout=200ms").run((context) -> {
			await().until(() -> health(context).getStatus().equals(Status.DOWN));
			assertThat(health(context).getDetails()).containsEntry("broker", "mqtt://127.0.0.1:9")
				.containsEntry("clientId", "watched")
				.containsKeys("since", "lastError", "state");
		});
	}

	@Test
	@EnabledIfMosquitto
	void showsALiveSession() {
		List<String> observed = new CopyOnWriteArrayList<>();
		ObservationRegistry observations = ObservationRegistry.create();
		observations.observationConfig().observationHandler(new Recorder(observed));
		try (MosquittoBroker broker = MosquittoBroker.run(); TestClient peer = TestClient.connect(broker.port())) {
			this.contextRunner.withPropertyValues("gobridge.mqtt.url=" + broker.url())
				.withBean(ObservationRegistry.class, () -> observations)
				.withBean(Handler.class)
				.run((context) -> {
					MqttSession session = context.getBean(MqttSession.class);
					await().until(() -> session.state() == SessionState.ACTIVE);
					peer.publish("watched/1", 1, "x");
					await().until(() -> context.getBean(Handler.class).received.size() == 1);
					await().until(() -> observed.size() == 1);
					assertThat(observed).containsExactly("gobridge.mqtt.receive route=watched session=default");
					assertThat(health(context).getStatus()).isEqualTo(Status.UP);
					assertThat(health(context).getDetails()).containsEntry("subscriptionsActive", 1L);
					meters(context.getBean(MeterRegistry.class));
					endpoint(context, broker);
					broker.kill();
					await().until(() -> health(context).getStatus().equals(Status.DOWN));
				});
		}
	}

	@Test
	void showsWhatIsRefusedAndWhatIsNotRemoved() {
		Responder refusing = (packet) -> switch (packet.type()) {
			case SUBSCRIBE -> Optional.of(Packets.suback(packet.subscribe().packetId(),
					packet.subscribe().filters().contains("bad") ? 0x87 : 1));
			case UNSUBSCRIBE -> Optional.of(Packets.unsuback(packet.unsubscribe().packetId(), 0x83));
			default -> Optional.empty();
		};
		try (ScriptedBroker broker = ScriptedBroker.run().respondWith(refusing.or(Responder.standard()))) {
			this.contextRunner
				.withPropertyValues("gobridge.mqtt.url=" + broker.url(), "gobridge.mqtt.subscriptions[0].filter=bad")
				.withBean(Handler.class)
				.run((context) -> {
					await().until(() -> health(context).getStatus().equals(new Status("DEGRADED")));
					assertThat(health(context).getDetails()).containsEntry("reasons",
							List.of("'bad' is refused with 0x87"));
					MqttEndpoint endpoint = context.getBean(MqttEndpoint.class);
					JsonMapper mapper = context.getBean(EndpointJsonMapper.class).get();
					JsonNode reconcile = json(mapper, endpoint).path("reconcile");
					assertThat(reconcile.path("state").asString()).isEqualTo("DEGRADED");
					assertThat(reconcile.path("subscriptions").get(0).path("state").asString()).isEqualTo("REFUSED");
					assertThat(reconcile.path("subscriptions").get(0).path("reasonCode").asInt()).isEqualTo(0x87);
					assertThat(reconcile.path("subscriptions").get(0).has("reason")).isTrue();
					MeterRegistry registry = context.getBean(MeterRegistry.class);
					assertThat(registry.get("gobridge.mqtt.subscriptions.refused").functionCounter().count())
						.isEqualTo(1);
					context.getBean(MqttRouteRegistry.class).unregister("watched").get();
					assertThat(json(mapper, endpoint).path("reconcile").path("removing").get(0).asString())
						.isEqualTo("watched/#");
					assertThat(health(context).getDetails()).containsEntry("reasons",
							List.of("'bad' is refused with 0x87", "'watched/#' is not unsubscribed: 0x83"));
				});
		}
	}

	@Test
	void asksForABaselineWhereThePastIsUnknown() {
		Responder keeping = Responder.connack(Packets.connack().sessionPresent().build()).or(Responder.standard());
		try (ScriptedBroker broker = ScriptedBroker.run().respondWith(keeping)) {
			this.contextRunner.withPropertyValues("gobridge.mqtt.url=" + broker.url())
				.withBean(Handler.class)
				.run((context) -> {
					MqttSession session = context.getBean(MqttSession.class);
					MqttEndpoint endpoint = context.getBean(MqttEndpoint.class);
					JsonMapper mapper = context.getBean(EndpointJsonMapper.class).get();
					await().until(() -> session.state() == SessionState.MIGRATION_REQUIRED);
					assertThat(health(context).getStatus()).isEqualTo(Status.DOWN);
					assertThat(health(context).getDetails()).extractingByKey("migration")
						.asString()
						.contains("reason=the broker has kept a session", "filters=[]");
					JsonNode migration = json(mapper, endpoint).path("reconcile").path("migration");
					assertThat(migration.path("reason").asString()).contains("Session Present = 1");
					assertThat(migration.path("waysOut")).hasSizeGreaterThan(1);
					assertThat(endpoint.actOnLedger("default", "ledger", "baseline", List.of("a/#/b")).getStatus())
						.isEqualTo(400);
					assertThat(endpoint.actOnLedger("default", "ledger", "other", List.of()).getStatus())
						.isEqualTo(404);
					assertThat(endpoint.actOnLedger("default", "ledger", "baseline", List.of("watched/#")).getStatus())
						.isEqualTo(202);
					await().until(() -> session.state() == SessionState.ACTIVE);
					JsonNode reconcile = json(mapper, endpoint).path("reconcile");
					assertThat(reconcile.path("migration").isNull()).isTrue();
					assertThat(reconcile.path("ledger").get(0).asString()).isEqualTo("watched/#");
					assertThat(health(context).getDetails()).doesNotContainKey("migration");
					assertThat(endpoint.actOnLedger("default", "ledger", "baseline", List.of()).getStatus())
						.isEqualTo(409);
				});
		}
	}

	@Test
	void showsOrphansOfAnEphemeralSession() {
		try (ScriptedBroker broker = ScriptedBroker.run().autoRespond()) {
			this.contextRunner
				.withPropertyValues("gobridge.mqtt.url=" + broker.url(), "gobridge.mqtt.session.mode=ephemeral")
				.withBean(Handler.class)
				.withBean(Orphans.class)
				.run((context) -> {
					await().until(() -> health(context).getStatus().equals(Status.UP));
					context.getBean(SessionEngines.class)
						.all()
						.forEach((engine) -> engine.reconciler().orphans().orphaned("stale/1", new int[0]));
					await().until(() -> context.getBean(Orphans.class).topics.equals(List.of("stale/1 REMOVED")));
					JsonNode orphan = json(context.getBean(EndpointJsonMapper.class).get(),
							context.getBean(MqttEndpoint.class))
						.path("reconcile")
						.path("orphans")
						.get(0);
					assertThat(orphan.path("topic").asString()).isEqualTo("stale/1");
					assertThat(orphan.path("filter").isNull()).isTrue();
					assertThat(orphan.path("outcome").asString()).isEqualTo("REMOVED");
					assertThat(orphan.path("at").asString()).isNotBlank();
					assertThat(context.getBean(MeterRegistry.class)
						.get("gobridge.mqtt.orphan.unsubscribes")
						.tag("outcome", "removed")
						.functionCounter()
						.count()).isEqualTo(1);
				});
		}
	}

	private static void meters(MeterRegistry registry) {
		assertThat(registry.get("gobridge.mqtt.session.connects")
			.tags("session", "default", "outcome", "success")
			.functionCounter()
			.count()).isEqualTo(1);
		assertThat(registry.get("gobridge.mqtt.session.state").tags("state", "active").gauge().value()).isEqualTo(1);
		assertThat(registry.get("gobridge.mqtt.subscriptions.active").gauge().value()).isEqualTo(1);
		await().untilAsserted(() -> assertThat(registry.find("gobridge.mqtt.route.failures")
			.tags("route", "watched", "outcome", "dropped")
			.functionCounter()).isNotNull());
		assertThat(registry.getMeters()).filteredOn((meter) -> meter.getId().getName().startsWith("gobridge."))
			.allSatisfy((meter) -> assertThat(meter.getId().getTag("session")).isEqualTo("default"))
			.allSatisfy((meter) -> assertThat(meter.getId().getTag("topic")).isNull());
	}

	private static void endpoint(ApplicationContext context, MosquittoBroker broker) throws IOException {
		MqttEndpoint endpoint = context.getBean(MqttEndpoint.class);
		JsonMapper mapper = context.getBean(EndpointJsonMapper.class).get();
		await()
			.until(() -> json(mapper, endpoint).path("reconcile").path("lastOutcome").asString("").equals("SUCCESS"));
		JsonNode session = json(mapper, endpoint);
		assertThat(session.path("state").asString()).isEqualTo("ACTIVE");
		assertThat(session.path("mode").asString()).isEqualTo("persistent");
		assertThat(session.path("broker").asString()).isEqualTo(broker.url());
		assertThat(session.path("connection").has("lastError")).isTrue();
		assertThat(session.path("reconcile").path("state").asString()).isEqualTo("CONVERGED");
		assertThat(session.path("reconcile").has("migration")).isTrue();
		assertThat(session.path("reconcile").path("subscriptions").get(0).path("filter").asString())
			.isEqualTo("watched/#");
		assertThat(Duration.parse(session.path("router").path("graceRemaining").asString())).isBetween(Duration.ZERO,
				Duration.ofSeconds(30));
		assertThat(session.path("routes").get(0).path("handled").asInt()).isEqualTo(1);
		assertThat(endpoint.session("other")).isNull();
		assertThat(endpoint.act("default", "reconcile").getStatus()).isEqualTo(202);
		assertThat(endpoint.act("other", "reconcile").getStatus()).isEqualTo(404);
		assertThat(endpoint.actOnRoute("default", "routes", "other", "pause").getStatus()).isEqualTo(404);
		assertThat(endpoint.actOnRoute("default", "routes", "watched", "pause").getStatus()).isEqualTo(200);
		assertThat(json(mapper, endpoint).path("routes").get(0).path("state").asString()).isEqualTo("PAUSED");
		assertThat(endpoint.actOnRoute("default", "routes", "watched", "resume").getStatus()).isEqualTo(200);
	}

	private static JsonNode json(JsonMapper mapper, MqttEndpoint endpoint) {
		Map<String, Object> sessions = endpoint.sessions();
		return mapper.readTree(mapper.writeValueAsString(sessions)).path("sessions").path("default");
	}

	private static Health health(ApplicationContext context) {
		HealthIndicator indicator = (HealthIndicator) Objects.requireNonNull(
				context.getBean("mqttHealthContributor", CompositeHealthContributor.class).getContributor("default"));
		return Objects.requireNonNull(indicator.health());
	}

	static class Handler {

		final List<String> received = new CopyOnWriteArrayList<>();

		@MqttRoute(id = "watched", topic = "watched/#")
		void handle(String payload) {
			this.received.add(payload);
		}

	}

	static class Orphans {

		final List<String> topics = new CopyOnWriteArrayList<>();

		@EventListener
		void detected(MqttOrphanDetectedEvent event) {
			this.topics.add(event.topic() + " " + event.outcome());
		}

	}

	private record Recorder(List<String> observed) implements ObservationHandler<Observation.Context> {

		@Override
		public void onStop(Observation.Context context) {
			StringBuilder text = new StringBuilder(String.valueOf(context.getName()));
			context.getLowCardinalityKeyValues()
				.forEach((value) -> text.append(" ").append(value.getKey()).append("=").append(value.getValue()));
			this.observed.add(text.toString());
		}

		@Override
		public boolean supportsContext(Observation.Context context) {
			return true;
		}

	}

}
