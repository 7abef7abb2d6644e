package io.gobridge.mqtt.benchmarks;

/**
 * The messages that are on their way to one client, by packet identifier, and how many
 * there may be. Identifiers are used in turn, from 1 to the number of slots, and one that
 * is still in use is passed over. Used by the thread of its connection alone. See MQTT 5,
 * sections 4.3 and 4.9.
 */
final class SendWindow {

	private static final byte FREE = 0;

	/** Sent, PUBACK or PUBREC awaited. */
	private static final byte PUBLISHED = 1;

	/** PUBREL sent, PUBCOMP awaited. */
	private static final byte RELEASED = 2;

	private final int receiveMaximum;

	private final byte[] slots;

	private int unacknowledged;

	private int maxUnacknowledged;

	private long acknowledged;

	private long refused;

	private long strays;

	SendWindow(int receiveMaximum, int slots) {
		this.receiveMaximum = receiveMaximum;
		this.slots = new byte[slots];
	}

	/**
	 * The first slot at or behind the given one that is free, or -1 when the client is
	 * owed nothing more.
	 */
	int nextFree(int slot) {
		if (this.unacknowledged >= Math.min(this.receiveMaximum, this.slots.length)) {
			return -1;
		}
		int free = slot;
		while (this.slots[free] != FREE) {
			free = (free + 1 == this.slots.length) ? 0 : free + 1;
		}
		return free;
	}

	/**
	 * Take the free slots from the given one on, without a gap and without going round.
	 * @return the slot behind the last one that was taken
	 */
	int claim(int from, int atMost) {
		int room = Math.min(this.receiveMaximum - this.unacknowledged, this.slots.length - from);
		int end = from + Math.min(atMost, room);
		int slot = from;
		while (slot < end && this.slots[slot] == FREE) {
			this.slots[slot++] = PUBLISHED;
		}
		this.unacknowledged += slot - from;
		this.maxUnacknowledged = Math.max(this.maxUnacknowledged, this.unacknowledged);
		return slot;
	}

	void puback(int packetId, int reasonCode) {
		settle(packetId, PUBLISHED, reasonCode);
	}

	/**
	 * Note a PUBREC.
	 * @return whether a PUBREL is due
	 */
	boolean pubrec(int packetId, int reasonCode) {
		if (reasonCode >= 0x80 || !is(packetId, PUBLISHED)) {
			settle(packetId, PUBLISHED, reasonCode);
			return false;
		}
		this.slots[packetId - 1] = RELEASED;
		return true;
	}

	void pubcomp(int packetId, int reasonCode) {
		settle(packetId, RELEASED, reasonCode);
	}

	private void settle(int packetId, byte expected, int reasonCode) {
		if (!is(packetId, expected)) {
			this.strays++;
			return;
		}
		this.slots[packetId - 1] = FREE;
		this.unacknowledged--;
		this.acknowledged++;
		if (reasonCode >= 0x80) {
			this.refused++;
		}
	}

	private boolean is(int packetId, byte state) {
		return packetId > 0 && packetId <= this.slots.length && this.slots[packetId - 1] == state;
	}

	/** Start to count anew. What is in flight stays in flight. */
	void resetCounts() {
		this.acknowledged = 0;
		this.refused = 0;
		this.strays = 0;
		this.maxUnacknowledged = this.unacknowledged;
	}

	long acknowledged() {
		return this.acknowledged;
	}

	long refused() {
		return this.refused;
	}

	long strays() {
		return this.strays;
	}

	int maxUnacknowledged() {
		return this.maxUnacknowledged;
	}

}
