package io.gobridge.mqtt.session;

import java.time.Instant;

/**
 * One connection from CONNACK to its end. Packet identifiers, settlement order and grants
 * are only valid within their epoch; when it is retired all of it is retired at once.
 * Safe for any thread.
 */
public final class ConnectionEpoch {

	private final long number;

	private final ConnAck connAck;

	private final BrokerConnection connection;

	private final Instant connectedAt;

	private volatile boolean retired;

	/**
	 * Opens an epoch.
	 * @param number counts the connections of a session object, from 1
	 * @param connAck what the broker said
	 * @param connection the connection
	 * @param connectedAt when the CONNACK came
	 */
	public ConnectionEpoch(long number, ConnAck connAck, BrokerConnection connection, Instant connectedAt) {
		this.number = number;
		this.connAck = connAck;
		this.connection = connection;
		this.connectedAt = connectedAt;
	}

	public long number() {
		return this.number;
	}

	public ConnAck connAck() {
		return this.connAck;
	}

	public BrokerConnection connection() {
		return this.connection;
	}

	public Instant connectedAt() {
		return this.connectedAt;
	}

	/**
	 * Whether the connection has ended. Once {@code true} it stays so.
	 * @return whether this epoch is over
	 */
	public boolean isRetired() {
		return this.retired;
	}

	/**
	 * Ends the epoch. Called by the session, once, before the next connection is dialled.
	 */
	public void retire() {
		this.retired = true;
	}

	@Override
	public String toString() {
		return "epoch " + this.number;
	}

}
