package io.gobridge.mqtt.message;

/**
 * What came of an attempt to settle a delivery.
 */
public enum SettlementResult {

	/**
	 * The acknowledgement was handed to the socket of the connection that the delivery
	 * came on. A delivery at QoS 0 has no acknowledgement and counts as written.
	 */
	WRITTEN,

	/**
	 * The connection that the delivery came on is gone. Nothing was written: a broker
	 * that keeps the session delivers the message again.
	 */
	STALE,

	/**
	 * The delivery had been settled before. The first settlement stands.
	 */
	ALREADY_SETTLED,

	/**
	 * The settlement could not be carried out, for example because a record could not be
	 * stored. The delivery stays unacknowledged.
	 */
	FAILED

}
