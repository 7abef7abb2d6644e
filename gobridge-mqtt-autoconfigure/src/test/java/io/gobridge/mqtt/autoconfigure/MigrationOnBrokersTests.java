package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

import io.gobridge.mqtt.actuate.MqttEndpoint;
import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.PacketTap;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.reconcile.Orphan;
import io.gobridge.mqtt.reconcile.UnknownHistory;
import io.gobridge.mqtt.route.MqttRoute;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.router.RouterStatistics;
import io.gobridge.mqtt.session.MqttSession;
import io.gobridge.mqtt.session.Reconciler;
import io.gobridge.mqtt.session.SessionState;
import io.gobridge.mqtt.session.event.MqttMigrationRequiredEvent;
import io.gobridge.mqtt.session.event.MqttReconciledEvent;
import io.gobridge.mqtt.session.event.OrphanOutcome;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jackson.JacksonEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.jackson.EndpointJsonMapper;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * What an older installation has left at a real broker, and what becomes of it.
 */
@Timeout(120)
class MigrationOnBrokersTests {

	@Nested
	@EnabledIfMosquitto
	class OnMosquitto extends Scenarios {

		private final MosquittoBroker broker = MosquittoBroker.builder().start();

		@Override
		int port() {
			return this.broker.port();
		}

		@Override
		boolean keepsWhatWasInFlightForASharedFilter() {
			return true;
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
		boolean keepsWhatWasInFlightForASharedFilter() {
			return false;
		}

		@AfterAll
		void stop() {
			this.broker.close();
		}

	}

	@TestInstance(TestInstance.Lifecycle.PER_CLASS)
	abstract static class Scenarios {

		private static final Duration PATIENCE = Duration.ofSeconds(30);

		private static final Duration GRACE = Duration.ofMillis(700);

		private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(JacksonAutoConfiguration.class, GoBridgeMqttAutoConfiguration.class,
							MqttHealthAutoConfiguration.class, MqttEndpointAutoConfiguration.class,
							EndpointAutoConfiguration.class, JacksonEndpointAutoConfiguration.class,
							HealthContributorAutoConfiguration.class, HealthContributorRegistryAutoConfiguration.class))
			.withPropertyValues("gobridge.mqtt.router.unmatched-grace=700ms",
					"management.endpoints.web.exposure.include=mqtt", "management.endpoints.jmx.exposure.include=mqtt",
					"spring.jmx.enabled=true");

		@TempDir
		Path folder;

		abstract int port();

		abstract boolean keepsWhatWasInFlightForASharedFilter();

		private static String text(byte[] payload) {
			return new String(payload, StandardCharsets.UTF_8);
		}

		private static MqttRouteDefinition collecting(String filter, List<String> handled) {
			return Installation.route(filter, (delivery) -> handled.add(text(delivery.payload())));
		}

		private static MqttRouteDefinition pinning(String filter, @Nullable String group, List<String> pinned) {
			return MqttRouteDefinition.builder("pinning " + filter)
				.topic(filter)
				.group(group)
				.ackMode(AckMode.MANUAL)
				.handler((delivery, acknowledgment) -> pinned.add(text(delivery.payload())))
				.build();
		}

		private Installation.Version version(PacketTap tap, String clientId) {
			return Installation.version(tap.url(), clientId, this.folder.resolve(clientId)).grace(GRACE);
		}

		/** Another client library, which keeps no ledger, was here before. */
		private static void olderClient(PacketTap tap, String clientId, String... filters) {
			int port = Integer.parseInt(tap.url().substring(tap.url().lastIndexOf(':') + 1));
			TestClient older = TestClient.connect(port, clientId,
					(connect) -> connect.cleanStart(false).sessionExpiryInterval(3600));
			for (String filter : filters) {
				older.subscribe(filter, 1);
			}
			older.close();
		}

		private static JsonNode endpoint(ApplicationContext context, String session) {
			JsonMapper mapper = context.getBean(EndpointJsonMapper.class).get();
			return mapper.readTree(mapper.writeValueAsString(context.getBean(MqttEndpoint.class).sessions()))
				.path("sessions")
				.path(session);
		}

