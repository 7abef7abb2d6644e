package io.gobridge.mqtt.test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

import com.hivemq.extension.sdk.api.services.session.SessionInformation;
import io.gobridge.mqtt.topic.TopicFilter;

/**
 * The broker of a test: publishes to the application, shows what the application
 * published, and misbehaves on request. Where a test class is annotated with
 * {@link EmbeddedMqttBroker @EmbeddedMqttBroker}, it is a bean of the application context
 * and can be a parameter of test methods.
 * <p>
 * All methods may be called from any thread and wait for the broker.
 * <p>
 * {@link #stop()} and {@link #start()} are like those of a real broker with a disk:
 * sessions, queued and retained messages, the port and the record of
 * {@link #received(String) received} messages are kept.
 */
public final class MqttTestBroker implements AutoCloseable {

	/**
	 * How many messages {@link #received(String)} remembers; older ones are forgotten.
	 */
	public static final int CAPTURE_LIMIT = 10_000;

	private static final Duration TIMEOUT = Duration.ofSeconds(30);

	private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

	private final PublishCapture capture = new PublishCapture(CAPTURE_LIMIT);

	private final BrokerServices services = new BrokerServices(this.capture);

	private final EmbeddedHiveMq broker;

	private MqttTestBroker(int port) {
		this.broker = new EmbeddedHiveMq(port, this.services);
	}

	/**
	 * Starts a broker.
	 * @param port the port to listen on, 0 for a free one
	 * @return the running broker
	 */
	public static MqttTestBroker run(int port) {
		MqttTestBroker broker = new MqttTestBroker(port);
		try {
			broker.start();
			return broker;
		}
		catch (RuntimeException ex) {
			broker.close();
			throw ex;
		}
	}

	/**
	 * Publishes with QoS 1. The message comes from the broker itself, so it is not among
	 * those of {@link #received(String)}. Returns when it is queued for all sessions that
	 * are subscribed at this moment: see {@link #awaitSubscriber(String)}.
	 * @param topic the topic name
	 * @param payload the payload, encoded as UTF-8
	 */
	public void publish(String topic, String payload) {
		publish(TestMessage.to(topic).payload(payload));
	}

	/**
	 * Publishes with QoS 1, like {@link #publish(String, String)}.
	 * @param topic the topic name
	 * @param payload the payload
	 */
	public void publish(String topic, byte[] payload) {
		publish(TestMessage.to(topic).payload(payload));
	}

	/**
	 * Publishes like {@link #publish(String, String)}.
	 * @param topic the topic name
	 * @param payload the payload, encoded as UTF-8
	 * @param qos the QoS
	 */
	public void publish(String topic, String payload, int qos) {
		publish(TestMessage.to(topic).payload(payload).qos(qos));
	}

	/**
	 * Publishes a retained message with QoS 1, like {@link #publish(String, String)}.
	 * @param topic the topic name
	 * @param payload the payload, encoded as UTF-8
	 */
	public void publishRetained(String topic, String payload) {
		publish(TestMessage.to(topic).payload(payload).retained());
	}

	/**
	 * Publishes like {@link #publish(String, String)}.
	 * @param message the message
	 */
	public void publish(TestMessage message) {
		await(this.services.publish(message), "publish");
	}

	/**
	 * What clients have published since the first start or the last {@link #clear()}, in
	 * the order in which the broker received it; the newest {@value #CAPTURE_LIMIT}
	 * messages. They are seen when the broker received them, before it acknowledged them
	 * or handed them on, so a message that was sent again counts again. Wills are not
	 * seen.
	 * @param topicFilter which topics
	 * @return the messages
	 * @throws IllegalArgumentException when that is no topic filter
	 */
	public List<CapturedPublish> received(String topicFilter) {
		TopicFilter filter = TopicFilter.of(topicFilter);
		return this.capture.find((publish) -> filter.matches(publish.topic()));
	}

	/**
	 * Forgets what has been received so far.
	 */
	public void clear() {
		this.capture.clear();
	}

	/**
	 * The sessions with a subscription that matches a topic, shared subscriptions
	 * included, whether their clients are connected or not.
	 * @param topic the topic name
	 * @return the client identifiers
	 */
	public Set<String> subscribers(String topic) {
		Set<String> clientIds = new ConcurrentSkipListSet<>();
		await(this.services.forEachSubscriber(topic, clientIds::add), "list subscribers");
		return clientIds;
	}

	/**
	 * Waits until somebody is subscribed to a topic. An application subscribes a moment
	 * after its context has started; what is published before that reaches nobody.
	 * @param topic the topic name
	 * @throws IllegalStateException when nobody is within 30 seconds
	 */
	public void awaitSubscriber(String topic) {
		for (Duration waited = Duration.ZERO; subscribers(topic).isEmpty(); waited = waited.plus(POLL_INTERVAL)) {
			if (waited.compareTo(TIMEOUT) >= 0) {
				throw new IllegalStateException("Nobody is subscribed to " + topic + " after " + TIMEOUT);
			}
			LockSupport.parkNanos(POLL_INTERVAL.toNanos());
		}
	}

	/**
	 * The clients that are connected.
	 * @return the client identifiers
	 */
	public Set<String> connectedClients() {
		Set<String> clientIds = new ConcurrentSkipListSet<>();
		await(this.services.forEachSession((session) -> addConnected(session, clientIds)), "list clients");
		return clientIds;
	}

	/**
	 * Ends the connections of all clients, with a DISCONNECT (0x98, administrative
	 * action). Their sessions are kept as long as their expiry says, wills are published,
	 * and the clients may come back at once.
	 */
	public void disconnectClients() {
		List<CompletableFuture<Boolean>> ends = new ArrayList<>();
		connectedClients().forEach((clientId) -> ends.add(this.services.disconnect(clientId)));
		await(CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)), "disconnect clients");
	}

	/**
	 * Starts the broker after {@link #stop()}, on the same port and with what it had
	 * stored; does nothing when it is running.
	 */
	public void start() {
		this.broker.start();
	}

	/**
	 * Shuts the broker down: clients get a DISCONNECT and find nobody at its port; does
	 * nothing when it is not running. {@code @EmbeddedMqttBroker} starts it again after
	 * the test method.
	 */
	public void stop() {
		this.broker.stop();
	}

	public boolean isRunning() {
		return this.broker.isRunning();
	}

	/**
	 * The port on the loopback interface.
	 * @return the port
	 */
	public int port() {
		return this.broker.port();
	}

	/**
	 * The address for clients.
	 * @return the address, for example {@code mqtt://127.0.0.1:40001}
	 */
	public String url() {
		return this.broker.url();
	}

	/**
	 * Shuts the broker down and removes all that it had stored.
	 */
	@Override
	public void close() {
		this.broker.close();
	}

	private static void addConnected(SessionInformation session, Set<String> clientIds) {
		if (session.isConnected()) {
			clientIds.add(session.getClientIdentifier());
		}
	}

	private static void await(CompletableFuture<?> future, String what) {
		try {
			future.get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("The broker could not " + what, ex.getCause());
		}
		catch (TimeoutException ex) {
			throw new IllegalStateException("The broker could not " + what + " within " + TIMEOUT, ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("Interrupted while waiting for the broker to " + what, ex);
		}
	}

}
