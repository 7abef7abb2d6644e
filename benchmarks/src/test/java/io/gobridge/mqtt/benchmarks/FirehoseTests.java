package io.gobridge.mqtt.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link Firehose}, on the wire.
 */
class FirehoseTests {

	private static final int PUBACK = 0x40;

	private static final int PUBREC = 0x50;

	private static final int PUBREL = 0x62;

	private static final int PUBCOMP = 0x70;

	@Test
	void sendsNoMoreThanReceiveMaximumAtQos1() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(1, 1, 128));
				RawClient client = RawClient.connect(firehose, 5)) {
			client.subscribe(Workload.FILTER, 1, 7);
			CompletableFuture<Burst> sending = firehose.send(12, 0);
			assertThat(client.readPublishes(5)).containsExactly(1, 2, 3, 4, 5);
			client.expectSilence();
			client.acknowledge(PUBACK, 1);
			client.acknowledge(PUBACK, 2);
			assertThat(client.readPublishes(2)).containsExactly(6, 7);
			client.expectSilence();
			for (int packetId = 3; packetId <= 12; packetId++) {
				assertThat(sending).isNotDone();
				client.acknowledge(PUBACK, packetId);
				if (packetId + 5 <= 12) {
					assertThat(client.readPublishes(1)).containsExactly(packetId + 5);
				}
			}
			Burst burst = get(sending);
			assertThat(burst.sent()).isEqualTo(12);
			assertThat(burst.acknowledged()).isEqualTo(12);
			assertThat(burst.maxUnacknowledged()).isEqualTo(5);
			assertThat(burst.refused()).isZero();
			assertThat(burst.strays()).isZero();
			client.expectSilence();
		}
	}

	@Test
	void aQos2MessageHoldsItsPlaceUntilPubcomp() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(2, 1, 128));
				RawClient client = RawClient.connect(firehose, 3)) {
			client.subscribe(Workload.FILTER, 2, 7);
			CompletableFuture<Burst> sending = firehose.send(5, 0);
			assertThat(client.readPublishes(3)).containsExactly(1, 2, 3);
			for (int packetId = 1; packetId <= 3; packetId++) {
				client.acknowledge(PUBREC, packetId);
				assertThat(client.read()).isEqualTo(new RawClient.Packet(PUBREL, 0, packetId));
			}
			client.expectSilence();
			client.acknowledge(PUBCOMP, 2);
			assertThat(client.readPublishes(1)).containsExactly(4);
			client.acknowledge(PUBCOMP, 1);
			assertThat(client.readPublishes(1)).containsExactly(5);
			client.acknowledge(PUBCOMP, 3);
			client.acknowledge(PUBREC, 4);
			assertThat(client.read()).isEqualTo(new RawClient.Packet(PUBREL, 0, 4));
			client.acknowledge(PUBCOMP, 4);
			client.expectSilence();
			assertThat(sending).isNotDone();
			client.acknowledge(PUBREC, 5, 0x97);
			Burst burst = get(sending);
			assertThat(burst.sent()).isEqualTo(5);
			assertThat(burst.acknowledged()).isEqualTo(5);
			assertThat(burst.refused()).as("the one refused with a PUBREC").isOne();
			assertThat(burst.maxUnacknowledged()).isEqualTo(3);
			assertThat(burst.strays()).isZero();
		}
	}

	@Test
	void neverUsesAPacketIdentifierThatIsStillInUse() throws Exception {
		int messages = 30_000;
		int receiveMaximum = 10;
		Random random = new Random(4711);
		try (Firehose firehose = Firehose.start(Workload.readings(1, 3, 128));
				RawClient client = RawClient.connect(firehose, receiveMaximum)) {
			client.subscribe(Workload.FILTER, 1, 7);
			CompletableFuture<Burst> sending = firehose.send(messages, 0);
			List<Integer> unacknowledged = new ArrayList<>();
			Set<Integer> used = new TreeSet<>();
			int received = 0;
			int held = 0;
			while (received < messages) {
				int packetId = client.readPublish().packetId();
				received++;
				used.add(packetId);
				assertThat(packetId).isPositive();
				assertThat(unacknowledged).doesNotContain(packetId);
				unacknowledged.add(packetId);
				assertThat(unacknowledged).hasSizeLessThanOrEqualTo(receiveMaximum);
				if (received == 1) {
					held = packetId;
				}
				while (unacknowledged.size() > 1 + random.nextInt(receiveMaximum - 1)) {
					int index = 1 + random.nextInt(unacknowledged.size() - 1);
					client.acknowledge(PUBACK, unacknowledged.remove(index));
				}
			}
			assertThat(used).as("identifiers, used in turn").hasSizeLessThan(messages / 2);
			for (int packetId : unacknowledged) {
				client.acknowledge(PUBACK, packetId);
			}
			Burst burst = get(sending);
			assertThat(burst.acknowledged()).isEqualTo(messages);
			assertThat(burst.strays()).isZero();
			assertThat(unacknowledged).as("kept until the end").contains(held);
		}
	}

	@Test
	void writesEveryQos0Message() throws Exception {
		int messages = 50_000;
		try (Firehose firehose = Firehose.start(Workload.readings(0, 3, 128));
				RawClient client = RawClient.connect(firehose, 1)) {
			client.subscribe(Workload.FILTER, 0, 7);
			CompletableFuture<Burst> sending = firehose.send(messages, 0);
			for (int i = 0; i < messages; i++) {
				RawClient.Publish publish = client.readPublish();
				assertThat(publish.topic()).isEqualTo("sensors/site-" + (i % 3 + 1) + "/temperature");
				assertThat(publish.qos()).isZero();
			}
			Burst burst = get(sending);
			assertThat(burst.sent()).isEqualTo(messages);
			assertThat(burst.acknowledged()).isZero();
			client.expectSilence();
		}
	}

	@Test
	void aMessageCarriesTheReadingAndTheSubscriptionIdentifier() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(1, 1, 128));
				RawClient client = RawClient.connect(firehose, 5)) {
			client.subscribe(Workload.FILTER, 1, 42);
			firehose.send(1, 0);
			RawClient.Publish publish = client.readPublish();
			assertThat(publish.qos()).isOne();
			assertThat(publish.topic()).isEqualTo("sensors/site-1/temperature");
			assertThat(publish.properties()).containsExactly(0x0B, 42);
			assertThat(publish.payload()).hasSize(128);
			assertThat(new String(publish.payload(), StandardCharsets.US_ASCII).stripTrailing())
				.isEqualTo("{\"celsius\": 21.5}");
		}
	}

	@Test
	void countsAcknowledgementsThatNobodyWaitsFor() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(1, 1, 128));
				RawClient client = RawClient.connect(firehose, 5)) {
			client.subscribe(Workload.FILTER, 1, 7);
			CompletableFuture<Burst> sending = firehose.send(2, 0);
			client.readPublishes(2);
			client.acknowledge(PUBACK, 1);
			client.acknowledge(PUBACK, 1);
			client.acknowledge(PUBCOMP, 2);
			client.acknowledge(PUBACK, 65535);
			client.expectSilence();
			assertThat(sending).isNotDone();
			client.acknowledge(PUBACK, 2, 0x80);
			Burst burst = get(sending);
			assertThat(burst.acknowledged()).isEqualTo(2);
			assertThat(burst.refused()).isOne();
			assertThat(burst.strays()).isEqualTo(3);
		}
	}

	@Test
	void theTailIsSentAndCountedButNotTimed() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(1, 1, 128));
				RawClient client = RawClient.connect(firehose, 2)) {
			client.subscribe(Workload.FILTER, 1, 7);
			CompletableFuture<Burst> sending = firehose.send(1, 2);
			client.readPublishes(2);
			client.acknowledge(PUBACK, 1);
			client.readPublishes(1);
			client.expectSilence();
			long timed = System.nanoTime();
			client.acknowledge(PUBACK, 2);
			client.acknowledge(PUBACK, 3);
			Burst burst = get(sending);
			assertThat(burst.sent()).isEqualTo(3);
			assertThat(burst.acknowledged()).isEqualTo(3);
			assertThat(burst.endNanos()).isBetween(burst.startNanos(), timed);
		}
	}

	@Test
	void aBurstWaitsForTheSubscription() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(0, 2, 128));
				RawClient client = RawClient.connect(firehose, 5)) {
			CompletableFuture<Burst> sending = firehose.send(2, 0);
			client.expectSilence();
			client.subscribe("sensors/site-1/temperature", 0, 7);
			client.expectSilence();
			assertThat(sending).isNotDone();
			client.subscribe("$share/group/sensors/site-2/#", 0, 8);
			assertThat(client.readPublish().properties()).containsExactly(0x0B, 7);
			assertThat(client.readPublish().properties()).containsExactly(0x0B, 8);
			assertThat(get(sending).sent()).isEqualTo(2);
			assertThat(client.unsubscribe("sensors/site-1/temperature")).isZero();
			assertThat(client.unsubscribe("sensors/site-1/temperature")).isEqualTo(0x11);
			firehose.send(2, 0);
			client.expectSilence();
		}
	}

	@Test
	void aSubscriptionWithALowerQosFailsTheBurst() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(2, 1, 128));
				RawClient client = RawClient.connect(firehose, 5)) {
			client.subscribe(Workload.FILTER, 1, 7);
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(firehose.send(1, 0)))
				.withMessageContaining("has QoS 1, but 2 is to be sent");
		}
	}

	@Test
	void aLostConnectionFailsTheBurstAndTheNextClientStartsAnew() throws Exception {
		try (Firehose firehose = Firehose.start(Workload.readings(1, 1, 128))) {
			CompletableFuture<Burst> lost;
			try (RawClient client = RawClient.connect(firehose, 5)) {
				client.subscribe(Workload.FILTER, 1, 7);
				lost = firehose.send(12, 0);
				client.readPublishes(5);
				client.acknowledge(PUBACK, 1);
				client.readPublishes(1);
			}
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(lost))
				.withCauseInstanceOf(IOException.class)
				.withMessageContaining("6 of 12 messages (1 acknowledged)");
			try (RawClient client = RawClient.connect(firehose, 5)) {
				client.subscribe(Workload.FILTER, 1, 7);
				CompletableFuture<Burst> sending = firehose.send(1, 0);
				assertThat(client.readPublishes(1)).containsExactly(1);
				client.acknowledge(PUBACK, 1);
				assertThat(get(sending).acknowledged()).isOne();
			}
		}
	}

	@Test
	void closingFailsABurstThatNobodyHasTaken() throws Exception {
		CompletableFuture<Burst> sending;
		try (Firehose firehose = Firehose.start(Workload.readings(1, 1, 128))) {
			sending = firehose.send(1, 0);
		}
		assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> get(sending))
			.withMessageContaining("Closed before a client had subscribed");
	}

	private static Burst get(CompletableFuture<Burst> sending) throws Exception {
		return sending.get(10, TimeUnit.SECONDS);
	}

}
