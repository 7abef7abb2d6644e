package io.gobridge.mqtt.transport;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.ConnAck;
import io.gobridge.mqtt.session.ConnectRequest;
import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import io.gobridge.mqtt.session.OutboundPublish;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SubscriptionAck;
import io.gobridge.mqtt.session.SubscriptionRequest;
import org.eclipse.paho.mqttv5.client.MqttConnectionOptions;
import org.eclipse.paho.mqttv5.common.MqttException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection, from the attempt to its end, with a Paho client of its own.
 */
final class PahoConnection implements BrokerConnection, WireWriter.Events {

	private static final Logger logger = LoggerFactory.getLogger(PahoConnection.class);

	/** How long the last words to a peer that broke the protocol may take. */
	private static final Duration LAST_WORDS = Duration.ofSeconds(1);

	/**
	 * How long the reader may look for a reason, most of all a DISCONNECT, after the
	 * writer found the socket broken.
	 */
	private static final Duration BROKEN_PIPE = Duration.ofMillis(500);

	private static final int IMPLEMENTATION_SPECIFIC_ERROR = 0x83;

	private final String threadPrefix;

	private final ConnectRequest request;

	private final ConnectionListener listener;

	private final SessionClock clock;

	private final WireTimer timer;

	private final PacketQueue queue = new PacketQueue();

	private final KeepAlive keepAlive;

	private final PendingSubscriptions subscriptions;

	private final ConnectionEnd end;

	private volatile @Nullable PahoClient paho;

	private volatile @Nullable Future<?> attemptTimeout;

	private volatile @Nullable Future<?> keepAliveCheck;

	private volatile int keepAliveSeconds;

	private volatile boolean up;

	PahoConnection(String threadPrefix, ConnectRequest request, PacketIdentifiers identifiers,
			ConnectionListener listener, SessionClock clock, WireTimer timer) {
		this.threadPrefix = threadPrefix;
		this.request = request;
		this.listener = listener;
		this.clock = clock;
		this.timer = timer;
		this.keepAlive = new KeepAlive(clock);
		this.subscriptions = new PendingSubscriptions(identifiers);
		this.end = new ConnectionEnd(listener, timer, this::cleanUp);
	}

	/**
	 * Begins the attempt. Called once, by the timer thread, from which Paho's threads
	 * inherit that they do not keep the process alive.
	 * @param options what Paho sends and how it connects
	 * @param address where to
	 * @param decoder decodes PUBLISH packets
	 */
	void dial(MqttConnectionOptions options, BrokerAddress address, PublishDecoder decoder) throws MqttException {
		if (this.end.isDecided()) {
			return;
		}
		this.keepAliveSeconds = options.getKeepAliveInterval();
		Long announced = options.getMaximumPacketSize();
		PacketFrames frames = new PacketFrames(
				(announced != null) ? (int) Math.min(announced, Integer.MAX_VALUE) : Integer.MAX_VALUE);
		InboundPackets packets = new InboundPackets(this, frames, decoder, this.listener);
		WireModule module = new WireModule(this, address, options, packets);
		PahoClient client = new PahoClient(this.threadPrefix, address.forPaho(), this.request.clientId(), module);
		this.paho = client;
		if (this.end.isCut()) {
			// The one that cut may have looked for it too early.
			return;
		}
		client.connect(options, null, client);
	}

	/**
	 * Bounds the attempt. Called before anything that may block.
	 */
	void boundAttempt() {
		Duration bound = this.request.connectTimeout();
		this.attemptTimeout = this.timer.after(bound, () -> this.end.cut(Disconnections.timedOut(bound)));
	}

	ConnectionEnd end() {
		return this.end;
	}

	KeepAlive keepAlive() {
		return this.keepAlive;
	}

	PendingSubscriptions subscriptions() {
		return this.subscriptions;
	}

	SessionClock clock() {
		return this.clock;
	}

	PahoClient paho() {
		PahoClient client = this.paho;
		if (client == null) {
			throw new IllegalStateException("Not dialled yet");
		}
		return client;
	}

	/**
	 * The socket is open. Starts the writer.
	 * @param transport the bytes
	 */
	void opened(Transport transport) {
		Thread thread = new Thread(new WireWriter(this.queue, transport, this), this.threadPrefix + "-writer");
		thread.setDaemon(true);
		thread.start();
	}

	/**
	 * The broker accepted.
	 * @param ack what it said
	 */
	void connected(ConnAck ack) {
		cancel(this.attemptTimeout);
		Integer ordered = ack.serverKeepAlive();
		int seconds = (ordered != null) ? ordered : this.keepAliveSeconds;
		if (seconds > 0) {
			this.keepAlive.start(seconds);
			Future<?> check = this.timer.every(this.keepAlive.period(), this::checkKeepAlive);
			this.keepAliveCheck = check;
			if (this.end.isCut()) {
				// The one that cut may have looked for it too early.
				check.cancel(false);
			}
		}
		this.up = true;
		this.queue.open();
		this.listener.connected(ack);
	}

	private void checkKeepAlive() {
		switch (this.keepAlive.check()) {
			case ALIVE -> {
			}
			case PING -> this.queue.send(PacketEncoder::pingReq);
			case LOST -> this.end.cut(Disconnections.silent());
		}
	}

	/**
	 * The attempt failed before there was a stream.
	 * @param cause why
	 * @param tls whether it was during the TLS handshake
	 */
	void attemptFailed(Throwable cause, boolean tls) {
		this.end.cut(Disconnections.notOpened(cause, tls));
	}

