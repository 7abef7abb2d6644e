package io.gobridge.mqtt.benchmarks;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What the client of one connection has said about itself in CONNECT, SUBSCRIBE and
 * UNSUBSCRIBE, and the answers to that. Bodies of packets are read from the buffer's
 * position to its limit, answers are appended to another one. Used by the thread of its
 * connection alone.
 */
final class Peer {

	/** The Receive Maximum of this server, announced only because a broker would. */
	private static final int SERVER_RECEIVE_MAXIMUM = 1024;

	private final Map<String, Subscription> subscriptions = new LinkedHashMap<>();

	private boolean connected;

	private int receiveMaximum = 65535;

	private long maximumPacketSize = Long.MAX_VALUE;

	/**
	 * Read a CONNECT and answer it. There is never a session to resume, and a Topic Alias
	 * Maximum is not announced, so that the client sends no alias.
	 */
	void connect(ByteBuffer body, ByteBuffer answers) throws ProtocolException {
		if (this.connected) {
			throw new ProtocolException("A second CONNECT");
		}
		String protocol = string(body);
		int version = body.get();
		if (!protocol.equals("MQTT") || version != 5) {
			throw new ProtocolException("Only MQTT 5 is spoken here, not " + protocol + " " + version);
		}
		body.get(); // flags: a will, a user name or a password is not looked at
		body.getShort(); // keep-alive: silence is not punished
		int end = variableByteInteger(body) + body.position();
		while (body.position() < end) {
			connectProperty(body);
		}
		boolean anonymous = string(body).isEmpty();
		this.connected = true;
		byte[] assigned = "firehose-client".getBytes(StandardCharsets.UTF_8);
		int properties = anonymous ? 3 + 3 + assigned.length : 3;
		answers.put((byte) 0x20).put((byte) (3 + properties));
		answers.put((byte) 0).put((byte) 0).put((byte) properties);
		answers.put((byte) 0x21).putShort((short) SERVER_RECEIVE_MAXIMUM);
		if (anonymous) {
			answers.put((byte) 0x12).putShort((short) assigned.length).put(assigned);
		}
	}

	private void connectProperty(ByteBuffer body) throws ProtocolException {
		int property = body.get();
		switch (property) {
			case 0x21 -> this.receiveMaximum = body.getShort() & 0xFFFF;
			case 0x27 -> this.maximumPacketSize = body.getInt() & 0xFFFFFFFFL;
			case 0x11 -> body.getInt();
			case 0x22 -> body.getShort();
			case 0x17, 0x19 -> body.get();
			case 0x15 -> string(body);
			case 0x16 -> skip(body, body.getShort() & 0xFFFF);
			case 0x26 -> {
				string(body);
				string(body);
			}
			default -> throw new ProtocolException("Property " + property + " in a CONNECT");
		}
	}

	/** Read a SUBSCRIBE, grant what it asks for and answer it. */
	void subscribe(ByteBuffer body, ByteBuffer answers) throws ProtocolException {
		short packetId = body.getShort();
		Integer identifier = null;
		int end = variableByteInteger(body) + body.position();
		while (body.position() < end) {
			int property = body.get();
			switch (property) {
				case 0x0B -> identifier = variableByteInteger(body);
				case 0x26 -> {
					string(body);
					string(body);
				}
				default -> throw new ProtocolException("Property " + property + " in a SUBSCRIBE");
			}
		}
		List<Byte> granted = new ArrayList<>();
		while (body.hasRemaining()) {
			String filter = string(body);
			int qos = body.get() & 3;
			this.subscriptions.put(filter, new Subscription(filter, qos, identifier));
			granted.add((byte) qos);
		}
		answer(0x90, packetId, granted, answers);
	}

	/** Read an UNSUBSCRIBE and answer it. */
	void unsubscribe(ByteBuffer body, ByteBuffer answers) {
		short packetId = body.getShort();
		skip(body, variableByteInteger(body));
		List<Byte> codes = new ArrayList<>();
		while (body.hasRemaining()) {
			boolean known = this.subscriptions.remove(string(body)) != null;
			codes.add((byte) (known ? 0 : 0x11));
		}
		answer(0xB0, packetId, codes, answers);
	}

	private static void answer(int header, short packetId, List<Byte> codes, ByteBuffer answers) {
		answers.put((byte) header);
		int rest = 3 + codes.size();
		while (rest > 127) {
			answers.put((byte) (rest & 127 | 128));
			rest >>>= 7;
		}
		answers.put((byte) rest).putShort(packetId).put((byte) 0);
		codes.forEach(answers::put);
	}

	boolean connected() {
		return this.connected;
	}

	int receiveMaximum() {
		return this.receiveMaximum;
	}

	long maximumPacketSize() {
		return this.maximumPacketSize;
	}

	/**
	 * The highest QoS among the subscriptions that match a topic, or -1 where none does.
	 */
	int grantedQos(String topic) {
		return this.subscriptions.values()
			.stream()
			.filter((subscription) -> subscription.matches(topic))
			.mapToInt(Subscription::qos)
			.max()
			.orElse(-1);
	}

	/** The Subscription Identifiers that a message of a topic has to carry. */
	List<Integer> identifiers(String topic) {
		List<Integer> identifiers = new ArrayList<>();
		for (Subscription subscription : this.subscriptions.values()) {
			Integer identifier = subscription.identifier();
			if (identifier != null && subscription.matches(topic)) {
				identifiers.add(identifier);
			}
		}
		return identifiers;
	}

	private static int variableByteInteger(ByteBuffer in) {
		int value = 0;
		for (int shift = 0; shift < 28; shift += 7) {
			int next = in.get();
			value |= (next & 127) << shift;
			if (next >= 0) {
				break;
			}
		}
		return value;
	}

	private static String string(ByteBuffer in) {
		byte[] bytes = new byte[in.getShort() & 0xFFFF];
		in.get(bytes);
		return new String(bytes, StandardCharsets.UTF_8);
	}

	private static void skip(ByteBuffer in, int bytes) {
		in.position(in.position() + bytes);
	}

	private record Subscription(String filter, int qos, @Nullable Integer identifier) {

		boolean matches(String topic) {
			String[] levels = topic.split("/", -1);
			String plain = this.filter.startsWith("$share/") ? this.filter.split("/", 3)[2] : this.filter;
			String[] wanted = plain.split("/", -1);
			for (int i = 0; i < wanted.length; i++) {
				if (wanted[i].equals("#")) {
					return true;
				}
				if (i == levels.length || !wanted[i].equals("+") && !wanted[i].equals(levels[i])) {
					return false;
				}
			}
			return wanted.length == levels.length;
		}

	}

}
