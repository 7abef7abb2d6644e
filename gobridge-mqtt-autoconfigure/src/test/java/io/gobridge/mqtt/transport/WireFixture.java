package io.gobridge.mqtt.transport;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;

/**
 * A connector and the connections that a test has made with it, which end with the test.
 */
final class WireFixture implements AutoCloseable {

	final PacketIdentifiers identifiers = new PacketIdentifiers();

	final PahoBrokerConnector connector;

	private final List<BrokerConnection> connections = new CopyOnWriteArrayList<>();

	WireFixture(MqttConnectionOptionsCustomizer... customizers) {
		this.connector = new PahoBrokerConnector("test", SessionClock.SYSTEM, List.of(customizers));
	}

	BrokerConnection connect(ConnectRequest request, RecordingListener listener) {
		BrokerConnection connection = this.connector.connect(request, this.identifiers, listener);
		this.connections.add(connection);
		return connection;
	}

	BrokerConnection connected(ConnectRequest request, RecordingListener listener) {
		BrokerConnection connection = connect(request, listener);
		listener.awaitConnected();
		return connection;
	}

	static SubscriptionAck subscribe(BrokerConnection connection, String filter, int qos) throws Exception {
		return connection.subscribe(List.of(new SubscriptionRequest(filter, qos, false, false, 0)), 0)
			.get(20, TimeUnit.SECONDS);
	}

	@Override
	public void close() {
		this.connections.forEach((connection) -> connection.close(Duration.ZERO, 0));
		this.connector.close();
	}

}
