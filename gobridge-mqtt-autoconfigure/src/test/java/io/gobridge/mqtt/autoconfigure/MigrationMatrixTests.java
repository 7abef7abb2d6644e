package io.gobridge.mqtt.autoconfigure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.gobridge.mqtt.autoconfigure.MigratedSite.Boundary;
import io.gobridge.mqtt.broker.EnabledIfMosquitto;
import io.gobridge.mqtt.broker.HiveMqBroker;
import io.gobridge.mqtt.broker.MosquittoBroker;
import io.gobridge.mqtt.broker.TestClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A new version of an application is killed in the middle of removing what the old one
 * left at the broker, and started again until it is done. {@code -Dmatrix.all=true} kills
 * one at each step there is; without it one session goes through a few kills in a row.
 */
@Timeout(1800)
class MigrationMatrixTests {

	@TempDir
	Path folder;

	@Test
	@EnabledIfMosquitto
	void killedInARowOnMosquitto() throws IOException {
		try (MosquittoBroker broker = MosquittoBroker.builder().start()) {
			killedInARow(broker.port());
		}
	}

	@Test
	void killedInARowOnHiveMq() throws IOException {
		try (HiveMqBroker broker = HiveMqBroker.run()) {
			killedInARow(broker.port());
		}
	}

	@Test
	@EnabledIfMosquitto
	@EnabledIfSystemProperty(named = "matrix.all", matches = "true")
	void killedAtEachStepOnMosquitto() throws IOException {
		try (MosquittoBroker broker = MosquittoBroker.builder().start()) {
			killedAtEachStep("Mosquitto", broker.port());
		}
	}

	@Test
	@EnabledIfSystemProperty(named = "matrix.all", matches = "true")
	void killedAtEachStepOnHiveMq() throws IOException {
		try (HiveMqBroker broker = HiveMqBroker.run()) {
			killedAtEachStep("HiveMQ", broker.port());
		}
	}

	private void killedInARow(int port) throws IOException {
		try (MigratedSite site = new MigratedSite(port, "row", this.folder);
				TestClient publisher = TestClient.connect(port)) {
			site.leaveBehind(publisher);
			// SUBSCRIBE, UNSUBACK, the end of the first connection, a dead letter that is
			// written and not acknowledged, forgotten and not known.
			killed(site, publisher, Boundary.PACKET, 3);
			killed(site, publisher, Boundary.PACKET, 8);
			killed(site, publisher, Boundary.STORE, 6);
			site.converge();
			site.verify(publisher);
		}
		complained();
	}

	private static void killed(MigratedSite site, TestClient publisher, Boundary boundary, int n) {
		assertThat(site.liveUntil(boundary, n)).isNotNull();
		site.publishMeanwhile(publisher);
	}

	private void killedAtEachStep(String broker, int port) throws IOException {
		Map<String, Integer> kills = new LinkedHashMap<>();
		long begin = System.nanoTime();
		int total = 0;
		for (Boundary boundary : Boundary.values()) {
			boolean reached = true;
			for (int n = 1; reached; n++) {
				try (MigratedSite site = new MigratedSite(port, boundary + "-" + n, this.folder);
						TestClient publisher = TestClient.connect(port)) {
					site.leaveBehind(publisher);
					String where = site.liveUntil(boundary, n);
					reached = where != null;
					if (reached) {
						site.publishMeanwhile(publisher);
						site.converge();
						kills.merge(where, 1, Integer::sum);
						total++;
					}
					int letters = site.verify(publisher);
					System.out.printf("matrix: %s, %s %d: %s, %d dead letters%n", broker, boundary, n, where, letters);
				}
			}
		}
		System.out.printf("matrix: %s: %d kills in %d s: %s%n", broker, total,
				Duration.ofNanos(System.nanoTime() - begin).toSeconds(), kills);
		complained();
	}

	private void complained() throws IOException {
		assertThat(Files.readString(this.folder.resolve("log"), StandardCharsets.UTF_8)).doesNotContain("ERROR");
	}

}
