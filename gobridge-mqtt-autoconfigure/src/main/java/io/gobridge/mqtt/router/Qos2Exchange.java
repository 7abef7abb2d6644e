package io.gobridge.mqtt.router;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReference;

import io.gobridge.mqtt.message.MqttDelivery;
import org.jspecify.annotations.Nullable;

/**
 * One QoS 2 message on its way in, from its first PUBLISH to its PUBREL. It outlives
 * connections inside the process, so that a message whose handler has run is not handled
 * again because its PUBREC got lost with a connection.
 */
final class Qos2Exchange {

	private static final Object OPEN = new Object();

	private static final Object HANDLED = new Object();

	private final int fingerprint;

	/** The packet that goes through the routes; touched by the wire thread only. */
	private @Nullable Receipt owner;

	/**
	 * {@link #OPEN}, {@link #HANDLED}, or the packet of a later connection that waits for
	 * the handler of an earlier one.
	 */
	private final AtomicReference<Object> state = new AtomicReference<>(OPEN);

	Qos2Exchange(MqttDelivery delivery) {
		this.fingerprint = fingerprint(delivery);
	}

	/** For a message that was dropped without going through any route. */
	Qos2Exchange() {
		this.fingerprint = 0;
		this.state.set(HANDLED);
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
	 * Makes a packet the one that goes through the routes, unless an earlier one is there
	 * already.
	 * @return whether the caller has to dispatch the packet
	 */
	boolean own(Receipt receipt) {
		Receipt current = this.owner;
		if (current == null || current.purge() || current.isPurged()) {
			this.owner = receipt;
			return true;
		}
		return false;
	}

	/**
	 * A packet came again while an earlier one goes, or has gone, through the routes: it
	 * is settled with it.
	 */
	void join(Receipt receipt) {
		Object current = this.state.get();
		while (current != HANDLED) {
			if (this.state.compareAndSet(current, receipt)) {
				return;
			}
			current = this.state.get();
		}
		receipt.settle();
	}

	/**
	 * All routes have settled: whoever joined is settled too, and whoever comes later.
	 */
	void handled() {
		if (this.state.getAndSet(HANDLED) instanceof Receipt joined) {
			joined.settle();
		}
	}

	/**
	 * A route left the message to the broker.
	 * @return the packet that joined and now has to go through the routes itself, or
	 * {@code null}
	 */
	@Nullable Receipt left() {
		return (this.state.getAndSet(OPEN) instanceof Receipt joined) ? joined : null;
	}

}
