package io.gobridge.mqtt.broker;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttGlobalPublishFilter;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.exceptions.ConnectionClosedException;
import com.hivemq.client.mqtt.exceptions.MqttClientStateException;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.exceptions.Mqtt5DisconnectException;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5Connect;
import com.hivemq.client.mqtt.mqtt5.message.connect.Mqtt5ConnectBuilder;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishBuilder;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5PublishResult;

/**
 * A client that shares no code with the engine: it feeds brokers, and counts what comes
 * back. Every call waits for the broker's answer and fails when there is none in time.
 */
public final class TestClient implements AutoCloseable {

	private static final Duration TIMEOUT = Duration.ofSeconds(20);

	private final Mqtt5AsyncClient client;

	private final ConcurrentLinkedQueue<Received> messages = new ConcurrentLinkedQueue<>();

	private final AtomicLong count = new AtomicLong();

	private TestClient(Mqtt5AsyncClient client) {
		this.client = client;
	}

	/**
	 * Connects with a random client identifier and a session that ends with the
	 * connection.
	 * @param port the port of the broker on loopback
	 * @return the connected client
	 */
	public static TestClient connect(int port) {
		return connect(port, "test-" + UUID.randomUUID(), (connect) -> connect.cleanStart(true));
	}

	/**
	 * Connects as a given client.
	 * @param port the port of the broker on loopback
	 * @param clientId the client identifier
	 * @param options what the CONNECT says
	 * @return the connected client
	 */
	public static TestClient connect(int port, String clientId, UnaryOperator<Mqtt5ConnectBuilder> options) {
		Mqtt5AsyncClient client = MqttClient.builder()
			.useMqttVersion5()
			.identifier(clientId)
			.serverHost(Ports.LOOPBACK)
			.serverPort(port)
			.buildAsync();
		TestClient result = new TestClient(client);
		client.publishes(MqttGlobalPublishFilter.ALL, result::received);
		await(client.connect(options.apply(Mqtt5Connect.builder()).build()), "CONNACK");
		return result;
	}

	public void publish(String topic, int qos, String payload) {
		publish(topic, qos, payload.getBytes(StandardCharsets.UTF_8));
	}

	public void publish(String topic, int qos, byte[] payload) {
		publish(topic, qos, payload, (publish) -> {
		});
	}

	public void publishRetained(String topic, int qos, String payload) {
		publish(topic, qos, payload.getBytes(StandardCharsets.UTF_8), (publish) -> publish.retain(true));
	}

	/**
	 * Publishes and waits until the broker has taken the message over; fails when the
	 * broker refuses it.
	 * @param topic the topic name
	 * @param qos the QoS
	 * @param payload the payload
	 * @param properties what else the PUBLISH says
	 */
	public void publish(String topic, int qos, byte[] payload, Consumer<Mqtt5PublishBuilder.Complete> properties) {
		await(publishAsync(topic, qos, payload, properties), "acknowledgement of PUBLISH");
	}

	/**
	 * Publishes without waiting.
	 * @param topic the topic name
	 * @param qos the QoS
	 * @param payload the payload
	 * @param properties what else the PUBLISH says
	 * @return completes when the broker has taken the message over, fails when it refused
	 * to
	 */
	public CompletableFuture<Mqtt5PublishResult> publishAsync(String topic, int qos, byte[] payload,
			Consumer<Mqtt5PublishBuilder.Complete> properties) {
		Mqtt5PublishBuilder.Complete publish = Mqtt5Publish.builder()
			.topic(topic)
			.qos(MqttQos.values()[qos])
			.payload(payload);
		properties.accept(publish);
		return this.client.publish(publish.build());
	}

	public void subscribe(String filter, int qos) {
		await(this.client.subscribeWith().topicFilter(filter).qos(MqttQos.values()[qos]).send(), "SUBACK");
	}

	public void unsubscribe(String filter) {
		await(this.client.unsubscribeWith().topicFilter(filter).send(), "UNSUBACK");
	}

	/**
	 * What has arrived so far, in order.
	 * @return a copy
	 */
	public List<Received> messages() {
		return List.copyOf(this.messages);
	}

	/**
	 * How many messages have arrived so far.
	 * @return the number of messages
	 */
	public long count() {
		return this.count.get();
	}

	/**
	 * Sends DISCONNECT, unless there is no connection any more.
	 */
	@Override
	public void close() {
		await(this.client.disconnect().exceptionally(TestClient::whenOver), "end of the connection");
	}

	/**
	 * The server may end the connection at any time before, while and after DISCONNECT is
	 * sent: asking for the state first would not help.
	 */
	private static Void whenOver(Throwable failure) {
		if (failure instanceof MqttClientStateException || failure instanceof ConnectionClosedException
				|| failure instanceof Mqtt5DisconnectException) {
			return null;
		}
		throw new CompletionException(failure);
	}

	private void received(Mqtt5Publish publish) {
		this.messages.add(new Received(publish.getTopic().toString(),
				new String(publish.getPayloadAsBytes(), StandardCharsets.UTF_8), publish.getQos().getCode(),
				publish.isRetain(), publish));
		this.count.incrementAndGet();
	}

	private static <T> T await(CompletableFuture<T> future, String what) {
		try {
			return future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("No " + what, ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException("No " + what + " within " + TIMEOUT, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for " + what, ex);
		}
	}

	/**
	 * One message that arrived.
	 *
	 * @param topic the topic name
	 * @param payload the payload as UTF-8
	 * @param qos the QoS it was delivered with
	 * @param retained whether it came out of the retained store
	 * @param publish the message with all its properties
	 */
	public record Received(String topic, String payload, int qos, boolean retained, Mqtt5Publish publish) {

	}

}