		private static Health health(ApplicationContext context, String session) {
			HealthIndicator indicator = (HealthIndicator) Objects.requireNonNull(
					context.getBean("mqttHealthContributor", CompositeHealthContributor.class).getContributor(session));
			return Objects.requireNonNull(indicator.health());
		}

		private static List<String> texts(JsonNode array) {
			List<String> texts = new ArrayList<>();
			array.forEach((node) -> texts.add(node.asString()));
			return texts;
		}

		private void inApplication(PacketTap tap, String clientId, Consumer<AssertableApplicationContext> body,
				String... properties) {
			this.contextRunner
				.withPropertyValues("gobridge.mqtt.url=" + tap.url(), "gobridge.mqtt.client-id=" + clientId,
						"gobridge.mqtt.store.path=" + this.folder.resolve(clientId),
						"gobridge.mqtt.sessions.other.url=" + tap.url(),
						"gobridge.mqtt.sessions.other.client-id=other-" + clientId,
						"gobridge.mqtt.sessions.other.store.path=" + this.folder.resolve(clientId))
				.withPropertyValues(properties)
				.withBean(NewVersion.class)
				.run(body::accept);
		}

		private static MqttSession session(ApplicationContext context, String name) {
			return context.getBean(name, MqttSession.class);
		}

		@Test
		void withoutADeadLetterStoreSomebodyDecidesAndTheOldRoutesDrainTheReplay() {
			String[] left = { "$share/g/drained/c/#", "drained/a/#", "drained/b/#" };
			try (PacketTap tap = PacketTap.to(port()); TestClient peer = TestClient.connect(port())) {
				List<String> pinned = new CopyOnWriteArrayList<>();
				oldVersion(tap, pinned).active().close();
				// HiveMQ sends nothing new while something is unacknowledged.
				List.of("a", "b", "c")
					.forEach((topic) -> peer.publish("drained/" + topic + "/1", 1, "pinned-" + topic));
				try (Installation old = oldVersion(tap, pinned)) {
					old.active();
					// Nor does it look for shared messages then.
					await().atMost(PATIENCE).until(() -> pinned.containsAll(List.of("pinned-a", "pinned-b")));
				}
				inApplication(tap, "drained", (context) -> {
					NewVersion version = context.getBean(NewVersion.class);
					await().atMost(PATIENCE)
						.until(() -> session(context, "mqttSession").state() == SessionState.MIGRATION_REQUIRED);
					assertThat(health(context, "default").getStatus()).isEqualTo(Status.DOWN);
					assertThat(health(context, "default").getDetails()).containsKey("migration");
					JsonNode reconcile = endpoint(context, "default").path("reconcile");
					assertThat(reconcile.path("state").asString()).isEqualTo("MIGRATION_REQUIRED");
					assertThat(texts(reconcile.path("migration").path("filters"))).contains("drained/b/#")
						.isSubsetOf(left);
					assertThat(texts(reconcile.path("migration").path("waysOut"))).hasSize(3);
					assertThat(texts(reconcile.path("ledger"))).contains(left);
					assertThat(version.migrations).singleElement()
						.satisfies((event) -> assertThat(event.migration().filters()).contains("drained/b/#"));
					assertThat(version.converged).doesNotContain("default");
					peer.publish("other-drained/1", 1, "goes on");
					await().atMost(PATIENCE).until(() -> version.handled.contains("goes on"));
					assertThat(session(context, "otherMqttSession").state()).isEqualTo(SessionState.ACTIVE);
					assertThat(tap.acknowledged()).doesNotContain("pinned-b", "pinned-c");
					assertThat(version.handled).contains("pinned-a");
				}, "gobridge.mqtt.dead-letter.store=none");
				List<String> drained = new CopyOnWriteArrayList<>();
				try (Installation restored = version(tap, "drained").withoutDeadLetters()
					.routes(collecting("drained/a/#", drained), collecting("drained/b/#", drained),
							MqttRouteDefinition.builder("c")
								.topic("drained/c/#")
								.group("g")
								.handler((delivery) -> drained.add(text(delivery.payload())))
								.build())
					.build()
					.active()) {
					await().atMost(PATIENCE).until(() -> drained.contains("pinned-b"));
					peer.publish("drained/c/1", 1, "marker-c");
					await().atMost(PATIENCE).until(() -> drained.contains("marker-c"));
					await().atMost(PATIENCE).until(() -> restored.engine().router().snapshot().unsettled() == 0);
				}
				assertThat(drained).containsAll(
						tap.acknowledged().stream().filter((payload) -> payload.matches("pinned-[bc]")).toList());
				try (Installation renewed = version(tap, "drained").withoutDeadLetters()
					.routes(collecting("drained/a/#", drained), collecting("drained/d/#", drained))
					.build()
					.started()) {
					renewed.awaitLedger("drained/a/#", "drained/d/#");
					assertThat(renewed.engine().router().statistics().unmatchedDroppedCount()).isZero();
				}
			}
		}

