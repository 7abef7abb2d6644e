package io.gobridge.mqtt.model;

/**
 * What the model has counted.
 */
final class Tally {

	long buffered;

	long retained;

	long coveredDropped;

	long unmatched;

	long late;

	long overflow;

	long pendingFull;

	long evicted;

	long closing;

	long written;

	long refused;

	long settledAgain;

	long dropped;

	long redelivered;

	long offeredAtQos0;

	long begunAtQos0;

}
