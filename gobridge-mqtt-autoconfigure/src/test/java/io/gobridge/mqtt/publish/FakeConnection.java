package io.gobridge.mqtt.publish;

import java.util.ArrayList;
import java.util.List;

import io.gobridge.mqtt.session.BareConnection;
import io.gobridge.mqtt.session.OutboundPublish;

/**
 * Keeps what is sent as one line per packet, such as {@code PUBLISH a q1 #1} or
 * {@code PUBREL #1}.
 */
class FakeConnection implements BareConnection {

	private final List<String> packets = new ArrayList<>();

	private final List<OutboundPublish> publishes = new ArrayList<>();

	private int room = Integer.MAX_VALUE;

	/**
	 * What was sent since the last call.
	 */
	List<String> sent() {
		List<String> sent = List.copyOf(this.packets);
		this.packets.clear();
		return sent;
	}

	OutboundPublish lastPublish() {
		return this.publishes.get(this.publishes.size() - 1);
	}

	void room(int packets) {
		this.room = packets;
	}

	@Override
	public boolean publish(OutboundPublish publish, int packetId, boolean duplicate) {
		if (publish.topic().equals("unencodable")) {
			throw new IllegalStateException("can not be encoded");
		}
		if (this.room == 0) {
			return false;
		}
		this.room--;
		this.publishes.add(publish);
		this.packets.add("PUBLISH " + publish.topic() + " q" + publish.qos() + ((packetId != 0) ? " #" + packetId : "")
				+ (duplicate ? " DUP" : ""));
		return true;
	}

	@Override
	public void pubRel(int packetId) {
		this.packets.add("PUBREL #" + packetId);
	}

	@Override
	public int sizeOf(OutboundPublish publish) {
		return publish.payload().length + 10;
	}

}
