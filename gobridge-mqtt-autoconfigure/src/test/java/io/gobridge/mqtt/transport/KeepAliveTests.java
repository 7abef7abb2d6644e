package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

import io.gobridge.mqtt.broker.PacketType;
import io.gobridge.mqtt.broker.Packets;
import io.gobridge.mqtt.broker.Property;
import io.gobridge.mqtt.broker.Responder;
import io.gobridge.mqtt.broker.ScriptedBroker;
import io.gobridge.mqtt.broker.ScriptedConnection;
import io.gobridge.mqtt.broker.TcpTap;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.Disconnection.Kind;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.transport.KeepAlive.Verdict;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link KeepAlive}, alone on a stepped clock and on the wire.
 */
class KeepAliveTests {

	@Nested
	class OnASteppedClock {

		private final SteppedClock clock = new SteppedClock();

		private final KeepAlive keepAlive = new KeepAlive(this.clock);

		/**
		 * Checks once in every period for a while.
		 * @return the first thing to do and when, in milliseconds
		 */
		private String run(Duration duration, Runnable meanwhile) {
			long end = this.clock.now + duration.toNanos();
			while (this.clock.now < end) {
				this.clock.now += this.keepAlive.period();
				meanwhile.run();
				Verdict verdict = this.keepAlive.check();
				if (verdict != Verdict.ALIVE) {
					return verdict + " at " + Duration.ofNanos(this.clock.now).toMillis();
				}
			}
			return "nothing";
		}

		@Test
		void pingsBeforeTheIntervalIsOver() {
			this.keepAlive.start(8);
			assertThat(run(Duration.ofSeconds(8), () -> {
			})).isEqualTo("PING at 7000");
		}

		@Test
		void pingsWhereOnlyWeAreSilent() {
			this.keepAlive.start(8);
			assertThat(run(Duration.ofSeconds(8), this.keepAlive::received)).isEqualTo("PING at 7000");
		}

		@Test
		void pingsWhereOnlyTheBrokerIsSilent() {
			this.keepAlive.start(8);
			assertThat(run(Duration.ofSeconds(8), this.keepAlive::sent)).isEqualTo("PING at 7000");
		}

		@Test
		void doesNotPingWhereBothSend() {
			this.keepAlive.start(8);
			assertThat(run(Duration.ofSeconds(60), () -> {
				this.keepAlive.sent();
				this.keepAlive.received();
			})).isEqualTo("nothing");
		}

		@Test
		void isLostAfterOneAndAHalfIntervalsOfSilenceWhateverWeSend() {
			this.keepAlive.start(8);
			assertThat(run(Duration.ofSeconds(8), this.keepAlive::sent)).startsWith("PING");
			assertThat(run(Duration.ofSeconds(8), this.keepAlive::sent)).isEqualTo("LOST at 12000");
		}

		@Test
		void anythingThatComesIsALifeSign() {
			this.keepAlive.start(8);
			assertThat(run(Duration.ofSeconds(8), this.keepAlive::sent)).startsWith("PING");
			this.keepAlive.received();
			assertThat(run(Duration.ofSeconds(11), this.keepAlive::sent)).isEqualTo("nothing");
			assertThat(run(Duration.ofSeconds(2), this.keepAlive::sent)).startsWith("LOST");
		}

		@Test
		void silenceOfOurOwnProcessIsNotHeldAgainstTheBroker() {
			this.keepAlive.start(8);
			assertThat(run(Duration.ofSeconds(8), this.keepAlive::sent)).startsWith("PING");
			this.clock.now += Duration.ofMinutes(10).toNanos();
			this.keepAlive.sent();
			assertThat(this.keepAlive.check()).isNotEqualTo(Verdict.LOST);
			this.keepAlive.received();
			assertThat(run(Duration.ofSeconds(8), this.keepAlive::sent)).isEqualTo("nothing");
		}

	}

	@Test
	void b53KeepAliveOrderedByTheServer() {
		try (ScriptedBroker broker = ScriptedBroker.run(); WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			wire.connect(Requests.to(broker.url()).keepAlive(60).build(), listener);
			ScriptedConnection peer = broker.accept();
			assertThat(peer.handshake(Packets.connack().with(Property.SERVER_KEEP_ALIVE, 3)).keepAlive()).isEqualTo(60);
			listener.awaitConnected();
			for (int i = 0; i < 2; i++) {
				// Where 4.5 seconds of silence pass, the broker closes.
				assertThat(peer.readPacket(Duration.ofMillis(4500)).type()).isEqualTo(PacketType.PINGREQ);
				peer.send(Packets.pingresp());
			}
			assertThat(listener.end).isNull();
		}
	}

	@Test
	void pingsAlsoWhileDataNeverStopsComing() {
		try (ScriptedBroker broker = ScriptedBroker.run(); WireFixture wire = new WireFixture()) {
			broker.respondWith(Responder.connack(Packets.connack().build()));
			RecordingListener listener = new RecordingListener() {

				@Override
				public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
					// Far too many to keep.
				}

			};
			wire.connect(Requests.to(broker.url()).keepAlive(2).build(), listener);
			ScriptedConnection peer = broker.accept();
			listener.awaitConnected();
			AtomicBoolean stop = new AtomicBoolean();
			Thread flood = new Thread(() -> {
				byte[] packet = Packets.publish("flood").build();
				while (!stop.get()) {
					peer.send(packet);
				}
			});
			flood.start();
			try {
				peer.expectPingreq();
				peer.expectPingreq();
				assertThat(listener.end).isNull();
			}
			finally {
				stop.set(true);
			}
			await().until(() -> !flood.isAlive());
		}
	}

	@Test
	void b11LossIsNoticedWhileWePublish() {
		try (ScriptedBroker broker = ScriptedBroker.run().autoRespond();
				TcpTap tap = TcpTap.to(broker.port());
				WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			BrokerConnection connection = wire.connected(Requests.to(tap.url()).keepAlive(2).build(), listener);
			tap.drop(TcpTap.Direction.TO_BROKER);
			tap.drop(TcpTap.Direction.TO_CLIENT);
			long begin = System.nanoTime();
			await().pollInterval(Duration.ofMillis(20)).atMost(RecordingListener.PATIENCE).until(() -> {
				connection.publish(Requests.message("a", new byte[10], 0), 0, false);
				return listener.end != null;
			});
			Disconnection end = listener.awaitClosed();
			assertThat(end.kind()).isEqualTo(Kind.KEEP_ALIVE_TIMEOUT);
			assertThat(Duration.ofNanos(System.nanoTime() - begin)).isBetween(Duration.ofMillis(2500),
					Duration.ofMillis(4500));
		}
	}

	@Test
	void noKeepAliveWhereNoneIsWanted() {
		try (ScriptedBroker broker = ScriptedBroker.run(); WireFixture wire = new WireFixture()) {
			RecordingListener listener = new RecordingListener();
			BrokerConnection connection = wire.connect(Requests.to(broker.url()).keepAlive(0).build(), listener);
			ScriptedConnection peer = broker.accept();
			peer.handshake();
			listener.awaitConnected();
			connection.pubAck(1, 0);
			peer.expectPuback(1);
			peer.close();
			assertThat(listener.awaitClosed().kind()).isEqualTo(Kind.LOST);
		}
	}

	private static final class SteppedClock implements SessionClock {

		private long now;

		@Override
		public long nanoTime() {
			return this.now;
		}

		@Override
		public Instant now() {
			return Instant.EPOCH.plusNanos(this.now);
		}

	}

}
