package io.gobridge.mqtt.router;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.gobridge.mqtt.message.MqttDelivery;

/**
 * The QoS 2 messages that are on their way in, by packet identifier. Belongs to the
 * session: it survives reconnects inside the process and is emptied when the broker has
 * no session any more.
 */
final class Qos2Exchanges {

	private final Map<Integer, Qos2Exchange> byIdentifier = new ConcurrentHashMap<>();

	/**
	 * The exchange that a packet belongs to, a new one unless the same message is on its
	 * way already.
	 */
	Qos2Exchange of(int packetId, MqttDelivery delivery) {
		Qos2Exchange known = this.byIdentifier.get(packetId);
		if (known != null && known.carries(delivery)) {
			return known;
		}
		Qos2Exchange fresh = new Qos2Exchange(delivery);
		this.byIdentifier.put(packetId, fresh);
		return fresh;
	}

	/**
	 * A message was dropped without going through any route: its PUBREL is expected.
	 */
	void dropped(int packetId) {
		this.byIdentifier.put(packetId, new Qos2Exchange());
	}

	/**
	 * The broker has released an identifier.
	 * @return whether it was known
	 */
	boolean release(int packetId) {
		return this.byIdentifier.remove(packetId) != null;
	}

	void clear() {
		this.byIdentifier.clear();
	}

}
