package io.gobridge.mqtt.transport;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.mqtt.session.ConnectionListener;
import io.gobridge.mqtt.session.Disconnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one way in which a connection ends, in two steps that any thread may take: first
 * the reason is decided, once and for all; then the connection is cut, which closes the
 * sockets whatever other threads do with them. {@link ConnectionListener#closed} follows
 * exactly once and as the last call: where the reader is inside the listener it is the
 * reader that makes it, on its way out.
 */
final class ConnectionEnd {

	private static final Logger logger = LoggerFactory.getLogger(ConnectionEnd.class);

	private static final int READER_OUTSIDE = 0;

	private static final int READER_INSIDE = 1;

	private static final int TOLD = 2;

	private final ConnectionListener listener;

	private final Executor executor;

	private final Runnable cleanUp;

	private final AtomicReference<@Nullable Disconnection> reason = new AtomicReference<>();

	private final AtomicBoolean cut = new AtomicBoolean();

	private final AtomicInteger reader = new AtomicInteger(READER_OUTSIDE);

	/** Guards what follows, and keeps {@code writable} before {@code closed}. */
	private final ReentrantLock lock = new ReentrantLock();

	private final List<Closeable> sockets = new ArrayList<>(2);

	private boolean told;

	/**
	 * Watches over one connection.
	 * @param listener told of the end
	 * @param executor runs the listener where the reader is not there to do it, so that
	 * it is never called from within a call of its own
	 * @param cleanUp runs once, when the connection was cut and before the listener is
	 * told
	 */
	ConnectionEnd(ConnectionListener listener, Executor executor, Runnable cleanUp) {
		this.listener = listener;
		this.executor = executor;
		this.cleanUp = cleanUp;
	}

	/**
	 * Decides why the connection ends, if nobody has.
	 * @param disconnection the reason
	 * @return whether this is the reason that counts
	 */
	boolean decide(Disconnection disconnection) {
		return this.reason.compareAndSet(null, disconnection);
	}

	/**
	 * Whether the connection is ending or has ended: nothing new may begin.
	 */
	boolean isDecided() {
		return this.reason.get() != null;
	}

	/**
	 * Decides, and cuts at once.
	 * @param disconnection the reason, unless there is one
	 */
	void cut(Disconnection disconnection) {
		decide(disconnection);
		cut();
	}

	/**
	 * Closes the sockets. The reason must have been decided.
	 */
	void cut() {
		if (!this.cut.compareAndSet(false, true)) {
			return;
		}
		this.lock.lock();
		try {
			this.sockets.forEach(ConnectionEnd::closeQuietly);
			this.sockets.clear();
		}
		finally {
			this.lock.unlock();
		}
		this.cleanUp.run();
		// Either the reader is outside and will find the state changed when it comes, or
		// it is inside and looks at the flag when it leaves: one of both tells.
		if (this.reader.compareAndSet(READER_OUTSIDE, TOLD)) {
			this.executor.execute(this::tell);
		}
	}

	/**
	 * Whether the connection was cut.
	 */
	boolean isCut() {
		return this.cut.get();
	}

	/**
	 * Has a socket closed when the connection is cut; at once if it has been.
	 * @param socket the socket
	 * @throws IOException if the connection was cut
	 */
	void guard(Closeable socket) throws IOException {
		this.lock.lock();
		try {
			if (!this.cut.get()) {
				this.sockets.add(socket);
				return;
			}
		}
		finally {
			this.lock.unlock();
		}
		closeQuietly(socket);
		throw new IOException("The connection was closed while it was being opened");
	}

	/**
	 * The reader is about to read and to call the listener.
	 * @return {@code false} if the listener must not be called any more
	 */
	boolean enterReader() {
		return this.reader.compareAndSet(READER_OUTSIDE, READER_INSIDE);
	}

	/**
	 * The reader will not call the listener until it enters again.
	 */
	void leaveReader() {
		this.reader.set(READER_OUTSIDE);
		if (this.cut.get() && this.reader.compareAndSet(READER_OUTSIDE, TOLD)) {
			tell();
		}
	}

	/**
	 * Tells the listener that there is room in the outbound buffer.
	 */
	void tellWritable() {
		this.lock.lock();
		try {
			if (!this.told && !isDecided()) {
				this.listener.writable();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void tell() {
		this.lock.lock();
		try {
			this.told = true;
		}
		finally {
			this.lock.unlock();
		}
		Disconnection disconnection = this.reason.get();
		if (disconnection == null) {
			throw new IllegalStateException("Cut without a reason");
		}
		try {
			this.listener.closed(disconnection);
		}
		catch (RuntimeException ex) {
			logger.error("The end of a connection could not be told", ex);
		}
	}

	private static void closeQuietly(Closeable socket) {
		try {
			socket.close();
		}
		catch (IOException ex) {
			logger.debug("Socket did not close cleanly", ex);
		}
	}

}
