package io.gobridge.mqtt.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;

/**
 * A loopback MQTT 5 server that does nothing but send: it lets one client at a time
 * connect and subscribe, and then, on {@link #send}, writes PUBLISH packets as fast as
 * the client's Receive Maximum and its socket let it. It exists to measure clients, so it
 * costs as little as it can: one thread, packets encoded in advance, one write for as
 * many packets as the window has room for.
 * <p>
 * {@link #send} may be called from any thread. Messages of a burst leave in the order of
 * the topics of the {@link Workload}; packet identifiers are used in turn, and never are
 * more messages unacknowledged than the client's Receive Maximum. When the connection
 * ends during a burst the burst fails and nothing of it is sent again; the next client
 * starts anew, for there are no sessions. {@link #close()} ends the connection and fails
 * the burst. Not guaranteed: a client that never acknowledges keeps its burst open for
 * ever.
 */
final class Firehose implements AutoCloseable {

	private final Workload workload;

	private final ServerSocketChannel server;

	private final Selector selector;

	private final AtomicReference<FirehoseConnection.@Nullable Order> orders = new AtomicReference<>();

	private final Thread thread;

	private volatile @Nullable IOException lastError;

	private Firehose(Workload workload, ServerSocketChannel server, Selector selector) {
		this.workload = workload;
		this.server = server;
		this.selector = selector;
		this.thread = new Thread(this::run, "firehose");
		this.thread.setDaemon(true);
	}

	/** Listen on a free port of the loopback address. */
	static Firehose start(Workload workload) {
		try {
			ServerSocketChannel server = ServerSocketChannel.open();
			server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
			Firehose firehose = new Firehose(workload, server, Selector.open());
			firehose.thread.start();
			return firehose;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	int port() {
		return this.server.socket().getLocalPort();
	}

	/** The thread whose CPU time and allocation are the server's and not the client's. */
	long threadId() {
		return this.thread.getId();
	}

	/**
	 * Send messages as soon as a client has subscribed to every topic. One burst at a
	 * time. The tail follows without a gap and is not timed: a client that leaves its
	 * acknowledgements to Nagle's algorithm gets the last ones through only when the
	 * server's TCP stack confirms the ones before, up to 40 ms later, because there is no
	 * further message that would do it.
	 * @param messages how many messages to time
	 * @param tail how many to send behind them
	 * @return completes when all messages are acknowledged or, at QoS 0, written; fails
	 * when the connection ends before
	 */
	CompletableFuture<Burst> send(int messages, int tail) {
		CompletableFuture<Burst> result = new CompletableFuture<>();
		if (!this.orders.compareAndSet(null, new FirehoseConnection.Order(messages, tail, result))) {
			throw new IllegalStateException("A burst is still waiting for its client");
		}
		this.selector.wakeup();
		return result;
	}

	/** Why the last connection ended, unless the client just went away. */
	@Nullable IOException lastError() {
		return this.lastError;
	}

	private void run() {
		try {
			while (this.selector.isOpen()) {
				serve();
			}
		}
		catch (ClosedChannelException ex) {
			// The way that close() ends the waiting for a client.
		}
		catch (IOException ex) {
			this.lastError = ex;
		}
	}

	private void serve() throws IOException {
		try (SocketChannel channel = this.server.accept()) {
			channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
			channel.configureBlocking(false);
			new FirehoseConnection(this.workload, channel, this.selector, () -> this.orders.getAndSet(null)).serve();
		}
		catch (ClosedChannelException ex) {
			throw ex;
		}
		catch (IOException | RuntimeException ex) {
			this.lastError = (ex instanceof IOException io) ? io : new IOException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.selector.close();
		this.server.close();
		try {
			this.thread.join(5000);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		FirehoseConnection.Order waiting = this.orders.getAndSet(null);
		if (waiting != null) {
			waiting.result().completeExceptionally(new IOException("Closed before a client had subscribed"));
		}
	}

}
