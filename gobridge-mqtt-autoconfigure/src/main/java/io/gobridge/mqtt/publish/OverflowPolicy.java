package io.gobridge.mqtt.publish;

/**
 * What a caller meets when the publish buffer is full ({@code publish.on-overflow}).
 */
public enum OverflowPolicy {

	/**
	 * The caller waits for room, as long as the timeout of its publish. Threads of the
	 * engine that must not wait are refused instead.
	 */
	WAIT,

	/** The future fails at once. */
	REJECT

}
