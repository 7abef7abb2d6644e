package io.gobridge.mqtt.benchmarks;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import org.jspecify.annotations.Nullable;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An MQTT 5 client of a few lines that writes and reads one packet at a time, so that a
 * test sees everything that a {@link Firehose} does and nothing happens on its own.
 */
final class RawClient implements AutoCloseable {

	private final Socket socket;

	private final DataInputStream in;

	private final DataOutputStream out;

	private RawClient(Socket socket) throws IOException {
		this.socket = socket;
		socket.setTcpNoDelay(true);
		socket.setSoTimeout(10_000);
		this.in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 65536));
		this.out = new DataOutputStream(socket.getOutputStream());
	}

	/** Connect and read the CONNACK. */
	static RawClient connect(Firehose firehose, int receiveMaximum) throws IOException {
		RawClient client = new RawClient(new Socket(InetAddress.getLoopbackAddress(), firehose.port()));
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		DataOutputStream data = new DataOutputStream(body);
		data.writeUTF("MQTT");
		data.write(new byte[] { 5, 2, 0, 60 });
		data.write(new byte[] { 3, 0x21, (byte) (receiveMaximum >> 8), (byte) receiveMaximum });
		data.writeUTF("raw");
		client.write(0x10, body.toByteArray());
		Packet connack = client.read();
		assertThat(connack.header()).isEqualTo(0x20);
		assertThat(connack.body()[0]).as("Session Present").isZero();
		assertThat(connack.body()[1]).as("reason code").isZero();
		return client;
	}

	/** Subscribe and read the SUBACK. */
	void subscribe(String filter, int qos, int identifier) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		DataOutputStream data = new DataOutputStream(body);
		data.writeShort(1);
		data.write(new byte[] { 2, 0x0B, (byte) identifier });
		data.writeUTF(filter);
		data.write(qos);
		write(0x82, body.toByteArray());
		assertThat(read()).isEqualTo(new Packet(0x90, 0, 1, 0, qos));
	}

	/** Unsubscribe and read the reason code of the UNSUBACK. */
	int unsubscribe(String filter) throws IOException {
		ByteArrayOutputStream body = new ByteArrayOutputStream();
		DataOutputStream data = new DataOutputStream(body);
		data.writeShort(2);
		data.write(0);
		data.writeUTF(filter);
		write(0xA2, body.toByteArray());
		Packet unsuback = read();
		assertThat(unsuback.header()).isEqualTo(0xB0);
		return unsuback.body()[3];
	}

	void acknowledge(int header, int packetId) throws IOException {
		write(header, new byte[] { (byte) (packetId >> 8), (byte) packetId });
	}

	void acknowledge(int header, int packetId, int reasonCode) throws IOException {
		write(header, new byte[] { (byte) (packetId >> 8), (byte) packetId, (byte) reasonCode });
	}

	private void write(int header, byte[] body) throws IOException {
		ByteArrayOutputStream packet = new ByteArrayOutputStream();
		packet.write(header);
		packet.write(body.length);
		packet.write(body);
		this.out.write(packet.toByteArray());
	}

	Packet read() throws IOException {
		int header = this.in.readUnsignedByte();
		int length = 0;
		int shift = 0;
		int next;
		do {
			next = this.in.readUnsignedByte();
			length |= (next & 127) << shift;
			shift += 7;
		}
		while (next > 127);
		return new Packet(header, this.in.readNBytes(length));
	}

	Publish readPublish() throws IOException {
		Packet packet = read();
		assertThat(packet.header() & 0xF0).as("packet type").isEqualTo(0x30);
		int qos = packet.header() >> 1 & 3;
		ByteBuffer body = ByteBuffer.wrap(packet.body());
		byte[] topic = new byte[body.getShort()];
		body.get(topic);
		int packetId = (qos > 0) ? body.getShort() & 0xFFFF : 0;
		byte[] properties = new byte[body.get()];
		body.get(properties);
		byte[] payload = new byte[body.remaining()];
		body.get(payload);
		return new Publish(qos, new String(topic, StandardCharsets.UTF_8), packetId, properties, payload);
	}

	/** Read that many messages and return their packet identifiers. */
	List<Integer> readPublishes(int messages) throws IOException {
		List<Integer> packetIds = new ArrayList<>();
		for (int i = 0; i < messages; i++) {
			packetIds.add(readPublish().packetId());
		}
		return packetIds;
	}

	/**
	 * Prove that the server has nothing more to send: the answer to a PINGREQ comes
	 * behind everything that it wanted to send before.
	 */
	void expectSilence() throws IOException {
		write(0xC0, new byte[0]);
		assertThat(read()).isEqualTo(new Packet(0xD0));
	}

	@Override
	public void close() throws IOException {
		this.socket.close();
	}

	/** A packet as it was on the wire. */
	record Packet(int header, byte[] body) {

		Packet(int header, int... body) {
			this(header, bytes(body));
		}

		private static byte[] bytes(int[] values) {
			byte[] bytes = new byte[values.length];
			for (int i = 0; i < values.length; i++) {
				bytes[i] = (byte) values[i];
			}
			return bytes;
		}

		@Override
		public boolean equals(@Nullable Object other) {
			return other instanceof Packet packet && packet.header == this.header
					&& Arrays.equals(packet.body, this.body);
		}

		@Override
		public int hashCode() {
			return 31 * this.header + Arrays.hashCode(this.body);
		}

		@Override
		public String toString() {
			return "Packet[0x%x %s]".formatted(this.header, HexFormat.of().formatHex(this.body));
		}

	}

	/** A PUBLISH, decoded. */
	record Publish(int qos, String topic, int packetId, byte[] properties, byte[] payload) {

	}

}
