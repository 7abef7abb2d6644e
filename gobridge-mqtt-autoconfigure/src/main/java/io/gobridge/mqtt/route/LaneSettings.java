package io.gobridge.mqtt.route;

import java.util.concurrent.Executor;

/**
 * What the lanes of a session have in common.
 *
 * @param executor runs a lane while it has something to do; one thread per busy lane, so
 * it must neither queue nor reject
 * @param receiveMaximum the Receive Maximum of the session: how many deliveries at QoS 1
 * and QoS 2 can be unsettled
 * @param qos0Capacity how many tasks may wait in a lane before it refuses those at QoS 0
 * @param concurrency the number of lanes of a route that does not say
 */
public record LaneSettings(Executor executor, int receiveMaximum, int qos0Capacity, int concurrency) {

	public LaneSettings {
		if (receiveMaximum < 1 || qos0Capacity < 1 || concurrency < 1) {
			throw new IllegalArgumentException("Receive Maximum, QoS 0 capacity and concurrency must be at least 1");
		}
	}

}
