package io.gobridge.mqtt.publish;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.gobridge.mqtt.session.BrokerConnection;
import io.gobridge.mqtt.session.PacketIdentifiers;
import org.jspecify.annotations.Nullable;

/**
 * The QoS 1 and QoS 2 messages that were sent and not answered to the end, across
 * connections (MQTT 5, sections 4.3, 4.4 and 4.9). Guarded by the lock of
 * {@link OutboundMessages}.
 * <p>
 * The window counts from PUBLISH to PUBACK, PUBCOMP or an error in PUBREC, exchanges that
 * a resumed session still has open included, so it is never wider than the broker counts.
 */
final class InFlight {

	/** Leaves identifiers for SUBSCRIBE and UNSUBSCRIBE. */
	static final int MAX_WINDOW = 65_000;

	/**
	 * A message that two connections did not survive may be their cause, for example by
	 * being larger than a limit that the broker does not announce. It is sent alone, so
	 * that others are not suspected with it.
	 */
	static final int SUSPECT_AFTER = 2;

	/** After so many connections a message is given up. */
	static final int GIVE_UP_AFTER = 5;

	private static final int LAST_IDENTIFIER = 65535;

	private final PacketIdentifiers identifiers;

	/** In the order of the first PUBLISH; entries wait here for PUBACK or PUBREC. */
	private final Map<Integer, PendingPublish> sent = new LinkedHashMap<>();

	/** In the order of PUBREC; entries wait here for PUBCOMP. */
	private final Map<Integer, PendingPublish> received = new LinkedHashMap<>();

	/** What of {@link #sent} is still to be sent again on this connection. */
	private final Deque<PendingPublish> resend = new ArrayDeque<>();

	/**
	 * Identifiers of QoS 2 messages that were given up while the broker may hold them.
	 * Used again it would take a new message for the old one and drop it, so they stay
	 * taken until the session is new.
	 */
	private final BitSet abandoned = new BitSet();

	/**
	 * Identifiers that an earlier process may have left open in a session that the broker
	 * has kept, with the same danger.
	 */
	private final BitSet inherited = new BitSet();

	private boolean neverConnected = true;

	private int limit;

	/** PUBLISH packets on this connection without an answer. */
	private int unanswered;

	private @Nullable PendingPublish suspect;

	InFlight(PacketIdentifiers identifiers) {
		this.identifiers = identifiers;
	}

	int size() {
		return this.sent.size() + this.received.size();
	}

	Stream<PendingPublish> stream() {
		return Stream.concat(this.received.values().stream(), this.sent.values().stream());
	}

	/**
	 * The broker has kept the session: PUBREL again, in the order of the PUBRECs, and
	 * every other message is to be resent with its identifier, in its old order.
	 * @return the messages that are given up instead
	 */
	List<PendingPublish> resume(BrokerConnection connection, int receiveMaximum) {
		if (this.neverConnected) {
			this.inherited.set(1, LAST_IDENTIFIER + 1);
		}
		begin(receiveMaximum);
		this.received.keySet().forEach(connection::pubRel);
		List<PendingPublish> givenUp = new ArrayList<>(0);
		for (PendingPublish pending : this.sent.values()) {
			if (pending.connections >= GIVE_UP_AFTER) {
				givenUp.add(pending);
			}
			else {
				this.resend.add(pending);
			}
		}
		givenUp.forEach(this::abandon);
		return givenUp;
	}

	/**
	 * The session is new: no identifier means anything to the broker.
	 * @param complete told the messages that the broker had confirmed with PUBREC, which
	 * are its own since
	 * @return all others, in their old order and without identifiers
	 */
	List<PendingPublish> restart(int receiveMaximum, Consumer<PendingPublish> complete) {
		begin(receiveMaximum);
		this.received.values().forEach((pending) -> {
			release(pending);
			complete.accept(pending);
		});
		this.received.clear();
		List<PendingPublish> unfinished = new ArrayList<>(this.sent.values());
		unfinished.forEach(this::release);
		this.sent.clear();
		this.abandoned.stream().forEach(this.identifiers::release);
		this.abandoned.clear();
		this.inherited.clear();
		return unfinished;
	}

	private void begin(int receiveMaximum) {
		suspend();
		this.neverConnected = false;
		this.limit = Math.min(receiveMaximum, MAX_WINDOW);
	}

	/**
	 * The connection has ended.
	 */
	void suspend() {
		this.sent.values().forEach((pending) -> pending.onWire = false);
		this.unanswered = 0;
		this.suspect = null;
		this.resend.clear();
	}

