package io.gobridge.mqtt.benchmarks;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * What came of one contender at one QoS.
 *
 * @param id the contender
 * @param samples its measured runs
 * @param failure why it was taken out, if it was
 */
record Result(String id, List<Sample> samples, @Nullable Throwable failure) {

	Result {
		samples = List.copyOf(samples);
	}

	/** Whether there is something to show. */
	boolean complete() {
		return this.failure == null && !this.samples.isEmpty();
	}

}
