package io.gobridge.mqtt.transport;

import java.util.List;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.BrokerConnector;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttException;

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
 */
public final class PahoBrokerConnector implements BrokerConnector, AutoCloseable {

	static {
		PahoLogger.install();
	}

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
			this.timer.execute(() -> dial(connection, request, listener));
		}
		return connection;
	}

	private void dial(PahoConnection connection, ConnectRequest request, ConnectionListener listener) {
		try {
			BrokerAddress address = BrokerAddress.parse(request.uri());
			MqttConnectionOptions options = ConnectOptions.of(request, address);
			for (MqttConnectionOptionsCustomizer customizer : this.customizers) {
				customizer.customize(this.session, options);
			}
			ConnectOptions.assertInvariants(options);
			connection.dial(options, address, new PublishDecoder(this.session, request.maxPayloadSize(), listener));
		}
		catch (MqttException | RuntimeException ex) {
			connection.attemptFailed(ex, false);
		}
	}

	/**
	 * Takes no new attempts. The timer thread ends soon after the last connection.
	 */
	@Override
	public void close() {
		this.closed = true;
	}

}
