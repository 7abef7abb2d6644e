package io.gobridge.mqtt.broker;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A packet as it came over the wire.
 *
 * @param type the type
 * @param flags the lower four bits of the first byte
 * @param body what follows the remaining length
 * @param raw the whole packet
 */
public record ReceivedPacket(PacketType type, int flags, byte[] body, byte[] raw) {

	static ReceivedPacket of(byte[] raw) {
		int position = 1;
		while ((raw[position] & 0x80) != 0) {
			position++;
		}
		return new ReceivedPacket(PacketType.values()[(raw[0] >> 4) & 0x0F], raw[0] & 0x0F,
				Arrays.copyOfRange(raw, position + 1, raw.length), raw);
	}

	/**
	 * The fields of a CONNECT (MQTT 5, 3.1).
	 * @return the fields
	 */
	public Connect connect() {
		WireReader reader = reader(PacketType.CONNECT);
		String protocol = reader.string();
		int version = reader.u8();
		int connectFlags = reader.u8();
		int keepAlive = reader.u16();
		PropertyList properties = PropertyList.read(reader);
		String clientId = reader.string();
		Will will = null;
		if ((connectFlags & 0x04) != 0) {
			will = new Will(PropertyList.read(reader), reader.string(), reader.binary(), (connectFlags >> 3) & 3,
					(connectFlags & 0x20) != 0);
		}
		String username = ((connectFlags & 0x80) != 0) ? reader.string() : null;
		byte[] password = ((connectFlags & 0x40) != 0) ? reader.binary() : null;
		return new Connect(protocol, version, (connectFlags & 0x02) != 0, keepAlive, clientId, properties, will,
				username, password);
	}

	/**
	 * The fields of a PUBLISH (MQTT 5, 3.3).
	 * @return the fields
	 */
	public Publish publish() {
		WireReader reader = reader(PacketType.PUBLISH);
		int qos = (this.flags >> 1) & 3;
		String topic = reader.string();
		int packetId = (qos > 0) ? reader.u16() : 0;
		PropertyList properties = PropertyList.read(reader);
		return new Publish(topic, qos, (this.flags & 8) != 0, (this.flags & 1) != 0, packetId, properties,
				reader.rest());
	}

	/**
	 * The fields of a SUBSCRIBE (MQTT 5, 3.8).
	 * @return the fields
	 */
	public Subscribe subscribe() {
		WireReader reader = reader(PacketType.SUBSCRIBE);
		int packetId = reader.u16();
		PropertyList properties = PropertyList.read(reader);
		List<Subscription> subscriptions = new ArrayList<>();
		while (reader.hasMore()) {
			String filter = reader.string();
			int options = reader.u8();
			subscriptions
				.add(new Subscription(filter, options & 3, (options & 4) != 0, (options & 8) != 0, (options >> 4) & 3));
		}
		return new Subscribe(packetId, properties, subscriptions);
	}

	/**
	 * The fields of an UNSUBSCRIBE (MQTT 5, 3.10).
	 * @return the fields
	 */
	public Unsubscribe unsubscribe() {
		WireReader reader = reader(PacketType.UNSUBSCRIBE);
		int packetId = reader.u16();
		PropertyList properties = PropertyList.read(reader);
		List<String> filters = new ArrayList<>();
		while (reader.hasMore()) {
			filters.add(reader.string());
		}
		return new Unsubscribe(packetId, properties, filters);
	}

	/**
	 * The fields of a PUBACK, PUBREC, PUBREL or PUBCOMP (MQTT 5, 3.4 to 3.7).
	 * @return the fields
	 */
	public Acknowledgement acknowledgement() {
		if (this.type.compareTo(PacketType.PUBACK) < 0 || this.type.compareTo(PacketType.PUBCOMP) > 0) {
			throw new IllegalStateException("Not an acknowledgement but " + this);
		}
		WireReader reader = new WireReader(this.body);
		int packetId = reader.u16();
		int reasonCode = (reader.hasMore()) ? reader.u8() : 0;
		PropertyList properties = (reader.hasMore()) ? PropertyList.read(reader) : new PropertyList();
		return new Acknowledgement(packetId, reasonCode, properties);
	}

