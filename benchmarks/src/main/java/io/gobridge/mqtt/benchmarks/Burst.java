package io.gobridge.mqtt.benchmarks;

/**
 * What the {@link Firehose} saw of one burst of messages.
 *
 * @param sent how many messages were sent, the tail included
 * @param acknowledged how many were acknowledged: PUBACK at QoS 1, PUBCOMP (or a refusing
 * PUBREC) at QoS 2, always zero at QoS 0
 * @param refused how many of those with a reason code of 0x80 or above
 * @param strays acknowledgements that no message in flight was waiting for
 * @param maxUnacknowledged the most messages that were on their way at once
 * @param startNanos {@link System#nanoTime()} just before the first byte was written
 * @param endNanos {@link System#nanoTime()} when all messages but the tail were
 * acknowledged or, at QoS 0, written
 */
record Burst(int sent, long acknowledged, long refused, long strays, int maxUnacknowledged, long startNanos,
		long endNanos) {

}