	@Nullable PendingPublish nextToResend() {
		return this.resend.peek();
	}

	/**
	 * Forgets a message that must not be resent.
	 */
	void abandon(PendingPublish pending) {
		this.resend.remove(pending);
		this.sent.remove(pending.packetId);
		if (pending.qos() == 2) {
			this.abandoned.set(pending.packetId);
		}
		else {
			release(pending);
		}
	}

	/**
	 * Takes back the identifier of a message that was admitted and not sent.
	 */
	void giveBack(PendingPublish pending) {
		if (pending.packetId != 0) {
			release(pending);
		}
	}

	void clear() {
		suspend();
		this.sent.clear();
		this.received.clear();
	}

	/**
	 * Finds room in the window and an identifier.
	 * @return whether the message can be sent now
	 */
	boolean admits(PendingPublish pending) {
		if (pending.qos() == 0) {
			return true;
		}
		// What was on more connections comes first, so a suspect finds nothing on the
		// wire
		// before it and only what is behind it has to wait.
		if (this.unanswered + this.received.size() >= this.limit || this.suspect != null) {
			return false;
		}
		if (pending.packetId == 0) {
			pending.packetId = this.identifiers.take();
		}
		return pending.packetId != 0;
	}

	private static boolean isSuspect(PendingPublish pending) {
		return pending.connections >= SUSPECT_AFTER;
	}

	/**
	 * Sends a message that was admitted.
	 * @return whether the connection took it; nothing has changed where it did not
	 */
	boolean send(PendingPublish pending, BrokerConnection connection) {
		int packetId = pending.packetId;
		if (pending.qos() == 0) {
			return connection.publish(pending.publish, 0, false);
		}
		boolean duplicate = this.sent.containsKey(packetId);
		if (pending.qos() == 2 && this.inherited.get(packetId)) {
			// Ends what an earlier process may have left open under this identifier. The
			// PUBCOMP comes before our PUBREC and is ignored.
			connection.pubRel(packetId);
		}
		if (!connection.publish(pending.publish, packetId, duplicate)) {
			if (!duplicate) {
				release(pending);
			}
			return false;
		}
		this.inherited.clear(packetId);
		if (duplicate) {
			this.resend.remove(pending);
		}
		else {
			this.sent.put(packetId, pending);
		}
		if (isSuspect(pending)) {
			this.suspect = pending;
		}
		pending.connections++;
		pending.onWire = true;
		this.unanswered++;
		return true;
	}

	/**
	 * Takes a PUBACK.
	 * @return the message it ends, or {@code null} for none
	 */
	@Nullable PendingPublish acknowledged(int packetId) {
		return ended(packetId, 1);
	}

	/**
	 * Takes a PUBREC with an error: the exchange is over and there is no PUBREL.
	 * @return the message it ends, or {@code null} for none
	 */
	@Nullable PendingPublish refused(int packetId) {
		return ended(packetId, 2);
	}

	private @Nullable PendingPublish ended(int packetId, int qos) {
		PendingPublish pending = onWire(packetId, qos);
		if (pending != null) {
			answered(pending);
			release(pending);
		}
		return pending;
	}

	/**
	 * Takes a PUBREC without an error, which may come more than once.
	 * @return whether a PUBREL is to follow
	 */
	boolean received(int packetId, int reasonCode, @Nullable String reasonString) {
		PendingPublish pending = onWire(packetId, 2);
		if (pending == null) {
			return this.received.containsKey(packetId);
		}
		answered(pending);
		pending.receivedCode = reasonCode;
		pending.receivedReason = reasonString;
		this.received.put(packetId, pending);
		return true;
	}

	/**
	 * Takes a PUBCOMP.
	 * @return the message it ends, or {@code null} for none
	 */
	@Nullable PendingPublish completed(int packetId) {
		PendingPublish pending = this.received.remove(packetId);
		if (pending != null) {
			release(pending);
		}
		return pending;
	}

	/**
	 * An answer to something that was not sent on this connection, or of the wrong kind,
	 * ends nothing.
	 */
	private @Nullable PendingPublish onWire(int packetId, int qos) {
		PendingPublish pending = this.sent.get(packetId);
		return (pending != null && pending.onWire && pending.qos() == qos) ? pending : null;
	}

	private void answered(PendingPublish pending) {
		this.sent.remove(pending.packetId);
		pending.onWire = false;
		this.unanswered--;
		if (this.suspect == pending) {
			this.suspect = null;
		}
	}

	private void release(PendingPublish pending) {
		this.identifiers.release(pending.packetId);
		pending.packetId = 0;
	}

}
