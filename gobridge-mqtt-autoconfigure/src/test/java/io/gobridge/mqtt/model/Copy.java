package io.gobridge.mqtt.model;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * One message as the broker owes it to the session: of one subscription, or of several
 * that overlap.
 */
final class Copy {

	final int number;

	final int message;

	final String topic;

	final int qos;

	/** The filters that it comes from. */
	final List<String> filters;

	final int[] identifiers;

	/** Whether all of these filters were subscribed by this process. */
	final boolean ours;

	/** The routes that had these filters when it was published. */
	final Set<ModelRoute> wanted = new HashSet<>();

	/** The routes whose handler has begun with it. */
	final Set<ModelRoute> begun = new HashSet<>();

	/** The routes whose handler has succeeded. */
	final Set<ModelRoute> handled = new HashSet<>();

	/** The packet that the first handler has begun with. */
	@Nullable Arrival first;

	/** A handler wanted to have it again. */
	boolean again;

	/** The broker has lost it with the session, or dropped it with the subscription. */
	boolean lost;

	Copy(int number, int message, String topic, int qos, List<String> filters, int[] identifiers, boolean ours) {
		this.number = number;
		this.message = message;
		this.topic = topic;
		this.qos = qos;
		this.filters = filters;
		this.identifiers = identifiers;
		this.ours = ours;
	}

	@Override
	public String toString() {
		return "copy " + this.number + " of message " + this.message + " on " + this.topic + " at QoS " + this.qos
				+ " from " + this.filters;
	}

}
