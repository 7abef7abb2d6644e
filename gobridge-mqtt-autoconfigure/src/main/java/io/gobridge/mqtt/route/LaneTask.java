package io.gobridge.mqtt.route;

import io.gobridge.mqtt.RunsOn;

/**
 * One delivery for one route on its way through a {@link Lane}. Exactly one of
 * {@link #run()} and {@link #discarded()} is called, once, for a task that a lane has
 * accepted; neither for one that it has refused.
 */
public interface LaneTask {

	/**
	 * Handles the delivery. What it throws is logged and otherwise ignored.
	 */
	@RunsOn(RunsOn.Kind.HANDLER)
	void run();

	/**
	 * The task left the lane without being run: it was {@link #stale()}, or the lane was
	 * stopped. Must not block and must not call the lane.
	 */
	void discarded();

	/**
	 * The quality of service of the delivery.
	 * @return 0, 1 or 2
	 */
	int qos();

	/**
	 * Whether it is no longer of use to run this task. May be called several times and by
	 * any thread; once {@code true} it stays so.
	 * @return whether to discard the task
	 */
	boolean stale();

}
