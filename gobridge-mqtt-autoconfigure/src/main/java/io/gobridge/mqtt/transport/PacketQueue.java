package io.gobridge.mqtt.transport;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * What waits to be written, whole packets in the order in which they were appended. Any
 * thread appends, holding a lock for no longer than it takes to encode one packet; the
 * one writer takes everything at a time and writes it while the next packets gather in
 * the other buffer, so that the load itself coalesces acknowledgements.
 * <p>
 * To append, a thread calls one of the {@code begin} methods, encodes one packet if it
 * got a buffer, and calls {@link #commit()} in a {@code finally} block.
 */
final class PacketQueue {

	/** From here on no PUBLISH is taken; acknowledgements always are. */
	static final int HIGH_WATER = 1 << 20;

	/** Below this a PUBLISH that was refused may come again. */
	static final int LOW_WATER = HIGH_WATER / 2;

	private static final int INITIAL_SIZE = 16 * 1024;

	private static final int YIELDS_BEFORE_PARKING = 20;

	private final ReentrantLock lock = new ReentrantLock();

	private final AtomicBoolean parked = new AtomicBoolean();

	private OutboundBuffer filling = new OutboundBuffer(INITIAL_SIZE);

	private OutboundBuffer draining = new OutboundBuffer(INITIAL_SIZE);

	/** What the draining buffer holds and is not known to be written. */
	private int unwritten;

	private boolean publishRefused;

	private volatile boolean pending;

	private volatile State state = State.HANDSHAKE;

	private volatile @Nullable Thread writer;

	/**
	 * From now on packets of ours are taken.
	 */
	void open() {
		this.lock.lock();
		try {
			if (this.state == State.HANDSHAKE) {
				this.state = State.OPEN;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Begins any packet but a PUBLISH.
	 * @return where to encode it, or {@code null} if the connection is not up
	 */
	@Nullable OutboundBuffer begin() {
		this.lock.lock();
		if (this.state == State.OPEN) {
			return this.filling;
		}
		this.lock.unlock();
		return null;
	}

	/**
	 * Begins a PUBLISH packet.
	 * @return where to encode it, or {@code null} if the connection is not up or too much
	 * waits already
	 */
	@Nullable OutboundBuffer beginPublish() {
		this.lock.lock();
		if (this.state == State.OPEN) {
			if (this.filling.size() + this.unwritten < HIGH_WATER) {
				return this.filling;
			}
			this.publishRefused = true;
		}
		this.lock.unlock();
		return null;
	}

	/**
	 * The packet that was begun is complete, or was refused before its first byte.
	 */
	void commit() {
		if (!this.pending) {
			this.pending = true;
		}
		this.lock.unlock();
		wakeWriter();
	}

	/**
	 * Appends any packet but a PUBLISH.
	 * @param encode encodes it
	 * @return whether it was taken
	 */
	boolean send(Consumer<OutboundBuffer> encode) {
		OutboundBuffer out = begin();
		if (out == null) {
			return false;
		}
		try {
			encode.accept(out);
		}
		finally {
			commit();
		}
		return true;
	}

	/**
	 * Appends the last packet: nothing is taken after it.
	 * @param encode encodes it
	 * @return whether it was taken; not where the connection is not up
	 */
	boolean sendLast(Consumer<OutboundBuffer> encode) {
		return send((out) -> {
			encode.accept(out);
			this.state = State.FINISHING;
		});
	}

	/**
	 * Appends packets of Paho, the first of which is the CONNECT and comes before the
	 * CONNACK.
	 * @param packets whole packets
	 * @return whether they were taken
	 */
	boolean sendForeign(byte[] packets) {
		this.lock.lock();
		try {
			if (this.state != State.OPEN && this.state != State.HANDSHAKE) {
				return false;
			}
			this.filling.ensureCapacity(packets.length);
			this.filling.putBytes(packets);
			this.pending = true;
		}
		finally {
			this.lock.unlock();
		}
		wakeWriter();
		return true;
	}

	/**
	 * Drops what waits and takes nothing more.
	 */
	void close() {
		this.lock.lock();
		try {
			this.state = State.CLOSED;
			this.filling.clear();
		}
		finally {
			this.lock.unlock();
		}
		LockSupport.unpark(this.writer);
	}

	/**
	 * Has the writer look around once, although nothing was appended.
	 */
	void nudge() {
		this.pending = true;
		wakeWriter();
	}

	/**
	 * Wakes the writer where it sleeps. It looks at {@link #pending} after it has
	 * announced that it will sleep, and we look for the announcement after we have set
	 * that: one of both sees the other. A writer that is awake costs one volatile read.
	 */
	private void wakeWriter() {
		if (this.parked.get() && this.parked.compareAndSet(true, false)) {
			LockSupport.unpark(this.writer);
		}
	}

	/**
	 * Takes everything that waits. Only the writer calls this and what follows.
	 * @return the packets, empty if nothing waits
	 */
	OutboundBuffer take() {
		this.lock.lock();
		try {
			this.pending = false;
			OutboundBuffer full = this.filling;
			this.filling = this.draining;
			this.filling.clear();
			this.draining = full;
			this.unwritten = full.size();
			return full;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * A part of what was taken has been written.
	 * @param length how many bytes
	 * @return whether a PUBLISH was refused for want of room and there is room now
	 */
	boolean written(int length) {
		this.lock.lock();
		try {
			this.unwritten -= length;
			if (this.publishRefused && this.filling.size() + this.unwritten < LOW_WATER) {
				this.publishRefused = false;
				return true;
			}
			return false;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether the last packet was appended; it is written when nothing is left to take.
	 */
	boolean isFinishing() {
		return this.state == State.FINISHING;
	}

	boolean isClosed() {
		return this.state == State.CLOSED;
	}

	/**
	 * Waits until there may be something to do. Gives the processor away a few times
	 * before it sleeps: under load the next packets come within that time, and neither
	 * side pays for a wake-up.
	 */
	void await() {
		this.writer = Thread.currentThread();
		for (int i = 0; i < YIELDS_BEFORE_PARKING && !hasWork(); i++) {
			Thread.yield();
		}
		while (!hasWork()) {
			this.parked.set(true);
			if (!hasWork()) {
				LockSupport.park(this);
			}
			this.parked.set(false);
		}
	}

	private boolean hasWork() {
		return this.pending || this.state == State.FINISHING || this.state == State.CLOSED;
	}

	private enum State {

		/** Only Paho's CONNECT may pass. */
		HANDSHAKE,

		/** The CONNACK has come. */
		OPEN,

		/** What is there is written, nothing is added. */
		FINISHING,

		/** Nothing is written any more. */
		CLOSED

	}

}