		private Installation oldVersion(PacketTap tap, List<String> pinned) {
			return version(tap, "drained").withoutDeadLetters()
				.routes(pinning("drained/a/#", null, pinned), pinning("drained/b/#", null, pinned),
						pinning("drained/c/#", "g", pinned))
				.build();
		}

		@Test
		void whatIsPinnedOnASharedFilterIsKeptOrWasNeverAcknowledged() {
			try (PacketTap tap = PacketTap.to(port()); TestClient peer = TestClient.connect(port())) {
				List<String> pinned = new CopyOnWriteArrayList<>();
				try (Installation old = version(tap, "shared").routes(pinning("shared/#", "g", pinned)).build()) {
					old.active();
					peer.publish("shared/1", 1, "pinned");
					await().atMost(PATIENCE).until(() -> pinned.size() == 1);
				}
				try (Installation next = version(tap, "shared").build()) {
					next.start();
					next.awaitLedger();
					// HiveMQ throws away what waits for a shared filter with its last
					// member.
					assertThat(deadLetters(next))
						.isGreaterThanOrEqualTo(keepsWhatWasInFlightForASharedFilter() ? 1 : tap.acknowledged().size());
					assertThat(next.engine().router().statistics().unmatchedDroppedCount()).isZero();
				}
			}
		}

		private void unknownPast(String clientId, Consumer<PacketTap> wayOut) {
			try (PacketTap tap = PacketTap.to(port()); TestClient peer = TestClient.connect(port())) {
				olderClient(tap, clientId, clientId + "/a/#", clientId + "/stale/#");
				peer.publish(clientId + "/a/1", 1, "queued-a");
				peer.publish(clientId + "/stale/1", 1, "queued-stale");
				wayOut.accept(tap);
			}
		}

		private static void awaitMigration(PacketTap tap, MqttSession session) {
			await().atMost(PATIENCE).until(() -> session.state() == SessionState.MIGRATION_REQUIRED);
			assertThat(Objects.requireNonNull(session.snapshot().migration()).waysOut()).hasSize(3);
			assertThat(tap.acknowledged()).isEmpty();
		}

		private void failsWithoutABaseline(PacketTap tap, String clientId) {
			try (Installation unknowing = version(tap, clientId)
				.routes(collecting(clientId + "/a/#", new CopyOnWriteArrayList<>()))
				.build()
				.started()) {
				awaitMigration(tap, unknowing.session());
				assertThat(unknowing.ledger()).isEmpty();
			}
		}

		@Test
		void anUnknownPastEndsWithABaselineInTheProperties() {
			unknownPast("property", (tap) -> {
				failsWithoutABaseline(tap, "property");
				List<String> handled = new CopyOnWriteArrayList<>();
				try (Installation told = version(tap, "property").baseline("property/a/#", "property/stale/#")
					.routes(collecting("property/a/#", handled))
					.build()
					.started()) {
					told.awaitLedger("property/a/#");
					assertThat(handled).containsExactly("queued-a");
					assertThat(deadLetters(told)).isOne();
				}
			});
		}

