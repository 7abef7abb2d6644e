package io.gobridge.mqtt.test;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5BlockingClient;

/**
 * Clients that share no code with the broker.
 */
final class Clients {

	private Clients() {
	}

	/**
	 * Creates a client that is not connected. It drops messages that arrive before it was
	 * asked for them, even right behind the CONNACK.
	 * @param port the port of the broker
	 * @param clientId the client identifier
	 * @return the client
	 */
	static Mqtt5BlockingClient create(int port, String clientId) {
		return MqttClient.builder()
			.useMqttVersion5()
			.identifier(clientId)
			.serverHost("127.0.0.1")
			.serverPort(port)
			.buildBlocking();
	}

	/**
	 * Connects with a session that outlives the connection by an hour.
	 * @param port the port of the broker
	 * @param clientId the client identifier
	 * @return the connected client
	 */
	static Mqtt5BlockingClient connect(int port, String clientId) {
		Mqtt5BlockingClient client = create(port, clientId);
		connect(client);
		return client;
	}

	/**
	 * Connects with a session that outlives the connection by an hour.
	 * @param client the client
	 */
	static void connect(Mqtt5BlockingClient client) {
		client.connectWith().cleanStart(false).sessionExpiryInterval(3600).send();
	}

}
