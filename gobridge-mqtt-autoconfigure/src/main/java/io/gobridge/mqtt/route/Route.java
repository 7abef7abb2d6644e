package io.gobridge.mqtt.route;

import java.util.concurrent.atomic.LongAdder;

import org.jspecify.annotations.Nullable;

import io.gobridge.mqtt.topic.TopicFilter;

/**
 * A registered route at run time: its definition, lanes, state and counts. Made by the
 * registry; the engine opens it before the first delivery and stops it at the end.
 */
public final class Route {

	private static final int SPREAD = 0x9E3779B9;

	private final MqttRouteDefinition definition;

	private final String session;

	private final LongAdder handled = new LongAdder();

	private final LongAdder failed = new LongAdder();

	private final LongAdder deadLettered = new LongAdder();

	private volatile RouteState state;

	private volatile Lane @Nullable [] lanes;

	Route(MqttRouteDefinition definition, String session) {
		this.definition = definition;
		this.session = session;
		this.state = definition.autoStartup() ? RouteState.RUNNING : RouteState.PAUSED;
	}

	public String id() {
		return this.definition.id();
	}

	/**
	 * The name of the session, also where the definition leaves it to the default.
	 * @return the name of the session
	 */
	public String session() {
		return this.session;
	}

	public MqttRouteDefinition definition() {
		return this.definition;
	}

	/**
	 * The state that was asked for last. Only the registry changes it, before it tells
	 * its listener.
	 * @return the state
	 */
	public RouteState state() {
		return this.state;
	}

	void moveTo(RouteState state) {
		this.state = state;
	}

	/**
	 * Creates the lanes, also after {@link #stopLanes()}. They take neither threads nor
	 * queues until the first offer. Nothing is done where there are lanes already.
	 * @param settings what the lanes of the session have in common
	 */
	public void open(LaneSettings settings) {
		Lane[] existing = this.lanes;
		if (existing != null && !existing[0].isStopped()) {
			return;
		}
		int declared = this.definition.concurrency();
		Lane[] lanes = new Lane[(declared > 0) ? declared : settings.concurrency()];
		for (int i = 0; i < lanes.length; i++) {
			lanes[i] = new Lane(id() + "#" + i, settings);
		}
		this.lanes = lanes;
	}

	/**
	 * Returns the lane of a topic. It is always the same one for the same topic.
	 * @param topic the topic
	 * @return the lane
	 * @throws IllegalStateException if the route has not been opened
	 */
	public Lane lane(String topic) {
		Lane[] lanes = this.lanes;
		if (lanes == null) {
			throw new IllegalStateException("Route '" + id() + "' has not been opened");
		}
		if (lanes.length == 1) {
			return lanes[0];
		}
		// Topics that differ in a counter have hash codes in a row; the multiplication
		// spreads them, and its high bits are the good ones.
		int hash = topic.hashCode() * SPREAD;
		return lanes[(int) (((hash & 0xFFFFFFFFL) * lanes.length) >>> 32)];
	}

	/**
	 * Discards the stale tasks of all lanes.
	 * @return how many tasks were discarded
	 * @see Lane#purge()
	 */
	public int purge() {
		int purged = 0;
		for (Lane lane : lanes()) {
			purged += lane.purge();
		}
		return purged;
	}

	/**
	 * Pauses all lanes.
	 * @see Lane#pause()
	 */
	public void pauseLanes() {
		for (Lane lane : lanes()) {
			lane.pause();
		}
	}

	/**
	 * Resumes all lanes.
	 * @see Lane#resume()
	 */
	public void resumeLanes() {
		for (Lane lane : lanes()) {
			lane.resume();
		}
	}

	/**
	 * Whether all lanes are idle.
	 * @return whether there is nothing to wait for
	 * @see Lane#isIdle()
	 */
	public boolean isIdle() {
		for (Lane lane : lanes()) {
			if (!lane.isIdle()) {
				return false;
			}
		}
		return true;
	}

	/**
	 * Stops all lanes for good. The route gets new ones when it is opened again.
	 * @see Lane#stop()
	 */
	public void stopLanes() {
		for (Lane lane : lanes()) {
			lane.stop();
		}
	}

	private Lane[] lanes() {
		Lane[] lanes = this.lanes;
		return (lanes != null) ? lanes : new Lane[0];
	}

	/**
	 * Counts a delivery that was handled.
	 */
	public void countHandled() {
		this.handled.increment();
	}

	/**
	 * Counts a delivery that failed for good.
	 */
	public void countFailed() {
		this.failed.increment();
	}

	/**
	 * Counts a failed delivery that was written to the dead-letter store.
	 */
	public void countDeadLettered() {
		this.deadLettered.increment();
	}

	/**
	 * Returns what the route looks like now.
	 * @return a snapshot
	 */
	public MqttRouteSnapshot snapshot() {
		return new MqttRouteSnapshot(id(), this.session, this.definition.topics(),
				this.definition.filters().stream().map(TopicFilter::value).toList(), this.state, this.handled.sum(),
				this.failed.sum(), this.deadLettered.sum());
	}

	@Override
	public String toString() {
		return this.definition.toString();
	}

}
