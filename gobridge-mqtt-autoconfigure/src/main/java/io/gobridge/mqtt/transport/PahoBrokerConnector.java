package io.gobridge.mqtt.transport;

import java.util.List;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.BrokerConnector;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;

/**
 * Dials the broker of one session with Eclipse Paho, a fresh client for every attempt.
 * <p>
 * Paho opens the socket, sends the CONNECT and provides the thread that reads; everything
 * that follows the CONNACK is read and written here. So what Paho does with an
 * acknowledgement, a refused packet, a topic alias or a dead peer does not matter.
 * <p>
 * Threads, all daemons: {@code gobridge-mqtt-<session>-reader}, {@code -writer},
 * {@code -paho-sender} and {@code -paho-callback} for each connection, the last two idle;
 * {@code -timer} for the session. Nothing that is called here waits. All connections must
 * be closed before this is; those that are ending still end within their bounds.
 * <p>
 * Nothing here refers to a class of Paho, so that creating a connector loads none: Paho's
 * jar is signed, and the first class from it has all signatures verified.
 */
public final class PahoBrokerConnector implements BrokerConnector, AutoCloseable {

	private final String session;

	private final String threadPrefix;

	private final SessionClock clock;

	private final List<MqttConnectionOptionsCustomizer> customizers;

	private final WireTimer timer;

	private volatile boolean closed;

	/**
	 * Connects one session.
	 * @param session the name of the session
	 * @param clock the source of time for the keep alive and the time of receipt
	 * @param customizers have the last word on Paho's options, in this order
	 */
	public PahoBrokerConnector(String session, SessionClock clock, List<MqttConnectionOptionsCustomizer> customizers) {
		this.session = session;
		this.threadPrefix = "gobridge-mqtt-" + session;
		this.clock = clock;
		this.customizers = List.copyOf(customizers);
		this.timer = new WireTimer(this.threadPrefix + "-timer");
	}

	/**
	 * {@inheritDoc}
	 * <p>
	 * An address or an option that Paho does not take ends the attempt like a broker that
	 * can not be reached.
	 */
	@Override
	public BrokerConnection connect(ConnectRequest request, PacketIdentifiers identifiers,
			ConnectionListener listener) {
		PahoConnection connection = new PahoConnection(this.threadPrefix, request, identifiers, listener, this.clock,
				this.timer);
		connection.boundAttempt();
		if (this.closed) {
			connection.attemptFailed(new IllegalStateException("The connector was closed"), false);
		}
		else {
			this.timer.execute(() -> new PahoDial(this.session, this.customizers).dial(connection, request, listener));
		}
		return connection;
	}

	/**
	 * Has Paho's jar verified and the first of its classes loaded, which the first
	 * attempt does otherwise.
	 */
	public static void preload() {
		PahoDial.preload();
	}

	/**
	 * Takes no new attempts. The timer thread ends soon after the last connection.
	 */
	@Override
	public void close() {
		this.closed = true;
	}

}
