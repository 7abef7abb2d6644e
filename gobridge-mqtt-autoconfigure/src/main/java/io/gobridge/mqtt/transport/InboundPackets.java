package io.gobridge.mqtt.transport;

import java.io.IOException;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.SessionClock;

/**
 * Where the packets of one connection go: to the decoder of their type, and by it to the
 * listener. Only the CONNACK has a remainder that Paho gets.
 */
@RunsOn(RunsOn.Kind.WIRE)
final class InboundPackets {

	private static final byte[] NOTHING = {};

	private final PahoConnection connection;

	private final ConnectionEnd end;

	private final KeepAlive keepAlive;

	private final PendingSubscriptions subscriptions;

	private final PacketFrames frames;

	private final PublishDecoder publishes;

	private final AnswerDecoder answers;

	private final SessionClock clock;

	private long receivedAt;

	private boolean introduced;

	InboundPackets(PahoConnection connection, PacketFrames frames, PublishDecoder publishes,
			ConnectionListener listener) {
		this.connection = connection;
		this.end = connection.end();
		this.keepAlive = connection.keepAlive();
		this.subscriptions = connection.subscriptions();
		this.clock = connection.clock();
		this.frames = frames;
		this.publishes = publishes;
		this.answers = new AnswerDecoder(listener);
	}

	boolean enter() {
		if (!this.introduced) {
			this.introduced = true;
			this.connection.paho().onReader();
		}
		return this.end.enterReader();
	}

	void leave() {
		this.end.leaveReader();
	}

	boolean isEnding() {
		return this.end.isDecided();
	}

	boolean isCut() {
		return this.end.isCut();
	}

	/**
	 * Bytes have come.
	 */
	void arrived() {
		this.keepAlive.received();
		this.receivedAt = this.clock.now().toEpochMilli();
	}

	int size(byte[] buffer, int start, int end) throws MalformedPacketException {
		return this.frames.read(buffer, start, end);
	}

	/**
	 * Handles the packet whose size was asked for last.
	 * @param buffer the bytes
	 * @param start the index of its first byte
	 * @param end the index behind it
	 * @return what Paho gets to see of it, usually nothing
	 * @throws MalformedPacketException if the packet must not come
	 */
	byte[] dispatch(byte[] buffer, int start, int end) throws MalformedPacketException {
		int header = buffer[start] & 0xFF;
		int body = start + this.frames.headerLength();
		int type = PacketType.of(header);
		switch (type) {
			case PacketType.PUBLISH -> this.publishes.decode(header, buffer, body, end, this.receivedAt);
			case PacketType.PUBACK, PacketType.PUBREC, PacketType.PUBREL, PacketType.PUBCOMP ->
				this.answers.decode(type, buffer, body, end);
			case PacketType.SUBACK, PacketType.UNSUBACK -> {
				SubscriptionAnswer answer = SubscriptionAnswer.decode(type, buffer, body, end);
				this.subscriptions.answered(type, answer.packetId(), answer.ack());
			}
			case PacketType.PINGRESP -> this.keepAlive.pingAnswered();
			case PacketType.DISCONNECT ->
				this.connection.disconnectedByServer(ServerDisconnect.decode(buffer, body, end));
			case PacketType.CONNACK -> {
				return connectAnswered(ConnectAnswer.decode(buffer, body, end));
			}
			default -> throw MalformedPacketException.protocolError("Packet of type " + type);
		}
		return NOTHING;
	}

	private byte[] connectAnswered(ConnectAnswer answer) throws MalformedPacketException {
		if (!this.connection.paho().hasStarted()) {
			throw MalformedPacketException.protocolError("CONNACK before the CONNECT");
		}
		if (!answer.accepted()) {
			this.connection.refusedByServer(answer);
			return NOTHING;
		}
		this.frames.connected();
		this.connection.connected(answer.ack());
		OutboundBuffer out = new OutboundBuffer(16);
		PacketEncoder.connAck(out, answer.ack().sessionPresent(), answer.reasonCode());
		byte[] forPaho = new byte[out.size()];
		System.arraycopy(out.array(), 0, forPaho, 0, forPaho.length);
		return forPaho;
	}

	/**
	 * See {@link PahoClient#awaitStarted()}.
	 */
	void awaitStarted() {
		this.connection.paho().awaitStarted();
	}

	void refused(MalformedPacketException cause) {
		this.connection.violatedByServer(cause);
	}

	void lost(IOException cause) {
		this.connection.lost(cause);
	}

	void failed(Throwable cause) {
		this.connection.failedInside(cause);
	}

}
