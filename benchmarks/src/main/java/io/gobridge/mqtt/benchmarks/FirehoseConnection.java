package io.gobridge.mqtt.benchmarks;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * One connection of a client to the {@link Firehose}: reads what the client sends,
 * answers it, and writes the messages of the current burst whenever the window has room
 * and the socket takes bytes. One thread, no lock, and on the way of a message no
 * allocation.
 */
final class FirehoseConnection {

	private static final int READ_BUFFER = 64 * 1024;

	/** Room for a PUBREL of every packet identifier that there is. */
	private static final int CONTROL_BUFFER = 65536 * 4 + READ_BUFFER;

	private static final int MIN_SLOTS = 4096;

	/** So many stretches are written before the socket is read again. */
	private static final int WRITES_IN_A_ROW = 4;

	private final Workload workload;

	private final SocketChannel channel;

	private final Selector selector;

	private final SelectionKey key;

	private final Supplier<@Nullable Order> orders;

	private final Peer peer = new Peer();

	private final ByteBuffer in = ByteBuffer.allocateDirect(READ_BUFFER);

	/**
	 * Answers are appended here, and written from {@link #controlOut}, a view of the same
	 * memory.
	 */
	private final ByteBuffer control = ByteBuffer.allocateDirect(CONTROL_BUFFER);

	private final ByteBuffer controlOut = this.control.duplicate().limit(0);

	private final ByteBuffer[] controlFirst = { this.controlOut, this.controlOut };

	private final ByteBuffer[] stretchFirst = { this.controlOut, this.controlOut };

	private SendWindow window = new SendWindow(0, 1);

	private @Nullable PublishImage image;

	/** Whether the subscriptions have changed since {@link #image} was made. */
	private boolean stale = true;

	/** The packets that are being written; empty when there are none. */
	private ByteBuffer stretch = ByteBuffer.allocate(0);

	private int stretchStart;

	private int nextSlot;

	private @Nullable Order order;

	/** How many messages of the current burst have not been handed to the socket. */
	private int left;

	private long startNanos;

	/** When all but the tail was done; 0 until then. */
	private long endNanos;

	FirehoseConnection(Workload workload, SocketChannel channel, Selector selector, Supplier<@Nullable Order> orders)
			throws IOException {
		this.workload = workload;
		this.channel = channel;
		this.selector = selector;
		this.orders = orders;
		this.key = channel.register(selector, SelectionKey.OP_READ);
	}

	/**
	 * Serve the client until it leaves or does something wrong, or the selector is
	 * closed.
	 */
	void serve() throws IOException {
		try {
			while (this.selector.isOpen()) {
				if (advance()) {
					this.selector.selectNow(FirehoseConnection::ignore);
				}
				else {
					this.selector.select(FirehoseConnection::ignore);
				}
				if (this.key.isValid() && this.key.isReadable() && !read()) {
					throw new EOFException("The client has closed the connection");
				}
			}
			throw new EOFException("The server was closed");
		}
		catch (IOException | RuntimeException ex) {
			Order unfinished = this.order;
			if (unfinished != null) {
				unfinished.result()
					.completeExceptionally(new IOException("After %d of %d messages (%d acknowledged): %s".formatted(
							unfinished.total() - this.left, unfinished.total(), this.window.acknowledged(), ex), ex));
			}
			throw ex;
		}
		finally {
			this.key.cancel();
		}
	}

	private static void ignore(SelectionKey key) {
	}

	/**
	 * Send what can be sent now.
	 * @return whether more could be sent at once
	 */
	private boolean advance() throws IOException {
		if (this.order == null && subscribed()) {
			begin(this.orders.get());
		}
		for (int i = 0; i < WRITES_IN_A_ROW; i++) {
			boolean filled = fill();
			if (!flush()) {
				interest(SelectionKey.OP_READ | SelectionKey.OP_WRITE);
				return false;
			}
			if (!filled) {
				interest(SelectionKey.OP_READ);
				return finish();
			}
		}
		return true;
	}

	private void interest(int operations) {
		if (this.key.interestOps() != operations) {
			this.key.interestOps(operations);
		}
	}

	/** A burst waits until every topic has somebody to go to. */
	private boolean subscribed() {
		return !this.stale || this.workload.topics().stream().allMatch((topic) -> this.peer.grantedQos(topic) >= 0);
	}

	private void begin(@Nullable Order next) throws IOException {
		if (next == null) {
			return;
		}
		this.order = next;
		this.left = next.total();
		if (this.stale) {
			prepare();
			this.stale = false;
		}
		this.window.resetCounts();
		this.startNanos = System.nanoTime();
		this.endNanos = 0;
	}

	private void prepare() throws IOException {
		int slots = Math.max(MIN_SLOTS, Math.min(65535, this.peer.receiveMaximum() * 4));
		for (String topic : this.workload.topics()) {
			int granted = this.peer.grantedQos(topic);
			if (granted < this.workload.qos()) {
				throw new ProtocolException("The subscription to %s has QoS %d, but %d is to be sent".formatted(topic,
						granted, this.workload.qos()));
			}
		}
		PublishImage prepared = PublishImage.of(this.workload, slots, this.peer::identifiers);
		if (prepared.largestPacket() > this.peer.maximumPacketSize()) {
			throw new ProtocolException("The client takes packets of %d bytes at most, but %d are to be sent"
				.formatted(this.peer.maximumPacketSize(), prepared.largestPacket()));
		}
		this.image = prepared;
		this.window = new SendWindow(this.peer.receiveMaximum(), prepared.slots());
		this.nextSlot = 0;
		this.stretch = prepared.select(0, 0);
		this.controlFirst[1] = this.stretch;
		this.stretchFirst[0] = this.stretch;
	}

