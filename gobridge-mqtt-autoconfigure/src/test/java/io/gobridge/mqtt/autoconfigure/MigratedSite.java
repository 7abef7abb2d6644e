package io.gobridge.mqtt.autoconfigure;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

import io.gobridge.mqtt.broker.PacketTap;
import io.gobridge.mqtt.broker.PacketType;
import io.gobridge.mqtt.broker.ReceivedPacket;
import io.gobridge.mqtt.broker.TestClient;
import io.gobridge.mqtt.deadletter.DeadLetter;
import io.gobridge.mqtt.deadletter.DeadLetterCode;
import io.gobridge.mqtt.deadletter.DeadLetterMetadata;
import io.gobridge.mqtt.deadletter.EmbeddedDeadLetterStore;
import io.gobridge.mqtt.ledger.EmbeddedSubscriptionLedger;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.message.AckMode;
import io.gobridge.mqtt.route.MqttRouteDefinition;
import io.gobridge.mqtt.store.EmbeddedStore;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * One session at one broker that an old version has left behind, with messages pinned and
 * messages queued, and the lives of the new version that end in the middle of cleaning
 * up. Everything that passes between them and the broker is written down.
 */
final class MigratedSite implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(60);

	/** How many messages are pinned, and how many queued, on each topic. */
	private static final int EACH = 2;

	private final int port;

	private final String clientId;

	private final String prefix;

	private final Path store;

	private final Path log;

	private final PacketTap tap;

	private final List<MigratingProcess> lives = new ArrayList<>();

	/** By payload, which is different for each message. */
	private final Map<String, String> topics = new HashMap<>();

	MigratedSite(int port, String clientId, Path folder) {
		this.port = port;
		this.clientId = clientId;
		this.prefix = clientId + "/";
		this.store = folder.resolve(clientId);
		this.log = folder.resolve("log");
		this.tap = PacketTap.to(port);
	}

	/**
	 * The old version comes, gets messages that it never settles, and goes without
	 * unsubscribing; more messages come while nobody is there.
	 */
	void leaveBehind(TestClient publisher) {
		Set<String> pinned = ConcurrentHashMap.newKeySet();
		oldVersion(pinned).active().close();
		// HiveMQ sends nothing new while something is unacknowledged, so that what is to
		// be pinned together has to wait together.
		for (int i = 0; i < EACH; i++) {
			publish(publisher, "a/1", "a-pinned-" + i);
			publish(publisher, "b/1", "b-pinned-" + i);
			publish(publisher, "c/1", "c-pinned-" + i);
		}
		try (Installation old = oldVersion(pinned)) {
			old.active();
			// Nor does it look for shared messages then.
			await().atMost(PATIENCE)
				.until(() -> pinned.stream().filter((payload) -> !payload.startsWith("c-")).count() == 2 * EACH);
		}
		for (int i = 0; i < EACH; i++) {
			publish(publisher, "a/1", "a-queued-" + i);
			publish(publisher, "b/2", "b-queued-" + i);
			publish(publisher, "c/2", "c-queued-" + i);
		}
	}

	private Installation oldVersion(Set<String> pinned) {
		return Installation.version(this.tap.url(), this.clientId, this.store)
			.routes(pinning("a/#", null, pinned), pinning("b/#", null, pinned), pinning("c/#", "g", pinned))
			.build();
	}

	private MqttRouteDefinition pinning(String filter, @Nullable String group, Set<String> pinned) {
		return MqttRouteDefinition.builder("old " + filter)
			.topic(this.prefix + filter)
			.group(group)
			.ackMode(AckMode.MANUAL)
			.handler((delivery, acknowledgment) -> pinned.add(payload(delivery.payload())))
			.build();
	}

	private void publish(TestClient publisher, String topic, String payload) {
		this.topics.put(payload, topic);
		publisher.publish(this.prefix + topic, 1, payload);
	}

	private static String payload(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	/**
	 * The new version runs until it is about to do something for the n-th time, counted
	 * from its start, and is killed then.
	 * @return what it was about to do, or {@code null} where it has converged before
	 */
	@Nullable String liveUntil(Boundary boundary, int n) {
		CompletableFuture<String> reached = new CompletableFuture<>();
		CompletableFuture<ReceivedPacket> packet = new CompletableFuture<>();
		if (boundary == Boundary.PACKET) {
			AtomicInteger count = new AtomicInteger();
			packet = this.tap.haltAt((direction, next) -> isStep(next) && count.incrementAndGet() == n);
			packet.thenAccept((halted) -> reached.complete("packet " + halted.type()));
		}
		MigratingProcess life = begin((boundary == Boundary.STORE) ? n : 0);
		life.halted().thenAccept(reached::complete);
		CompletableFuture<?> either = CompletableFuture.anyOf(reached, life.converged());
		try {
			either.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		}
		catch (TimeoutException ex) {
			throw new AssertionError("Neither " + boundary + " " + n + " nor the end was reached", ex);
		}
		catch (Exception ex) {
			throw new AssertionError(ex);
		}
		if (!reached.isDone()) {
			// What comes from now on is no step of the removal.
			this.tap.haltAt((direction, next) -> false);
		}
		if (!reached.isDone()) {
			return null;
		}
		life.kill();
		this.tap.haltAt((direction, next) -> false);
		return reached.join();
	}

	/** Messages pass at any time; the others are steps. */
	private static boolean isStep(ReceivedPacket packet) {
		return packet.type() != PacketType.PUBLISH && packet.type() != PacketType.PINGREQ
				&& packet.type() != PacketType.PINGRESP;
	}

	/** Messages on what is wanted, while nobody is there. */
	void publishMeanwhile(TestClient publisher) {
		publish(publisher, "a/1", "a-between-" + this.lives.size());
		if (isSubscribed(this.prefix + "d/#")) {
			publish(publisher, "d/1", "d-between-" + this.lives.size());
		}
	}

	private boolean isSubscribed(String filter) {
		for (List<PacketTap.Passed> connection : this.tap.passed()) {
			Set<Integer> asked = new HashSet<>();
			for (PacketTap.Passed passed : connection) {
				ReceivedPacket packet = passed.packet();
				if (packet.type() == PacketType.SUBSCRIBE && packet.subscribe()
					.subscriptions()
					.stream()
					.anyMatch((subscription) -> subscription.filter().equals(filter))) {
					asked.add(packet.subscribe().packetId());
				}
				else if (packet.type() == PacketType.SUBACK
						&& asked.contains(((packet.body()[0] & 0xFF) << 8) | (packet.body()[1] & 0xFF))) {
					return true;
				}
			}
		}
		return false;
	}

	private MigratingProcess begin(int haltAt) {
		MigratingProcess life = MigratingProcess.start(this.tap.url(), this.clientId, this.prefix, this.store, haltAt,
				this.log);
		this.lives.add(life);
		return life;
	}

	/**
	 * The last life: cleans up to the end.
	 */
	void converge() {
		MigratingProcess life = begin(0);
		await().atMost(PATIENCE)
			.pollInterval(Duration.ofMillis(10))
			.until(() -> life.converged().isDone() || !life.isAlive());
		assertThat(life.isAlive()).isTrue();
	}

	/**
	 * Whatever happened on the way: this has to be true when a life has converged.
	 * @return how many dead letters there are
	 */
	int verify(TestClient publisher) {
		publish(publisher, "b/1", "b-marker");
		publish(publisher, "c/1", "c-marker");
		publish(publisher, "a/1", "a-marker");
		publish(publisher, "d/1", "d-marker");
		await().atMost(PATIENCE)
			.untilAsserted(() -> assertThat(handled())
				.containsAll(this.topics.keySet().stream().filter(MigratedSite::isWanted).toList()));
		this.lives.forEach(MigratingProcess::kill);
		assertThat(handled()).allMatch(MigratedSite::isWanted);
		assertThat(this.tap.delivered()).contains("b-pinned-0", "b-pinned-1").doesNotContain("b-marker", "c-marker");
		try (EmbeddedStore files = new EmbeddedStore(this.store)) {
			assertThat(new EmbeddedSubscriptionLedger(files).read(LedgerIdentity.of(this.tap.url(), this.clientId))
				.join()
				.orElseThrow()
				.filters()).extracting(TopicFilter::value)
				.containsExactlyInAnyOrder(this.prefix + "a/#", this.prefix + "d/#");
			List<DeadLetter> letters = letters(new EmbeddedDeadLetterStore(files, 10_000));
			assertThat(letters).allSatisfy((letter) -> {
				assertThat(letter.metadata().code()).isEqualTo(DeadLetterCode.SUBSCRIPTION_REMOVED);
				assertThat(isWanted(payload(letter.delivery().payload()))).isFalse();
			});
			Set<String> recorded = new HashSet<>(
					letters.stream().map((letter) -> payload(letter.delivery().payload())).toList());
			// What was in flight comes again with each connection; what is queued may be
			// thrown away by the broker with the subscription.
			assertThat(recorded).contains("b-pinned-0", "b-pinned-1")
				.containsAll(this.tap.acknowledged().stream().filter((payload) -> !isWanted(payload)).toList());
			return letters.size();
		}
	}

	private static boolean isWanted(String payload) {
		return payload.startsWith("a-") || payload.startsWith("d-");
	}

	private List<String> handled() {
		return this.lives.stream().flatMap((life) -> life.handled().stream()).toList();
	}

	private static List<DeadLetter> letters(EmbeddedDeadLetterStore store) {
		List<DeadLetterMetadata> all = store.list(null, 1000);
		return all.stream().map((metadata) -> store.find(metadata.id()).orElseThrow()).toList();
	}

	@Override
	public void close() {
		this.lives.forEach(MigratingProcess::close);
		this.tap.close();
	}

	/**
	 * What a step of the new version ends with.
	 */
	enum Boundary {

		/** A call of the ledger or of the dead-letter store: before it, and after it. */
		STORE,

		/** A packet of either side, before it arrives. */
		PACKET

	}

}
