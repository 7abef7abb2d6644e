package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Port to the wire: one connection, from the attempt to its end. Every method may be
 * called from any thread and none waits for the socket: packets go into a buffer that one
 * writer empties, whole packets at a time. After the connection has ended all of them do
 * nothing, and futures end with a {@link ConnectionClosedException}.
 */
public interface BrokerConnection {

	/**
	 * Queues a PUBACK.
	 * @param packetId the packet identifier of the QoS 1 PUBLISH
	 * @param reasonCode the reason code, 0 for success
	 * @return whether the packet was queued on a connection that is up
	 */
	boolean pubAck(int packetId, int reasonCode);

	/**
	 * Queues a PUBREC.
	 * @param packetId the packet identifier of the QoS 2 PUBLISH
	 * @param reasonCode the reason code, 0 for success
	 * @return whether the packet was queued on a connection that is up
	 */
	boolean pubRec(int packetId, int reasonCode);

	/**
	 * Queues a PUBCOMP.
	 * @param packetId the packet identifier of the PUBREL
	 * @param reasonCode the reason code, 0 for success, 0x92 for an unknown identifier
	 */
	void pubComp(int packetId, int reasonCode);

	/**
	 * Queues a PUBREL.
	 * @param packetId the packet identifier of a QoS 2 message of ours
	 */
	void pubRel(int packetId);

	/**
	 * Sends one SUBSCRIBE packet.
	 * @param filters what to subscribe
	 * @param subscriptionIdentifier the identifier for all of them, 0 for none
	 * @return the SUBACK
	 */
	CompletableFuture<SubscriptionAck> subscribe(List<SubscriptionRequest> filters, int subscriptionIdentifier);

	/**
	 * Sends one UNSUBSCRIBE packet.
	 * @param filters the exact filters to unsubscribe
	 * @return the UNSUBACK
	 */
	CompletableFuture<SubscriptionAck> unsubscribe(List<String> filters);

	/**
	 * Queues a PUBLISH.
	 * @param publish the message
	 * @param packetId the packet identifier, 0 at QoS 0
	 * @param duplicate whether this identifier was sent before
	 * @return {@code false} if the outbound buffer is full or the connection is not up;
	 * nothing was queued then, and {@link ConnectionListener#writable()} follows when
	 * there is room again
	 */
	boolean publish(OutboundPublish publish, int packetId, boolean duplicate);

	/**
	 * Returns the size of the PUBLISH packet of a message, to be held against the
	 * broker's Maximum Packet Size.
	 * @param publish the message
	 * @return the size of the whole packet in bytes
	 */
	int sizeOf(OutboundPublish publish);

	/**
	 * Ends the connection: what is queued is written, then a DISCONNECT, then the socket
	 * is closed. Returns at once; the connection is closed within the bound whatever the
	 * peer does, and {@link ConnectionListener#closed} follows.
	 * @param bound how long writing may take; zero closes the socket at once
	 * @param reasonCode the reason code of the DISCONNECT
	 */
	void close(Duration bound, int reasonCode);

}
