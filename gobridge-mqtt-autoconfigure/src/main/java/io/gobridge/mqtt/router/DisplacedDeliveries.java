package io.gobridge.mqtt.router;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of a QoS 1 or QoS 2 delivery that comes from a filter of an older
 * installation, wanted by nobody, while that filter is being removed.
 */
@FunctionalInterface
interface DisplacedDeliveries {

	/** Nobody takes them: they stay unacknowledged. */
	DisplacedDeliveries KEEP = (entry, filter) -> {
	};

	/**
	 * Takes care of a delivery, which stays in the pending buffer until that is done.
	 * Called under the lock of the router, more than once for the same delivery.
	 * @param entry the delivery
	 * @param filter the filter that is removed
	 */
	void giveUp(PendingBuffer.Entry entry, @Nullable String filter);

}
