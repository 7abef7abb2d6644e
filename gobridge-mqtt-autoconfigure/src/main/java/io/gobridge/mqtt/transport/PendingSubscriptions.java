package io.gobridge.mqtt.transport;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;

import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.PacketIdentifiers;
import io.gobridge.mqtt.session.SubscriptionAck;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The SUBSCRIBE and UNSUBSCRIBE packets of one connection that the broker has not
 * answered. Safe for any thread.
 */
final class PendingSubscriptions {

	private static final Logger logger = LoggerFactory.getLogger(PendingSubscriptions.class);

	private final PacketIdentifiers identifiers;

	private final Map<Integer, Pending> pending = new ConcurrentHashMap<>();

	private volatile boolean closed;

	PendingSubscriptions(PacketIdentifiers identifiers) {
		this.identifiers = identifiers;
	}

	/**
	 * Sends a request under an identifier of its own.
	 * @param answerType the type of the packet that answers it
	 * @param send queues the packet with the given identifier and says whether it did
	 * @return the answer
	 */
	CompletableFuture<SubscriptionAck> send(int answerType, IntPredicate send) {
		int identifier = this.identifiers.take();
		if (identifier == 0) {
			return CompletableFuture.failedFuture(new IllegalStateException("All packet identifiers are in use"));
		}
		Pending request = new Pending(answerType, new CompletableFuture<>());
		this.pending.put(identifier, request);
		// The connection may end between any two of these lines: whoever finds the
		// request
		// in the map ends it.
		try {
			if (!send.test(identifier) || this.closed) {
				fail(identifier, ended());
			}
		}
		catch (IllegalArgumentException ex) {
			fail(identifier, ex);
		}
		return request.future();
	}

	/**
	 * The broker has answered.
	 * @param type the type of the packet
	 * @param identifier the packet identifier
	 * @param ack the answer
	 */
	void answered(int type, int identifier, SubscriptionAck ack) {
		Pending request = this.pending.get(identifier);
		if (request == null || request.answerType() != type) {
			logger.debug("Ignored a packet of type {} for the unknown packet identifier {}", type, identifier);
			return;
		}
		if (this.pending.remove(identifier, request)) {
			this.identifiers.release(identifier);
			request.future().complete(ack);
		}
	}

	/**
	 * The connection has ended.
	 */
	void close() {
		this.closed = true;
		this.pending.keySet().forEach((identifier) -> fail(identifier, ended()));
	}

	private void fail(int identifier, Throwable cause) {
		Pending request = this.pending.remove(identifier);
		if (request != null) {
			this.identifiers.release(identifier);
			request.future().completeExceptionally(cause);
		}
	}

	private static ConnectionClosedException ended() {
		return new ConnectionClosedException("The connection ended before the broker answered");
	}

	private record Pending(int answerType, CompletableFuture<SubscriptionAck> future) {
	}

}
