package io.gobridge.mqtt.router;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * One QoS 2 message on its way in, from its first PUBLISH to its PUBREL. It outlives
 * connections inside the process, so that a message whose handler has run is not handled
 * again because its PUBREC got lost with a connection.
 */
final class Qos2Exchange {

	private final int fingerprint;

	/**
	 * The wire thread brings packets, handlers settle or leave them; one connection after
	 * the other, so that it is hardly ever contended.
	 */
	private final ReentrantLock lock = new ReentrantLock();

	/** The packet that goes through the routes. */
	private @Nullable Receipt owner;

	/** The packet of a later connection that waits for the handlers of the owner. */
	private @Nullable Receipt joined;

	private boolean handled;

	Qos2Exchange(MqttDelivery delivery) {
		this.fingerprint = fingerprint(delivery);
	}

	/** For a message that was dropped without going through any route. */
	Qos2Exchange() {
		this.fingerprint = 0;
		this.handled = true;
	}

	/**
	 * Whether a packet with the same identifier carries the same message. A broker must
	 * not reuse the identifier before it has seen PUBREC and PUBCOMP; if one does, the
	 * new message is not to be lost.
	 */
	boolean carries(MqttDelivery delivery) {
		return this.fingerprint == fingerprint(delivery);
	}

	private static int fingerprint(MqttDelivery delivery) {
		return 31 * delivery.topic().hashCode() + Arrays.hashCode(delivery.payload());
	}

	/**
	 * A packet has come. It goes through the routes unless an earlier one does, which it
	 * is then settled with, or has, when it is settled at once.
	 * @return whether the caller has to dispatch the packet
	 */
	boolean take(Receipt receipt) {
		this.lock.lock();
		try {
			if (!this.handled) {
				Receipt current = this.owner;
				if (current == null || current.purge() || current.isPurged()) {
					this.owner = receipt;
					return true;
				}
				this.joined = receipt;
				return false;
			}
		}
		finally {
			this.lock.unlock();
		}
		receipt.settle();
		return false;
	}

	/**
	 * All routes have settled: whoever joined is settled too, and whoever comes later.
	 */
	void handled() {
		Receipt waiting;
		this.lock.lock();
		try {
			this.handled = true;
			waiting = this.joined;
			this.joined = null;
		}
		finally {
			this.lock.unlock();
		}
		if (waiting != null) {
			waiting.settle();
		}
	}

	/**
	 * A route left a packet to the broker. The exchange stays: the message is on its way
	 * until its PUBREL, and goes through the routes again when it comes again, or at once
	 * if it has.
	 * @return the packet that joined and now has to go through the routes itself, or
	 * {@code null}
	 */
	@Nullable Receipt left(Receipt receipt) {
		this.lock.lock();
		try {
			if (this.owner != receipt) {
				// Another route of the same packet had left it before.
				return null;
			}
			this.owner = this.joined;
			this.joined = null;
			return this.owner;
		}
		finally {
			this.lock.unlock();
		}
	}

}
