package io.gobridge.mqtt.broker;

import java.util.Optional;

/**
 * Answers packets on its own, so that a test only deals with the packets it is about.
 */
@FunctionalInterface
public interface Responder {

	/**
	 * Answers a packet.
	 * @param packet what the client sent
	 * @return the bytes to send, maybe none; empty leaves the packet to the test
	 */
	Optional<byte[]> answer(ReceivedPacket packet);

	/**
	 * Asks another one for the packets that this one leaves.
	 * @param other the other one
	 * @return both together
	 */
	default Responder or(Responder other) {
		return (packet) -> answer(packet).or(() -> other.answer(packet));
	}

	/**
	 * Leaves every packet to the test.
	 * @return the responder
	 */
	static Responder none() {
		return (packet) -> Optional.empty();
	}

	/**
	 * Accepts connections (without a session), subscriptions (with the QoS asked for),
	 * unsubscriptions and pings.
	 * @return the responder
	 */
	static Responder standard() {
		return connack(Packets.connack().build()).or((packet) -> switch (packet.type()) {
			case SUBSCRIBE -> {
				ReceivedPacket.Subscribe subscribe = packet.subscribe();
				yield Optional.of(Packets.suback(subscribe.packetId(),
						subscribe.subscriptions().stream().mapToInt(ReceivedPacket.Subscription::qos).toArray()));
			}
			case UNSUBSCRIBE -> {
				ReceivedPacket.Unsubscribe unsubscribe = packet.unsubscribe();
				yield Optional.of(Packets.unsuback(unsubscribe.packetId(), new int[unsubscribe.filters().size()]));
			}
			case PINGREQ -> Optional.of(Packets.pingresp());
			default -> Optional.empty();
		});
	}

	/**
	 * Answers CONNECT only.
	 * @param connack the answer
	 * @return the responder
	 */
	static Responder connack(byte[] connack) {
		return (packet) -> (packet.type() == PacketType.CONNECT) ? Optional.of(connack) : Optional.empty();
	}

	/**
	 * Takes over the messages that the client publishes.
	 * @return the responder
	 */
	static Responder acknowledging() {
		return (packet) -> switch (packet.type()) {
			case PUBLISH -> {
				ReceivedPacket.Publish publish = packet.publish();
				yield Optional.of(switch (publish.qos()) {
					case 0 -> new byte[0];
					case 1 -> Packets.puback(publish.packetId());
					default -> Packets.pubrec(publish.packetId());
				});
			}
			case PUBREL -> Optional.of(Packets.pubcomp(packet.acknowledgement().packetId()));
			default -> Optional.empty();
		};
	}

}