	void refusedByServer(ConnectAnswer answer) {
		this.end.cut(Disconnections.refused(answer));
	}

	void disconnectedByServer(ServerDisconnect disconnect) {
		this.end.cut(Disconnections.ofServer(disconnect));
	}

	void violatedByServer(MalformedPacketException cause) {
		endWithDisconnect(Disconnections.violated(cause), cause.reasonCode(), LAST_WORDS);
	}

	/**
	 * Something of ours failed while a packet was being handled, and the packet is not
	 * handled.
	 * @param cause what was thrown
	 */
	void failedInside(Throwable cause) {
		logger.error("A packet could not be handled; the connection is closed and the broker will send it again",
				cause);
		endWithDisconnect(Disconnections.failedInside(cause), IMPLEMENTATION_SPECIFIC_ERROR, LAST_WORDS);
	}

	/**
	 * The socket has ended, or broke.
	 * @param cause how
	 */
	void lost(IOException cause) {
		this.end.cut(Disconnections.lost(cause, this.up));
	}

	/**
	 * Paho gave up. It has no reason of its own to, so this only follows our own end, and
	 * otherwise ends what it left behind.
	 */
	void stoppedByPaho() {
		lost(new IOException("The client library ended the connection"));
	}

	/**
	 * Has the writer send what the transport has to say for itself.
	 */
	void nudgeWriter() {
		this.queue.nudge();
	}

	private void endWithDisconnect(Disconnection reason, int reasonCode, Duration bound) {
		if (this.end.decide(reason) && !this.queue.sendLast((out) -> PacketEncoder.disconnect(out, reasonCode))) {
			this.end.cut();
			return;
		}
		this.timer.after(bound, this.end::cut);
	}

	private void cleanUp() {
		this.queue.close();
		cancel(this.attemptTimeout);
		cancel(this.keepAliveCheck);
		this.subscriptions.close();
		PahoClient client = this.paho;
		if (client != null) {
			this.timer.repeat(client::release);
		}
	}

	private static void cancel(@Nullable Future<?> future) {
		if (future != null) {
			future.cancel(false);
		}
	}

	/**
	 * Sends what Paho has written.
	 * @param bytes whole packets
	 * @return whether they are on their way
	 */
	boolean sendForeign(byte[] bytes) {
		return this.queue.sendForeign(bytes);
	}

	@Override
	public boolean pubAck(int packetId, int reasonCode) {
		// Without a lambda, which would cost an object for every acknowledgement.
		OutboundBuffer out = this.queue.begin();
		if (out == null) {
			return false;
		}
		try {
			PacketEncoder.pubAck(out, packetId, reasonCode);
		}
		finally {
			this.queue.commit();
		}
		return true;
	}

	@Override
	public boolean pubRec(int packetId, int reasonCode) {
		return this.queue.send((out) -> PacketEncoder.pubRec(out, packetId, reasonCode));
	}

	@Override
	public void pubComp(int packetId, int reasonCode) {
		this.queue.send((out) -> PacketEncoder.pubComp(out, packetId, reasonCode));
	}

	@Override
	public void pubRel(int packetId) {
		this.queue.send((out) -> PacketEncoder.pubRel(out, packetId));
	}

	@Override
	public CompletableFuture<SubscriptionAck> subscribe(List<SubscriptionRequest> filters, int subscriptionIdentifier) {
		return this.subscriptions.send(PacketType.SUBACK, (identifier) -> this.queue
			.send((out) -> PacketEncoder.subscribe(out, identifier, filters, subscriptionIdentifier)));
	}

	@Override
	public CompletableFuture<SubscriptionAck> unsubscribe(List<String> filters) {
		return this.subscriptions.send(PacketType.UNSUBACK,
				(identifier) -> this.queue.send((out) -> PacketEncoder.unsubscribe(out, identifier, filters)));
	}

	@Override
	public boolean publish(OutboundPublish publish, int packetId, boolean duplicate) {
		OutboundBuffer out = this.queue.beginPublish();
		if (out == null) {
			return false;
		}
		try {
			PacketEncoder.publish(out, publish, packetId, duplicate);
		}
		finally {
			this.queue.commit();
		}
		return true;
	}

	@Override
	public int sizeOf(OutboundPublish publish) {
		return PacketEncoder.sizeOf(publish);
	}

	@Override
	public void close(Duration bound, int reasonCode) {
		Disconnection closed = Disconnections.closed();
		if (bound.isZero() || bound.isNegative()) {
			this.end.cut(closed);
		}
		else {
			endWithDisconnect(closed, reasonCode, bound);
		}
	}

	@Override
	public void written() {
		this.keepAlive.sent();
	}

	@Override
	public void writable() {
		this.end.tellWritable();
	}

	@Override
	public void finished() {
		// A broker closes the socket when it has read the DISCONNECT. Closing it first
		// could reset the connection and take the last packets away from it.
		this.timer.after(LAST_WORDS, this.end::cut);
	}

	@Override
	public void failed(Throwable cause) {
		if (!(cause instanceof IOException)) {
			logger.error("The writer failed", cause);
		}
		this.queue.close();
		if (this.end.isDecided()) {
			this.end.cut();
			return;
		}
		IOException exception = (cause instanceof IOException ex) ? ex : new IOException(cause);
		this.timer.after(BROKEN_PIPE, () -> lost(exception));
	}

}
