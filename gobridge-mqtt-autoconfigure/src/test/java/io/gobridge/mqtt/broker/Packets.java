package io.gobridge.mqtt.broker;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Packets as a broker sends them, built byte by byte. Nothing is checked, so a test can
 * build what MQTT 5 forbids.
 */
public final class Packets {

	private Packets() {
	}

	/**
	 * Any packet.
	 * @param type the type
	 * @param flags the lower four bits of the first byte
	 * @param body what follows the remaining length
	 * @return the bytes
	 */
	public static byte[] packet(PacketType type, int flags, byte[] body) {
		return new WireWriter().u8((type.ordinal() << 4) | flags).variable(body.length).bytes(body).toByteArray();
	}

	public static Connack connack() {
		return new Connack();
	}

	public static Publish publish(String topic) {
		return new Publish(topic);
	}

	public static byte[] puback(int packetId) {
		return acknowledgement(PacketType.PUBACK, packetId, 0).build();
	}

	public static byte[] pubrec(int packetId) {
		return acknowledgement(PacketType.PUBREC, packetId, 0).build();
	}

	public static byte[] pubrel(int packetId) {
		return acknowledgement(PacketType.PUBREL, packetId, 0).build();
	}

	public static byte[] pubcomp(int packetId) {
		return acknowledgement(PacketType.PUBCOMP, packetId, 0).build();
	}

	/**
	 * A PUBACK, PUBREC, PUBREL or PUBCOMP with everything.
	 * @param type the type
	 * @param packetId the packet identifier
	 * @param reasonCode the reason code
	 * @return a builder
	 */
	public static Acknowledgement acknowledgement(PacketType type, int packetId, int reasonCode) {
		return new Acknowledgement(type, packetId, reasonCode);
	}

	public static byte[] suback(int packetId, int... reasonCodes) {
		return subscriptionAnswer(PacketType.SUBACK, packetId, reasonCodes);
	}

	public static byte[] unsuback(int packetId, int... reasonCodes) {
		return subscriptionAnswer(PacketType.UNSUBACK, packetId, reasonCodes);
	}

	public static byte[] pingresp() {
		return packet(PacketType.PINGRESP, 0, new byte[0]);
	}

	public static Disconnect disconnect(int reasonCode) {
		return new Disconnect(reasonCode);
	}

	private static byte[] subscriptionAnswer(PacketType type, int packetId, int... reasonCodes) {
		WireWriter body = new WireWriter().u16(packetId).variable(0);
		for (int reasonCode : reasonCodes) {
			body.u8(reasonCode);
		}
		return packet(type, 0, body.toByteArray());
	}

	/**
	 * A packet that has properties.
	 *
	 * @param <B> the type of the builder
	 */
	public abstract static class WithProperties<B extends WithProperties<B>> {

		final PropertyList properties = new PropertyList();

		WithProperties() {
		}

		abstract B self();

		/**
		 * Builds the packet.
		 * @return the bytes
		 */
		public abstract byte[] build();

		public B with(Property property, Object value) {
			this.properties.add(property, value);
			return self();
		}

		public B userProperty(String name, String value) {
			return with(Property.USER_PROPERTY, Map.entry(name, value));
		}

		public B reasonString(String reason) {
			return with(Property.REASON_STRING, reason);
		}

	}

	/**
	 * Builds a CONNACK (MQTT 5, 3.2).
	 */
	public static final class Connack extends WithProperties<Connack> {

		private int acknowledgeFlags;

		private int reasonCode;

		private Connack() {
		}

		public Connack sessionPresent() {
			this.acknowledgeFlags = 1;
			return this;
		}

		public Connack reasonCode(int reasonCode) {
			this.reasonCode = reasonCode;
			return this;
		}

		@Override
		Connack self() {
			return this;
		}

		@Override
		public byte[] build() {
			WireWriter body = new WireWriter().u8(this.acknowledgeFlags).u8(this.reasonCode);
			this.properties.write(body);
			return packet(PacketType.CONNACK, 0, body.toByteArray());
		}

	}

	/**
	 * Builds a PUBLISH (MQTT 5, 3.3); at QoS 0 unless told otherwise.
	 */
	public static final class Publish extends WithProperties<Publish> {

		private final String topic;

		private int flags;

		private int packetId;

		private byte[] payload = new byte[0];

		private Publish(String topic) {
			this.topic = topic;
		}

		/**
		 * Gives the message a QoS.
		 * @param qos the QoS; 3 is what MQTT 5 calls malformed
		 * @param packetId the packet identifier
		 * @return this builder
		 */
		public Publish qos(int qos, int packetId) {
			this.flags |= qos << 1;
			this.packetId = packetId;
			return this;
		}

		public Publish duplicate() {
			this.flags |= 8;
			return this;
		}

		public Publish retain() {
			this.flags |= 1;
			return this;
		}

		public Publish payload(String payload) {
			return payload(payload.getBytes(StandardCharsets.UTF_8));
		}

		public Publish payload(byte[] payload) {
			this.payload = payload;
			return this;
		}

		@Override
		Publish self() {
			return this;
		}

		@Override
		public byte[] build() {
			WireWriter body = new WireWriter().string(this.topic);
			if ((this.flags & 6) != 0) {
				body.u16(this.packetId);
			}
			this.properties.write(body);
			return packet(PacketType.PUBLISH, this.flags, body.bytes(this.payload).toByteArray());
		}

	}

	/**
	 * Builds a PUBACK, PUBREC, PUBREL or PUBCOMP; in the short form where nothing but the
	 * packet identifier is to be said.
	 */
	public static final class Acknowledgement extends WithProperties<Acknowledgement> {

		private final PacketType type;

		private final int packetId;

		private final int reasonCode;

		private boolean complete;

		private Acknowledgement(PacketType type, int packetId, int reasonCode) {
			this.type = type;
			this.packetId = packetId;
			this.reasonCode = reasonCode;
			this.complete = reasonCode != 0;
		}

		/**
		 * Writes reason code and property length even where they may be left out.
		 * @return this builder
		 */
		public Acknowledgement complete() {
			this.complete = true;
			return this;
		}

		@Override
		public Acknowledgement with(Property property, Object value) {
			this.complete = true;
			return super.with(property, value);
		}

		@Override
		Acknowledgement self() {
			return this;
		}

		@Override
		public byte[] build() {
			WireWriter body = new WireWriter().u16(this.packetId);
			if (this.complete) {
				body.u8(this.reasonCode);
				this.properties.write(body);
			}
			return packet(this.type, this.type.flags(), body.toByteArray());
		}

	}

	/**
	 * Builds a DISCONNECT (MQTT 5, 3.14).
	 */
	public static final class Disconnect extends WithProperties<Disconnect> {

		private final int reasonCode;

		private Disconnect(int reasonCode) {
			this.reasonCode = reasonCode;
		}

		@Override
		Disconnect self() {
			return this;
		}

		@Override
		public byte[] build() {
			WireWriter body = new WireWriter().u8(this.reasonCode);
			this.properties.write(body);
			return packet(PacketType.DISCONNECT, 0, body.toByteArray());
		}

	}

}
