package io.gobridge.mqtt.message;

import java.util.concurrent.CompletableFuture;

/**
 * Settles one delivery for one route. May be called once, from any thread, and does no
 * I/O on the calling thread; every further call results in
 * {@link SettlementResult#ALREADY_SETTLED}.
 * <p>
 * The acknowledgement leaves when all routes that the delivery matched have settled it
 * and, unless {@code session.ack-order} is {@code settled}, when everything received
 * before it at the same QoS has been settled too (MQTT 5, section 4.6). The returned
 * future therefore completes when the packet has been handed to the socket, not when the
 * method returns. It completes normally in every case, on a thread of the engine that
 * must not be blocked.
 * <p>
 * After the connection has ended the result is {@link SettlementResult#STALE}: the broker
 * delivers the message again on the next connection if it keeps the session.
 */
public interface Acknowledgment {

	/**
	 * The message has been handled: acknowledge it.
	 * @return the outcome
	 */
	CompletableFuture<SettlementResult> acknowledge();

	/**
	 * The message can not be handled, now or later: take what {@code on-failure} says
	 * without any retry.
	 * @param reason why, for the log and the dead-letter record
	 * @return the outcome
	 */
	CompletableFuture<SettlementResult> reject(String reason);

	/**
	 * Leave the message to the broker: it stays unacknowledged and is delivered again on
	 * a later connection. Until then it holds back the acknowledgements of everything
	 * received after it. At QoS 0 there is nothing to deliver again and the message is
	 * dropped.
	 * @return the outcome
	 */
	CompletableFuture<SettlementResult> redeliver();

}
