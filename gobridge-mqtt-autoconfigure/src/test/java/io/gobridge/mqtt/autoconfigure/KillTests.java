package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A process is killed again and again while messages flow: none is lost, and no process
 * handles a QoS 2 message twice. {@code -Dkill.messages} and {@code -Dkill.times} make it
 * longer than the suite has time for.
 */
@Timeout(900)
class KillTests {

	private static final int MESSAGES = Integer.getInteger("kill.messages", 4_000);

	private static final int KILLS = Integer.getInteger("kill.times", 2);

	@TempDir
	Path folder;

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	@EnabledIfMosquitto
	void mosquitto(int qos) throws IOException {
		try (MosquittoBroker broker = MosquittoBroker.builder().config("max_queued_messages 0").start()) {
			killAgainAndAgain(broker.port(), qos);
		}
	}

	@ParameterizedTest
	@ValueSource(ints = { 1, 2 })
	void hiveMq(int qos) throws IOException {
		try (HiveMqBroker broker = HiveMqBroker.builder().maxQueueSize(MESSAGES + 1).start()) {
			killAgainAndAgain(broker.port(), qos);
		}
	}

	private void killAgainAndAgain(int port, int qos) throws IOException {
		String topic = "kill/" + qos;
		List<KilledProcess> lives = new ArrayList<>();
		lives.add(live(port, topic, 0));
		// The subscription must be there before the first message is sent.
		try (TestClient probe = TestClient.connect(port)) {
			await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(200)).until(() -> {
				probe.publish(topic, qos, "0");
				return !lives.get(0).handled().isEmpty();
			});
		}
		CompletableFuture<Void> published = CompletableFuture.runAsync(() -> publish(port, topic, qos));
		try {
			for (int kill = 1; kill <= KILLS; kill++) {
				int share = MESSAGES * kill / (KILLS + 1);
				await().atMost(Duration.ofSeconds(300))
					.pollInterval(Duration.ofMillis(10))
					.until(() -> distinct(lives) >= share);
				lives.get(lives.size() - 1).kill();
				lives.add(live(port, topic, kill));
			}
			published.join();
			await().atMost(Duration.ofSeconds(300)).pollInterval(Duration.ofMillis(100)).until(() -> {
				assertThat(lives.get(lives.size() - 1).isAlive()).isTrue();
				return distinct(lives) == MESSAGES + 1;
			});
			int runs = lives.stream().mapToInt((life) -> life.handled().size()).sum();
			System.out.printf("kill: port %d, QoS %d: %d messages, %d kills, %d handler runs%n", port, qos, MESSAGES,
					KILLS, runs);
			if (qos == 2) {
				assertThat(lives).allSatisfy(KillTests::handledNothingTwice);
			}
		}
		finally {
			lives.forEach(KilledProcess::close);
			String log = Files.readString(this.folder.resolve("log"), StandardCharsets.UTF_8);
			assertThat(log).doesNotContain("ERROR");
		}
	}

	private KilledProcess live(int port, String topic, int number) {
		return KilledProcess.start("mqtt://127.0.0.1:" + port, "killed", topic, this.folder.resolve("life-" + number),
				this.folder.resolve("log"));
	}

	/** Numbers 1 to {@link #MESSAGES}; 0 is the probe. */
	private static void publish(int port, String topic, int qos) {
		Semaphore underWay = new Semaphore(500);
		try (TestClient client = TestClient.connect(port)) {
			List<CompletableFuture<?>> results = new ArrayList<>();
			for (int number = 1; number <= MESSAGES; number++) {
				underWay.acquireUninterruptibly();
				results.add(client
					.publishAsync(topic, qos, Integer.toString(number).getBytes(StandardCharsets.UTF_8), (options) -> {
					})
					.whenComplete((result, failure) -> underWay.release()));
			}
			CompletableFuture.allOf(results.toArray(CompletableFuture<?>[]::new)).join();
		}
	}

	private static int distinct(List<KilledProcess> lives) {
		BitSet seen = new BitSet(MESSAGES + 1);
		lives.forEach((life) -> life.handled().forEach(seen::set));
		return seen.cardinality();
	}

	private static void handledNothingTwice(KilledProcess life) {
		Set<Integer> seen = new HashSet<>();
		// The probe is published more than once.
		assertThat(life.handled().stream().filter((number) -> number != 0)).allMatch(seen::add);
	}

}
