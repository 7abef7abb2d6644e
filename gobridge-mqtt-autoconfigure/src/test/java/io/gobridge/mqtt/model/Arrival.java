package io.gobridge.mqtt.model;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

import io.gobridge.mqtt.message.BareDelivery;
import io.gobridge.mqtt.session.ConnectionEpoch;
import org.jspecify.annotations.Nullable;

/**
 * One PUBLISH packet that has come, and what the model knows of it.
 */
final class Arrival implements BareDelivery {

	final Copy copy;

	final int packetId;

	final boolean duplicate;

	final boolean sessionPresent;

	@Nullable ConnectionEpoch epoch;

	/** The routes that it was offered to. */
	final Set<ModelRoute> offered = new LinkedHashSet<>();

	/** The routes whose handler has begun. */
	final Set<ModelRoute> begun = new HashSet<>();

	/** Those of the offered routes that have not settled. */
	final Set<ModelRoute> unsettled = new HashSet<>();

	/** Why it may be acknowledged, once it may. */
	@Nullable Why settled;

	/** A route has left it to the broker. */
	boolean left;

	/** It waits for another arrival of the same QoS 2 message. */
	boolean joined;

	boolean acknowledged;

	/** Waits past the grace window, and was counted for that. */
	boolean retained;

	/** It was in the pending buffer. */
	boolean waited;

	boolean purged;

	Arrival(Copy copy, int packetId, boolean duplicate, boolean sessionPresent) {
		this.copy = copy;
		this.packetId = packetId;
		this.duplicate = duplicate;
		this.sessionPresent = sessionPresent;
	}

	/**
	 * Whether a later one may have come first to a paused route: one that names a running
	 * route too, by a filter that was subscribed in between, is held by the lane and not
	 * in the pending buffer.
	 */
	boolean overtaken(Setup setup) {
		return this.waited && !setup.copies() && this.copy.identifiers.length > 0;
	}

	boolean isRetired() {
		ConnectionEpoch of = this.epoch;
		return of != null && of.isRetired();
	}

	@Override
	public String topic() {
		return this.copy.topic;
	}

	@Override
	public byte[] payload() {
		return Integer.toString(this.copy.message).getBytes(StandardCharsets.UTF_8);
	}

	@Override
	public int qos() {
		return this.copy.qos;
	}

	@Override
	public boolean duplicate() {
		return this.duplicate;
	}

	@Override
	public String session() {
		return "model";
	}

	@Override
	public String toString() {
		return "packet " + this.packetId + " of " + this.epoch + ", " + this.copy;
	}

	/**
	 * Why an arrival may be acknowledged.
	 */
	enum Why {

		/** Every route that it went to has handled it, or dropped it as it was told. */
		HANDLED,

		/** The application does not want it. */
		ORPHAN,

		/** Its filter was removed a moment ago. */
		LATE,

		/** The broker exceeds our Receive Maximum with what nobody wants. */
		OVERFLOW,

		/** The QoS 2 message was handled when it came before. */
		REPEATED

	}

}
