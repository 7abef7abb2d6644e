package io.gobridge.mqtt.transport;

import java.util.List;

import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.ConnectionListener;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttException;

/**
 * Begins an attempt with Paho.
 */
final class PahoDial {

	static {
		PahoLogger.install();
	}

	private final String session;

	private final List<MqttConnectionOptionsCustomizer> customizers;

	/**
	 * Prepares the attempts of one session.
	 * @param session the name of the session
	 * @param customizers have the last word on Paho's options, in this order
	 */
	PahoDial(String session, List<MqttConnectionOptionsCustomizer> customizers) {
		this.session = session;
		this.customizers = List.copyOf(customizers);
	}

	static void preload() {
		try {
			Class.forName(PahoClient.class.getName());
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Begins one attempt. Called by the timer thread. What Paho does not take ends the
	 * attempt.
	 * @param connection the connection
	 * @param request what to connect to, and as whom
	 * @param listener is told of the messages
	 */
	void dial(PahoConnection connection, ConnectRequest request, ConnectionListener listener) {
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

}
