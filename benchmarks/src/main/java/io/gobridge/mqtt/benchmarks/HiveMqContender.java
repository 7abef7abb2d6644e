package io.gobridge.mqtt.benchmarks;

import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;

/**
 * The HiveMQ client through its asynchronous API, with a callback of the subscription on
 * the client's own executor.
 */
final class HiveMqContender implements Contender {

	private static final long TIMEOUT_SECONDS = 10;

	private final Acknowledging acknowledging;

	private HiveMqContender(Acknowledging acknowledging) {
		this.acknowledging = acknowledging;
	}

	/** Acknowledged by the client when the callback has returned. */
	static Contender automatic() {
		return new HiveMqContender(Acknowledging.AUTOMATIC);
	}

	/** Acknowledged by the callback. */
	static Contender manual() {
		return new HiveMqContender(Acknowledging.MANUAL);
	}

	@Override
	public String id() {
		return this.acknowledging.id;
	}

	@Override
	public Connection start(Broker broker, Tally tally) throws Exception {
		Mqtt5AsyncClient client = Mqtt5Client.builder()
			.identifier("bench-" + UUID.randomUUID())
			.serverHost("localhost")
			.serverPort(broker.port())
			.buildAsync();
		client.connectWith()
			.restrictions()
			.receiveMaximum(broker.receiveMaximum())
			.applyRestrictions()
			.send()
			.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
		client.subscribeWith()
			.topicFilter(Workload.FILTER)
			.qos(MqttQos.values()[broker.qos()])
			.callback(this.acknowledging.callback(tally))
			.manualAcknowledgement(this.acknowledging == Acknowledging.MANUAL)
			.send()
			.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
		return () -> client.disconnect().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
	}

	/** Who acknowledges a message. */
	private enum Acknowledging {

		AUTOMATIC(Contenders.HIVEMQ) {

			@Override
			Consumer<Mqtt5Publish> callback(Tally tally) {
				return (publish) -> tally.received(publish.getPayloadAsBytes());
			}

		},

		MANUAL("hivemq-manual") {

			@Override
			Consumer<Mqtt5Publish> callback(Tally tally) {
				return (publish) -> {
					tally.received(publish.getPayloadAsBytes());
					publish.acknowledge();
				};
			}

		};

		private final String id;

		Acknowledging(String id) {
			this.id = id;
		}

		abstract Consumer<Mqtt5Publish> callback(Tally tally);

	}

}