		private static long deadLetters(Installation installation) {
			return installation.engine()
				.router()
				.statistics()
				.deadLetterCount(RouterStatistics.NO_ROUTE, RouterStatistics.DeadLetterOutcome.WRITTEN);
		}

		@Test
		void anUnknownPastEndsWithABaselineOfAnOperator() {
			unknownPast("operator", (tap) -> inApplication(tap, "operator", (context) -> {
				MqttSession session = session(context, "mqttSession");
				awaitMigration(tap, session);
				assertThat(context.getBean(MqttEndpoint.class)
					.actOnLedger("default", "ledger", "baseline", "[\"operator/a/#\", \"operator/stale/#\"]")
					.getStatus()).isEqualTo(202);
				await().atMost(PATIENCE)
					.until(() -> session.state() == SessionState.ACTIVE
							&& texts(endpoint(context, "default").path("reconcile").path("ledger"))
								.equals(List.of("operator/a/#", "operator/d/#")));
				assertThat(context.getBean(NewVersion.class).handled).containsExactly("queued-a");
			}));
		}

		@Test
		void anUnknownPastMayBeGivenUp() {
			unknownPast("clean", (tap) -> {
				failsWithoutABaseline(tap, "clean");
				List<String> handled = new CopyOnWriteArrayList<>();
				try (Installation clean = version(tap, "clean").unknownHistory(UnknownHistory.CLEAN)
					.routes(collecting("clean/a/#", handled))
					.build()
					.started(); TestClient peer = TestClient.connect(port())) {
					clean.awaitLedger("clean/a/#");
					peer.publish("clean/stale/1", 1, "nobody");
					peer.publish("clean/a/1", 1, "marker");
					await().atMost(PATIENCE).until(() -> handled.contains("marker"));
				}
				assertThat(handled).containsExactly("marker");
				assertThat(tap.delivered()).doesNotContain("nobody");
				try (Installation again = version(tap, "clean").unknownHistory(UnknownHistory.CLEAN)
					.routes(collecting("clean/a/#", handled))
					.build(); TestClient peer = TestClient.connect(port())) {
					peer.publish("clean/a/1", 1, "while away");
					again.active();
					await().atMost(PATIENCE).until(() -> handled.contains("while away"));
				}
			});
		}

		@Test
		void wantedMessagesBetweenStaleOnesAreHandledAndNotHeldUpBeyondTheGrace() {
			int each = 50;
			try (PacketTap tap = PacketTap.to(port()); TestClient peer = TestClient.connect(port())) {
				olderClient(tap, "mixed", "mixed/stale/#", "mixed/stale/1", "$share/g/mixed/stale/+", "mixed/wanted/#");
				for (int i = 0; i < each; i++) {
					peer.publish("mixed/stale/1", 1, "stale-" + i);
					peer.publish("mixed/wanted/1", 1, "wanted-" + i);
				}
				List<String> handled = new CopyOnWriteArrayList<>();
				try (Installation next = version(tap, "mixed").receiveMaximum(20)
					.baseline("mixed/stale/#", "mixed/stale/1", "$share/g/mixed/stale/+", "mixed/wanted/#")
					.routes(collecting("mixed/wanted/#", handled))
					.build()) {
					long begin = System.nanoTime();
					next.start();
					await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> handled.size() >= each);
					Duration stall = Duration.ofNanos(System.nanoTime() - begin);
					next.awaitLedger("mixed/wanted/#");
					peer.publish("mixed/stale/1", 1, "nobody");
					peer.publish("mixed/wanted/1", 1, "marker");
					await().atMost(PATIENCE).until(() -> handled.contains("marker"));
					// What came before the connection was renewed behind a stale one
					// could not
					// be acknowledged then, so it comes again.
					assertThat(handled).hasSizeBetween(each + 1, each + 1 + 20);
					assertThat(new HashSet<>(handled)).hasSize(each + 1);
					RouterStatistics statistics = next.engine().router().statistics();
					assertThat(statistics.unmatchedDroppedCount()).isZero();
					assertThat(statistics.lateCount()).isZero();
					assertThat(statistics.overflowDroppedCount()).isZero();
					long staleAcknowledged = tap.acknowledged()
						.stream()
						.filter((payload) -> payload.startsWith("stale-"))
						.count();
					assertThat(staleAcknowledged).isEqualTo(each);
					assertThat(deadLetters(next)).isGreaterThanOrEqualTo(staleAcknowledged);
					assertThat(tap.delivered()).doesNotContain("nobody");
					System.out.printf(
							"migration: port %d: %d wanted messages between %d stale ones after %d ms, grace "
									+ "%d ms, %d dead letters, %d handler runs%n",
							port(), each, each, stall.toMillis(), GRACE.toMillis(), deadLetters(next),
							handled.size() - 1);
					// The window of the connection, and what an idle machine does in a
					// fraction of this.
					assertThat(stall).isLessThan(GRACE.plusSeconds(5));
				}
			}
		}

