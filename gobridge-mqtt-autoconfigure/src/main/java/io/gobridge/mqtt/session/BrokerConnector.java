package io.gobridge.mqtt.session;

/**
 * Port to the wire: dials a broker.
 */
public interface BrokerConnector {

	/**
	 * Begins one connection attempt and returns without waiting for it. Its outcome and
	 * everything that comes over the connection are told to the listener, by other
	 * threads than the caller; only the end may be told from within.
	 * @param request what to connect to and as whom
	 * @param identifiers where the packet identifiers of SUBSCRIBE and UNSUBSCRIBE
	 * packets are taken from
	 * @param listener told what happens
	 * @return the connection, to be closed by the caller in every case
	 */
	BrokerConnection connect(ConnectRequest request, PacketIdentifiers identifiers, ConnectionListener listener);

}
