package io.gobridge.mqtt.transport;

import java.util.concurrent.TimeUnit;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.message.UserProperties;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.OutboundPublish;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;

/**
 * What it costs to frame and decode one PUBLISH of 128 bytes of payload, and to encode
 * its PUBACK. In the package of the codec, because the codec is nobody else's business.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
public class PublishDecoderBenchmark {

	private static final int PACKETS = 1024;

	/** How many different topics the packets have. */
	@Param({ "1", "100", "100000" })
	private int topics;

	/** What the packets carry besides topic and payload. */
	@Param({ "NONE", "SUBSCRIPTION_IDENTIFIER", "ALL" })
	private Properties properties = Properties.NONE;

	private byte[] packets = {};

	private int end;

	private int[] packetIds = {};

	private int firstTopic;

	private final OutboundBuffer out = new OutboundBuffer(64 * 1024);

	private final Sink sink = new Sink();

	private final PacketFrames frames = new PacketFrames(PacketFrames.announcedMaximum(262_144));

	private final PublishDecoder decoder = new PublishDecoder("main", 262_144, this.sink);

	/**
	 * What a packet carries besides topic and payload.
	 */
	public enum Properties {

		/** Nothing. */
		NONE,

		/** One subscription identifier, as every delivery of ours has. */
		SUBSCRIPTION_IDENTIFIER,

		/** Identifier, content type, format, and two user properties. */
		ALL

	}

	@Setup
	public void encode() {
		this.frames.connected();
		OutboundBuffer buffer = new OutboundBuffer(1024 * 1024);
		this.packetIds = new int[PACKETS];
		for (int i = 0; i < PACKETS; i++) {
			this.packetIds[i] = 1 + i;
			String topic = topic(i % this.topics);
			if (this.properties == Properties.ALL) {
				PacketEncoder.publish(buffer,
						new OutboundPublish(topic, new byte[128], 1, false, true, null, "application/json", null, null,
								UserProperties.empty()
									.and("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
									.and("origin", "plant-7")),
						1 + i, false);
			}
			else {
				boolean identifier = this.properties == Properties.SUBSCRIPTION_IDENTIFIER;
				buffer.ensureCapacity(256);
				buffer.put(0x32);
				buffer.putNumber(2 + topic.length() + 2 + 1 + (identifier ? 5 : 0) + 128);
				buffer.putText(topic);
				buffer.putTwo(1 + i);
				buffer.putNumber(identifier ? 5 : 0);
				if (identifier) {
					buffer.put(PropertyCursor.SUBSCRIPTION_IDENTIFIER);
					buffer.putNumber(123_456_789);
				}
				buffer.putBytes(new byte[128]);
			}
		}
		this.packets = buffer.array();
		this.end = buffer.size();
	}

	@Benchmark
	@OperationsPerInvocation(PACKETS)
	public void decode(Blackhole blackhole) throws MalformedPacketException {
		this.sink.blackhole = blackhole;
		renameTopics();
		byte[] buffer = this.packets;
		int start = 0;
		while (start < this.end) {
			int size = this.frames.read(buffer, start, this.end);
			this.decoder.decode(buffer[start] & 0xFF, buffer, start + this.frames.headerLength(), start + size, 1L);
			start += size;
		}
	}

	@Benchmark
	@OperationsPerInvocation(PACKETS)
	public void pubAck(Blackhole blackhole) {
		for (int packetId : this.packetIds) {
			PacketEncoder.pubAck(this.out, packetId, 0);
		}
		blackhole.consume(this.out.array());
		this.out.clear();
	}

	/**
	 * With more topics than packets, every round has topics that no cache has seen
	 * lately.
	 */
	private void renameTopics() {
		if (this.topics <= PACKETS) {
			return;
		}
		this.firstTopic = (this.firstTopic + PACKETS) % this.topics;
		int start = 0;
		int number = this.firstTopic;
		while (start < this.end) {
			// The number is in the six bytes behind "site/" of a topic behind its length.
			int digits = start + 3 + 2 + 5;
			int rest = number++;
			for (int i = 5; i >= 0; i--) {
				this.packets[digits + i] = (byte) ('0' + rest % 10);
				rest /= 10;
			}
			int length = (this.packets[start + 1] & 0x7F) | (this.packets[start + 2] << 7);
			start += 3 + length;
		}
	}

	private static String topic(int number) {
		return "site/" + String.format("%06d", number) + "/device/temperature";
	}

	/**
	 * Takes everything and keeps nothing.
	 */
	private static final class Sink implements ConnectionListener {

		private @Nullable Blackhole blackhole;

		@Override
		public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
			if (this.blackhole != null) {
				this.blackhole.consume(delivery);
			}
		}

		@Override
		public void poison(Poison kind, int qos, int packetId) {
			throw new IllegalStateException("No packet is over a cap");
		}

		@Override
		public void released(int packetId) {
			throw new IllegalStateException("There is no PUBREL");
		}

		@Override
		public void answered(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString) {
			throw new IllegalStateException("There is no answer");
		}

		@Override
		public void connected(ConnAck ack) {
			throw new IllegalStateException("There is no connection");
		}

		@Override
		public void writable() {
			throw new IllegalStateException("There is no connection");
		}

		@Override
		public void closed(Disconnection reason) {
			throw new IllegalStateException("There is no connection");
		}

	}

}