	/**
	 * The fields of a DISCONNECT (MQTT 5, 3.14).
	 * @return the fields
	 */
	public Disconnect disconnect() {
		WireReader reader = reader(PacketType.DISCONNECT);
		int reasonCode = (reader.hasMore()) ? reader.u8() : 0;
		PropertyList properties = (reader.hasMore()) ? PropertyList.read(reader) : new PropertyList();
		return new Disconnect(reasonCode, properties);
	}

	private WireReader reader(PacketType expected) {
		if (this.type != expected) {
			throw new IllegalStateException("Not " + expected + " but " + this);
		}
		return new WireReader(this.body);
	}

	@Override
	public String toString() {
		int shown = Math.min(this.raw.length, 64);
		return this.type + " (" + this.raw.length + " bytes: " + HexFormat.of().formatHex(this.raw, 0, shown) + ")";
	}

	/**
	 * A CONNECT.
	 *
	 * @param protocol the protocol name
	 * @param version the protocol version
	 * @param cleanStart Clean Start
	 * @param keepAlive Keep Alive in seconds
	 * @param clientId the client identifier
	 * @param properties the properties
	 * @param will the will, if any
	 * @param username the user name, if any
	 * @param password the password, if any
	 */
	public record Connect(String protocol, int version, boolean cleanStart, int keepAlive, String clientId,
			PropertyList properties, @Nullable Will will, @Nullable String username, byte @Nullable [] password) {

	}

	/**
	 * The will of a CONNECT.
	 *
	 * @param properties its properties
	 * @param topic its topic name
	 * @param payload its payload
	 * @param qos its QoS
	 * @param retain whether it is retained
	 */
	public record Will(PropertyList properties, String topic, byte[] payload, int qos, boolean retain) {

	}

	/**
	 * A PUBLISH.
	 *
	 * @param topic the topic name, empty when only a topic alias was sent
	 * @param qos the QoS
	 * @param duplicate the DUP flag
	 * @param retain the RETAIN flag
	 * @param packetId the packet identifier, 0 at QoS 0
	 * @param properties the properties
	 * @param payload the payload
	 */
	public record Publish(String topic, int qos, boolean duplicate, boolean retain, int packetId,
			PropertyList properties, byte[] payload) {

	}

	/**
	 * A SUBSCRIBE.
	 *
	 * @param packetId the packet identifier
	 * @param properties the properties
	 * @param subscriptions what is asked for
	 */
	public record Subscribe(int packetId, PropertyList properties, List<Subscription> subscriptions) {

		public List<String> filters() {
			return this.subscriptions.stream().map(Subscription::filter).toList();
		}

	}

	/**
	 * One subscription of a SUBSCRIBE.
	 *
	 * @param filter the topic filter
	 * @param qos the maximum QoS
	 * @param noLocal No Local
	 * @param retainAsPublished Retain As Published
	 * @param retainHandling Retain Handling
	 */
	public record Subscription(String filter, int qos, boolean noLocal, boolean retainAsPublished, int retainHandling) {

	}

	/**
	 * An UNSUBSCRIBE.
	 *
	 * @param packetId the packet identifier
	 * @param properties the properties
	 * @param filters the topic filters
	 */
	public record Unsubscribe(int packetId, PropertyList properties, List<String> filters) {

	}

	/**
	 * A PUBACK, PUBREC, PUBREL or PUBCOMP.
	 *
	 * @param packetId the packet identifier
	 * @param reasonCode the reason code, 0 when left out
	 * @param properties the properties
	 */
	public record Acknowledgement(int packetId, int reasonCode, PropertyList properties) {

	}

	/**
	 * A DISCONNECT.
	 *
	 * @param reasonCode the reason code, 0 when left out
	 * @param properties the properties
	 */
	public record Disconnect(int reasonCode, PropertyList properties) {

	}

}
