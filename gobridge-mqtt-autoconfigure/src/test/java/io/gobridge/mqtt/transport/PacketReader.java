package io.gobridge.mqtt.transport;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import org.jspecify.annotations.Nullable;

/**
 * Reads packets from an array as a connection does from its socket: fixed header first,
 * then the decoder of the type. Keeps what came of it.
 */
final class PacketReader implements ConnectionListener {

	static final int MAX_PAYLOAD_SIZE = 1024;

	final List<Arrival> publishes = new ArrayList<>();

	final List<String> poisons = new ArrayList<>();

	final List<Integer> released = new ArrayList<>();

	final List<String> answers = new ArrayList<>();

	final List<Object> others = new ArrayList<>();

	private final PacketFrames frames;

	private final PublishDecoder publishDecoder;

	private final AnswerDecoder answerDecoder;

	private PacketReader(int maxPayloadSize) {
		this.frames = new PacketFrames(PacketFrames.announcedMaximum(maxPayloadSize));
		this.publishDecoder = new PublishDecoder("main", maxPayloadSize, this);
		this.answerDecoder = new AnswerDecoder(this);
	}

	static PacketReader connected() {
		return connected(MAX_PAYLOAD_SIZE);
	}

	static PacketReader connected(int maxPayloadSize) {
		PacketReader reader = new PacketReader(maxPayloadSize);
		reader.frames.connected();
		return reader;
	}

	static PacketReader unconnected() {
		return new PacketReader(MAX_PAYLOAD_SIZE);
	}

	/**
	 * Reads as many packets as are complete.
	 * @param hex the bytes, which may have spaces between them
	 * @return how many bytes of an incomplete packet are left
	 * @throws MalformedPacketException if a packet is refused
	 */
	int read(String hex) throws MalformedPacketException {
		return read(bytes(hex));
	}

	int read(byte[] bytes) throws MalformedPacketException {
		return read(bytes, 0, bytes.length);
	}

	int read(byte[] bytes, int from, int end) throws MalformedPacketException {
		int start = from;
		while (true) {
			int size = this.frames.read(bytes, start, end);
			if (size == PacketFrames.INCOMPLETE || size > end - start) {
				return end - start;
			}
			decode(bytes, start, start + this.frames.headerLength(), start + size);
			start += size;
		}
	}

	private void decode(byte[] bytes, int start, int body, int end) throws MalformedPacketException {
		int header = bytes[start] & 0xFF;
		int type = PacketType.of(header);
		switch (type) {
			case PacketType.CONNACK -> {
				this.others.add(ConnectAnswer.decode(bytes, body, end));
				this.frames.connected();
			}
			case PacketType.PUBLISH -> this.publishDecoder.decode(header, bytes, body, end, 1_700_000_000_123L);
			case PacketType.PUBACK, PacketType.PUBREC, PacketType.PUBREL, PacketType.PUBCOMP ->
				this.answerDecoder.decode(type, bytes, body, end);
			case PacketType.SUBACK, PacketType.UNSUBACK ->
				this.others.add(SubscriptionAnswer.decode(type, bytes, body, end));
			case PacketType.PINGRESP -> this.others.add("PINGRESP");
			case PacketType.DISCONNECT -> this.others.add(ServerDisconnect.decode(bytes, body, end));
			default -> throw new AssertionError("The frames let a packet of type " + type + " pass");
		}
	}

	Arrival only() {
		if (this.publishes.size() != 1) {
			throw new AssertionError(this.publishes.size() + " deliveries");
		}
		return this.publishes.get(0);
	}

	/**
	 * Whether any packet came of the bytes.
	 */
	boolean isSilent() {
		return this.publishes.isEmpty() && this.poisons.isEmpty() && this.released.isEmpty() && this.answers.isEmpty()
				&& this.others.isEmpty();
	}

	static byte[] bytes(String hex) {
		return HexFormat.of().parseHex(hex.replace(" ", ""));
	}

	@Override
	public void publish(MqttDelivery delivery, int packetId, int[] subscriptionIdentifiers) {
		this.publishes.add(new Arrival(delivery, packetId, subscriptionIdentifiers));
	}

	@Override
	public void poison(Poison kind, int qos, int packetId) {
		this.poisons.add(kind + " qos=" + qos + " id=" + packetId);
	}

	@Override
	public void released(int packetId) {
		this.released.add(packetId);
	}

	@Override
	public void answered(PublishAnswer kind, int packetId, int reasonCode, @Nullable String reasonString) {
		this.answers.add(kind + " id=" + packetId + " code=0x" + Integer.toHexString(reasonCode) + " " + reasonString);
	}

	@Override
	public void connected(ConnAck ack) {
		throw new AssertionError("A decoder does not call this");
	}

	@Override
	public void writable() {
		throw new AssertionError("A decoder does not call this");
	}

	@Override
	public void closed(Disconnection reason) {
		throw new AssertionError("A decoder does not call this");
	}

	/**
	 * One call of {@link ConnectionListener#publish}.
	 */
	record Arrival(MqttDelivery delivery, int packetId, int[] identifiers) {
	}

}
