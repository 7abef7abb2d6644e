package io.gobridge.mqtt.benchmarks;

/**
 * What one measured run came to.
 *
 * @param messagesPerSecond messages that reached the handler (and, above QoS 0, were
 * acknowledged) in a second
 * @param clientCpuMicros CPU time of the process without the server's thread, in
 * microseconds for each of them
 * @param serverCpuMicros CPU time of the server's thread, in microseconds for each of
 * them
 * @param allocatedBytes bytes allocated outside the server's thread for each of them
 * @param sent messages that the server sent
 * @param handled messages that reached the handler
 * @param strays acknowledgements that no message was waiting for
 */
record Sample(double messagesPerSecond, double clientCpuMicros, double serverCpuMicros, double allocatedBytes,
		long sent, long handled, long strays) {

}