		@Test
		void withoutAMemoryWhatNobodyWantsIsDroppedCountedAndReported() {
			int each = 50;
			try (PacketTap tap = PacketTap.to(port()); TestClient peer = TestClient.connect(port())) {
				olderClient(tap, "orphan", "orphan/stale/#", "orphan/stale/1", "$share/g/orphan/stale/+",
						"orphan/wanted/#");
				List<String> wanted = new ArrayList<>();
				for (int i = 0; i < each; i++) {
					peer.publish("orphan/stale/" + i % 2, 1, "stale-" + i);
					peer.publish("orphan/wanted/1", 1, "wanted-" + i);
					wanted.add("wanted-" + i);
				}
				wanted.add("marker");
				List<String> handled = new CopyOnWriteArrayList<>();
				try (Installation forgetful = version(tap, "orphan").forgetful()
					.receiveMaximum(20)
					.routes(collecting("orphan/wanted/#", handled))
					.build()
					.active()) {
					await().atMost(PATIENCE).until(() -> tap.acknowledged().size() == 2 * each);
					peer.publish("orphan/wanted/1", 1, "marker");
					await().atMost(PATIENCE).until(() -> handled.contains("marker"));
					assertThat(handled).as("each once, in order").isEqualTo(wanted);
					assertThat(forgetful.engine().router().statistics().unmatchedDroppedCount())
						.isGreaterThanOrEqualTo(each);
					await().atMost(PATIENCE)
						.untilAsserted(() -> assertThat(forgetful.engine().reconciler().orphans().orphans())
							.extracting(Orphan::topic, Orphan::outcome)
							.contains(tuple("orphan/stale/0", OrphanOutcome.REPORTED),
									tuple("orphan/stale/1", OrphanOutcome.REPORTED)));
				}
			}
		}

	}

	static class NewVersion {

		final List<String> handled = new CopyOnWriteArrayList<>();

		final List<MqttMigrationRequiredEvent> migrations = new CopyOnWriteArrayList<>();

		/** The sessions of which a reconciliation has left nothing to do. */
		final List<String> converged = new CopyOnWriteArrayList<>();

		@MqttRoute(id = "a", topic = "${gobridge.mqtt.client-id}/a/#")
		@MqttRoute(id = "d", topic = "${gobridge.mqtt.client-id}/d/#")
		@MqttRoute(id = "other", session = "other", topic = "other-${gobridge.mqtt.client-id}/#")
		void handle(String payload) {
			this.handled.add(payload);
		}

		@EventListener
		void migration(MqttMigrationRequiredEvent event) {
			this.migrations.add(event);
		}

		@EventListener
		void reconciled(MqttReconciledEvent event) {
			if (event.outcome() == Reconciler.Outcome.CONVERGED) {
				this.converged.add(event.session());
			}
		}

	}

}