	/**
	 * Choose the next packets if the former ones have been written.
	 * @return whether there is anything of the burst to write now
	 */
	private boolean fill() {
		PublishImage packets = this.image;
		if (packets == null || this.stretch.hasRemaining()) {
			return this.stretch.hasRemaining();
		}
		if (this.left == 0) {
			return false;
		}
		int from = this.nextSlot;
		int to;
		if (this.workload.qos() == 0) {
			to = Math.min(packets.slots(), from + this.left);
		}
		else {
			from = this.window.nextFree(from);
			if (from < 0) {
				return false;
			}
			to = this.window.claim(from, this.left);
		}
		this.left -= to - from;
		this.nextSlot = (to == packets.slots()) ? 0 : to;
		packets.select(from, to);
		this.stretchStart = this.stretch.position();
		return true;
	}

	/**
	 * Write answers and packets. Answers go first, unless the socket has already taken a
	 * part of a packet.
	 * @return whether everything was written
	 */
	private boolean flush() throws IOException {
		this.controlOut.limit(this.control.position());
		while (this.controlOut.hasRemaining() || this.stretch.hasRemaining()) {
			if (writeOnce() == 0) {
				return false;
			}
		}
		this.control.clear();
		this.controlOut.limit(0);
		return true;
	}

	private long writeOnce() throws IOException {
		if (!this.controlOut.hasRemaining()) {
			return this.channel.write(this.stretch);
		}
		if (!this.stretch.hasRemaining()) {
			return this.channel.write(this.controlOut);
		}
		boolean begun = this.stretch.position() != this.stretchStart;
		return this.channel.write(begun ? this.stretchFirst : this.controlFirst);
	}

	/**
	 * Report the burst if it is complete.
	 * @return whether it was
	 */
	private boolean finish() {
		Order current = this.order;
		if (current == null) {
			return false;
		}
		long done = (this.workload.qos() > 0) ? this.window.acknowledged() : current.total() - this.left;
		if (this.endNanos == 0 && done >= current.messages()) {
			this.endNanos = System.nanoTime();
		}
		if (done < current.total()) {
			return false;
		}
		this.order = null;
		current.result()
			.complete(new Burst(current.total(), this.window.acknowledged(), this.window.refused(),
					this.window.strays(), this.window.maxUnacknowledged(), this.startNanos, this.endNanos));
		return true;
	}

	/**
	 * Read once and handle every packet that is complete.
	 * @return whether the client is still there
	 */
	private boolean read() throws IOException {
		if (this.channel.read(this.in) < 0) {
			return false;
		}
		this.in.flip();
		boolean open = true;
		while (open && this.in.remaining() >= 2) {
			int start = this.in.position();
			int body = start + 1;
			int length = 0;
			int shift = 0;
			int next;
			do {
				if (body == this.in.limit()) {
					this.in.compact();
					return true;
				}
				next = this.in.get(body++);
				length |= (next & 127) << shift;
				shift += 7;
			}
			while (next < 0 && shift < 28);
			if (body - start + length > this.in.capacity()) {
				throw new ProtocolException("A packet of " + length + " bytes");
			}
			if (this.in.limit() - body < length) {
				break;
			}
			open = handle(this.in.get(start) & 0xFF, body, length);
			this.in.position(body + length);
		}
		this.in.compact();
		return open;
	}

	private boolean handle(int header, int body, int length) throws IOException {
		switch (header) {
			case 0x40 -> this.window.puback(packetId(body), reasonCode(body, length));
			case 0x50 -> {
				int packetId = packetId(body);
				if (this.window.pubrec(packetId, reasonCode(body, length))) {
					this.control.putInt(0x62020000 | packetId);
				}
			}
			case 0x70 -> this.window.pubcomp(packetId(body), reasonCode(body, length));
			case 0x10 -> this.peer.connect(this.in.slice(body, length), this.control);
			case 0x82 -> {
				this.peer.subscribe(this.in.slice(body, length), this.control);
				this.stale = true;
			}
			case 0xA2 -> {
				this.peer.unsubscribe(this.in.slice(body, length), this.control);
				this.stale = true;
			}
			case 0xC0 -> this.control.putShort((short) 0xD000);
			case 0xE0 -> {
				return false;
			}
			default -> throw new ProtocolException("A packet that begins with 0x" + Integer.toHexString(header));
		}
		return true;
	}

	private int packetId(int body) {
		return this.in.getShort(body) & 0xFFFF;
	}

	private int reasonCode(int body, int length) {
		return (length > 2) ? this.in.get(body + 2) & 0xFF : 0;
	}

	/**
	 * A burst that somebody has asked for.
	 *
	 * @param messages how many messages to time
	 * @param tail how many to send behind them
	 * @param result completed by the thread of the connection
	 */
	record Order(int messages, int tail, CompletableFuture<Burst> result) {

		int total() {
			return this.messages + this.tail;
		}

	}

}
