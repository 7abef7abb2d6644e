package io.gobridge.mqtt.router;

/**
 * Hands the acknowledgement of a settled packet to the connection it came on, and
 * {@linkplain Receipt#finish finishes} the packet with what came of it.
 */
@FunctionalInterface
interface AcknowledgementWriter {

	/**
	 * Queues the PUBACK or PUBREC.
	 * @param receipt the settled packet
	 */
	void acknowledge(Receipt receipt);

}
