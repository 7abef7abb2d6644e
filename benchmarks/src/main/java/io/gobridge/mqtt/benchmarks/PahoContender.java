package io.gobridge.mqtt.benchmarks;

import java.util.Objects;

import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttCallback;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttDisconnectResponse;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.eclipse.paho.mqttv5.common.MqttMessage;
import org.eclipse.paho.mqttv5.common.packet.MqttProperties;

import org.jspecify.annotations.Nullable;

/**
 * Paho's asynchronous client with the global callback and manual acknowledgement, which
 * is the way to use it when a message must not be acknowledged before it was handled.
 */
final class PahoContender implements Contender {

	private static final long TIMEOUT_MILLIS = 10_000;

	@Override
	public String id() {
		return "paho";
	}

	@Override
	public Connection start(Broker broker, Tally tally) throws MqttException {
		MqttAsyncClient client = new MqttAsyncClient(broker.url(), "bench-paho", new MemoryPersistence());
		client.setManualAcks(true);
		client.setCallback(new Callback(client, tally));
		client.connect(options(broker)).waitForCompletion(TIMEOUT_MILLIS);
		client.subscribe(Workload.FILTER, broker.qos()).waitForCompletion(TIMEOUT_MILLIS);
		return () -> {
			client.disconnect().waitForCompletion(TIMEOUT_MILLIS);
			client.close();
		};
	}

	static MqttConnectionOptions options(Broker broker) {
		MqttConnectionOptions options = new MqttConnectionOptions();
		options.setServerURIs(new String[] { broker.url() });
		options.setReceiveMaximum(broker.receiveMaximum());
		options.setAutomaticReconnect(false);
		return options;
	}

	private record Callback(MqttAsyncClient client, Tally tally) implements MqttCallback {

		@Override
		public void messageArrived(String topic, MqttMessage message) throws MqttException {
			this.tally.received(message.getPayload());
			this.client.messageArrivedComplete(message.getId(), message.getQos());
		}

		@Override
		public void disconnected(MqttDisconnectResponse response) {
			this.tally.fail(Objects.requireNonNullElseGet(response.getException(),
					() -> new IllegalStateException("Disconnected: " + response)));
		}

		@Override
		public void mqttErrorOccurred(MqttException exception) {
			this.tally.fail(exception);
		}

		@Override
		public void deliveryComplete(IMqttToken token) {
		}

		@Override
		public void connectComplete(boolean reconnect, @Nullable String serverUri) {
		}

		@Override
		public void authPacketArrived(int reasonCode, MqttProperties properties) {
		}

	}

}
