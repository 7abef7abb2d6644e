package io.gobridge.mqtt.transport;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

import org.eclipse.paho.mqttv5.client.IMqttToken;
import org.eclipse.paho.mqttv5.client.MqttActionListener;
import org.eclipse.paho.mqttv5.client.MqttAsyncClient;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.client.MqttPingSender;
import org.eclipse.paho.mqttv5.client.internal.ClientComms;
import org.eclipse.paho.mqttv5.client.internal.NetworkModule;
import org.eclipse.paho.mqttv5.client.persist.MemoryPersistence;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Paho for one connection attempt. It opens the socket, sends the CONNECT and lends us
 * its receiver thread; it is never asked to disconnect. Its end comes through its
 * streams, which is the one end that its threads all notice.
 */
final class PahoClient extends MqttAsyncClient implements MqttActionListener {

	private static final Logger logger = LoggerFactory.getLogger(PahoClient.class);

	/** Far beyond the three times 100 ms that Paho sleeps while it starts. */
	private static final long START_SECONDS = 30;

	/** About a second; the sender needs microseconds. */
	private static final int IDLE_CHECKS = 10_000;

	private final String threadPrefix;

	private final NetworkModule module;

	private final CountDownLatch started = new CountDownLatch(1);

	private volatile boolean connectFlushed;

	private volatile @Nullable Thread connector;

	private volatile @Nullable Thread reader;

	private volatile @Nullable Thread sender;

	private volatile @Nullable Thread callback;

	/**
	 * Prepares one attempt.
	 * @param threadPrefix how the names of the threads begin
	 * @param uri the address, for Paho's own use
	 * @param clientId the client identifier
	 * @param module opens the socket and has its streams
	 * @throws MqttException if Paho does not take the arguments
	 */
	PahoClient(String threadPrefix, String uri, String clientId, NetworkModule module) throws MqttException {
		super(uri, clientId, new MemoryPersistence(), new NoPings(), null);
		this.threadPrefix = threadPrefix;
		this.module = module;
	}

	@Override
	protected NetworkModule[] createNetworkModules(String address, MqttConnectionOptions options) {
		return new NetworkModule[] { this.module };
	}

	/**
	 * The calling thread is the one on which Paho opens the socket.
	 */
	void onConnectThread() {
		this.connector = named("connect");
	}

	/**
	 * The calling thread is the one that reads.
	 */
	void onReader() {
		this.reader = named("reader");
	}

	/**
	 * The calling thread is the one that hands over Paho's packets, the first of which is
	 * the CONNECT. All of Paho's threads run by now.
	 */
	void onSender() {
		if (this.sender == null) {
			this.sender = named("paho-sender");
			this.started.countDown();
		}
	}

	/**
	 * The calling thread, which is the sender, has handed over a packet.
	 * @return whether it was the first, which is the CONNECT
	 */
	boolean onFlushed() {
		boolean first = !this.connectFlushed;
		this.connectFlushed = true;
		return first;
	}

	private Thread named(String role) {
		Thread thread = Thread.currentThread();
		thread.setName(this.threadPrefix + "-" + role);
		return thread;
	}

	boolean hasStarted() {
		return this.started.getCount() == 0;
	}

	/**
	 * Waits until Paho has handed over its CONNECT, and with it has started whatever it
	 * starts, and can be ended.
	 */
	void awaitStarted() {
		boolean interrupted = false;
		while (true) {
			try {
				if (!this.started.await(START_SECONDS, TimeUnit.SECONDS)) {
					logger.debug("Paho did not hand over its CONNECT");
				}
				break;
			}
			catch (InterruptedException ex) {
				interrupted = true;
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
		awaitIdleSender();
	}

	/**
	 * Waits until the sender sleeps for want of packets. Paho wakes it once to end it,
	 * and a sender that has not gone to sleep yet would do so after that, for ever.
	 */
	private void awaitIdleSender() {
		Thread thread = this.sender;
		for (int i = 0; i < IDLE_CHECKS && thread != null && thread.isAlive(); i++) {
			if (this.connectFlushed && thread.getState() == Thread.State.WAITING) {
				return;
			}
			LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(50));
		}
	}

	/**
	 * Releases what Paho holds, if all its threads are gone. Before that it must not be
	 * closed, because they would run into the fields that it clears.
	 * @param impatient whether to interrupt a thread that is still there: the sender can
	 * miss the one notification that ends it
	 * @return whether it is done
	 */
	boolean release(boolean impatient) {
		boolean alive = false;
		for (Thread thread : Stream.of(this.connector, this.reader, this.sender, this.callback)
			.filter((thread) -> thread != null && thread.isAlive())
			.toList()) {
			alive = true;
			if (impatient && thread != this.reader) {
				thread.interrupt();
			}
		}
		if (alive) {
			return false;
		}
		try {
			close(true);
			return true;
		}
		catch (MqttException ex) {
			logger.debug("Paho is not ready to be closed", ex);
			return false;
		}
	}

	@Override
	public void onSuccess(IMqttToken token) {
		this.callback = named("paho-callback");
	}

	@Override
	public void onFailure(IMqttToken token, Throwable exception) {
		// We know already: its streams are ours.
	}

	/**
	 * Paho's own keep alive counts only what Paho reads and writes, so it does nothing
	 * here.
	 */
	private static final class NoPings implements MqttPingSender {

		@Override
		public void init(ClientComms comms) {
		}

		@Override
		public void start() {
		}

		@Override
		public void stop() {
		}

		@Override
		public void schedule(long delayInMilliseconds) {
		}

	}

}
