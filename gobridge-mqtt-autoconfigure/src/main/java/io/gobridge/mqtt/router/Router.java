package io.gobridge.mqtt.router;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.route.LaneSettings;
import io.gobridge.mqtt.route.OnFailure;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.route.RouteState;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.InboundFlow;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the deliveries of a session to the routes that want them. Lives as long as the
 * session object; what belongs to one connection lives in its {@link EpochRouter}.
 * <p>
 * A delivery is looked up in an immutable {@link RouteTable} and handed to the lanes of
 * its routes by the wire thread. What no route wants yet waits in the
 * {@link PendingBuffer}, and a route that is registered later takes it from there, in
 * order, before anything newer.
 */
public final class Router implements InboundFlow {

	private static final Logger logger = LoggerFactory.getLogger(Router.class);

	private static final int PACKET_IDENTIFIERS = 65535;

	private final RouterSettings settings;

	private final LaneSettings lanes;

	private final RecoveryRequests recovery;

	private final ReceiveObservations observations;

	private final RouterStatistics statistics = new RouterStatistics();

	private final LongAdder asynchronous = new LongAdder();

	private final HandlerRetry retry;

	private final Qos2Exchanges exchanges = new Qos2Exchanges();

	/** Guards the pending buffer, and changes of the routes against it. */
	private final ReentrantLock lock = new ReentrantLock();

	private final PendingBuffer pending;

	private final Map<Route, RouteDispatch> dispatches = new LinkedHashMap<>();

	/** Routes that were removed and may still have something to handle. */
	private final Set<Route> draining = new HashSet<>();

	private volatile RouteTable table = RouteTable.empty();

	private volatile @Nullable EpochRouter current;

	private volatile boolean quiesced;

	/** Whether the life since the last start has been stopped. */
	private volatile AtomicBoolean stopped = new AtomicBoolean();

	/**
	 * Creates a router without routes.
	 * @param settings how to route and settle
	 * @param lanes what the lanes of the routes have in common
	 * @param recovery where a new connection is asked for
	 * @param observations watches the handlers, or {@code null}
	 */
	public Router(RouterSettings settings, LaneSettings lanes, RecoveryRequests recovery,
			@Nullable ReceiveObservations observations) {
		this.settings = settings;
		this.lanes = lanes;
		this.recovery = recovery;
		this.observations = (observations != null) ? observations : ReceiveObservations.NONE;
		this.retry = new HandlerRetry(settings.retry());
		this.pending = new PendingBuffer(settings.receiveMaximum());
	}

	/**
	 * Begins, or begins again after a stop: without routes and with what is known about
	 * unfinished QoS 2 exchanges, as the broker may have kept the session.
	 */
	public void start() {
		this.lock.lock();
		try {
			this.dispatches.clear();
			this.draining.clear();
			this.table = RouteTable.empty();
			this.current = null;
			// A new one for every start: a handler of the life before that ends only now
			// must still see that its session was stopped.
			this.stopped = new AtomicBoolean();
			this.quiesced = false;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Changes the routes. Deliveries that wait for one of the new routes go to it before
	 * anything that comes from now on.
	 * @param routes all routes of the session
	 * @param plan the subscriptions of these routes
	 */
	public void routes(Collection<Route> routes, SubscriptionPlan plan) {
		this.lock.lock();
		try {
			for (Route route : this.dispatches.keySet()) {
				if (!routes.contains(route)) {
					// What it has taken is still handled, also if it was paused.
					route.resumeLanes();
					this.draining.add(route);
				}
			}
			this.dispatches.keySet().retainAll(routes);
			this.draining.removeIf((route) -> routes.contains(route) || route.isIdle());
			for (Route route : routes) {
				this.dispatches.computeIfAbsent(route, this::dispatch);
			}
			RouteTable next = RouteTable.of(this.dispatches.values(), plan);
			// While the old table is still in force nobody else offers to the new routes,
			// so that what waited is ahead of what comes.
			for (PendingBuffer.Entry entry : this.pending
				.takeIf((entry) -> !next.match(entry.delivery().topic(), entry.identifiers()).isEmpty())) {
				offer(entry.delivery(), entry.receipt(), next.match(entry.delivery().topic(), entry.identifiers()));
			}
			this.table = next;
		}
		finally {
			this.lock.unlock();
		}
	}

	private RouteDispatch dispatch(Route route) {
		route.open(this.lanes);
		if (route.state() == RouteState.PAUSED) {
			route.pauseLanes();
		}
		FailureEnding drop = new DropEnding(this.statistics);
		FailureEnding redeliver = this.settings.durable() ? new RedeliverEnding(this.statistics, this.recovery, drop)
				: drop;
		OnFailure onFailure = (route.definition().onFailure() != OnFailure.DEFAULT) ? route.definition().onFailure()
				: this.settings.onFailure();
		FailurePolicy failures = new FailurePolicy(route, this.retry,
				(onFailure == OnFailure.REDELIVER) ? redeliver : drop, redeliver, this.lanes.executor(),
				this.stopped::get);
		return new RouteDispatch(route, failures, this.statistics, this.observations, this.asynchronous);
	}

	@Override
	@RunsOn(RunsOn.Kind.WIRE)
	public OfEpoch open(ConnectionEpoch epoch) {
		if (!epoch.connAck().sessionPresent()) {
			this.exchanges.clear();
		}
		EpochRouter opened = new EpochRouter(this, epoch, this.settings, this.statistics, this.exchanges);
		this.current = opened;
		return opened;
	}

	/**
	 * Takes a delivery to its routes, or lets it wait for one.
	 */
	void dispatch(MqttDelivery delivery, @Nullable Receipt receipt, int[] identifiers) {
		if (this.quiesced) {
			refuse(receipt);
			return;
		}
		List<RouteDispatch> routes = this.table.match(delivery.topic(), identifiers);
		if (routes.isEmpty()) {
			unmatched(delivery, receipt, identifiers);
		}
		else {
			offer(delivery, receipt, routes);
		}
	}

	private void refuse(@Nullable Receipt receipt) {
		if (receipt == null) {
			this.statistics.shed(RouterStatistics.Shed.CLOSING);
		}
		else {
			this.statistics.stalePurged();
		}
	}

	private void unmatched(MqttDelivery delivery, @Nullable Receipt receipt, int[] identifiers) {
		this.lock.lock();
		try {
			// A route may have been registered since the look-up.
			List<RouteDispatch> routes = this.table.match(delivery.topic(), identifiers);
			if (!routes.isEmpty()) {
				offer(delivery, receipt, routes);
				return;
			}
			switch (this.pending.add(new PendingBuffer.Entry(delivery, receipt, identifiers), limit(receipt))) {
				case ADDED -> this.statistics.buffered();
				case ADDED_AFTER_EVICTION -> {
					this.statistics.shed(RouterStatistics.Shed.EVICTED);
					this.statistics.buffered();
				}
				case REFUSED -> overflow(delivery, receipt);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * On a new session our Receive Maximum. A resumed one brings back what it had kept,
	 * which may be more.
	 */
	private int limit(@Nullable Receipt receipt) {
		return (receipt != null && receipt.epoch.connAck().sessionPresent()) ? PACKET_IDENTIFIERS
				: this.settings.receiveMaximum();
	}

	/**
	 * More than may wait. At QoS 1 and QoS 2 the broker has exceeded our Receive Maximum
	 * with messages that nothing wants yet; unacknowledged they would stall everything
	 * behind them for good.
	 */
	private void overflow(MqttDelivery delivery, @Nullable Receipt receipt) {
		if (receipt == null) {
			this.statistics.shed(RouterStatistics.Shed.PENDING_FULL);
			return;
		}
		this.statistics.overflowDropped();
		logger.warn(
				"Session '{}': the broker exceeds the Receive Maximum of {}; a message on '{}' that no route "
						+ "wants yet is acknowledged and dropped",
				this.settings.session(), this.settings.receiveMaximum(), delivery.topic());
		receipt.settle();
	}

	private void offer(MqttDelivery delivery, @Nullable Receipt receipt, List<RouteDispatch> routes) {
		if (receipt != null) {
			receipt.expect(routes.size());
		}
		for (int i = 0; i < routes.size(); i++) {
			routes.get(i).offer(delivery, receipt);
		}
	}

	/**
	 * A connection has ended: what has not begun is given back to the broker.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	void retired() {
		this.lock.lock();
		try {
			for (PendingBuffer.Entry entry : this.pending.takeIf((entry) -> isStale(entry.receipt()))) {
				Receipt receipt = entry.receipt();
				if (receipt != null && receipt.purge()) {
					this.statistics.stalePurged();
				}
			}
			this.dispatches.keySet().forEach(Route::purge);
			this.draining.forEach(Route::purge);
		}
		finally {
			this.lock.unlock();
		}
	}

	private static boolean isStale(@Nullable Receipt receipt) {
		return receipt != null && receipt.epoch.isRetired();
	}

	@Override
	public void quiesce() {
		this.quiesced = true;
	}

	@Override
	public boolean isIdle() {
		EpochRouter epoch = this.current;
		return this.asynchronous.sum() == 0 && routes().stream().allMatch(Route::isIdle)
				&& (epoch == null || epoch.isIdle());
	}

	@Override
	public void stop() {
		this.quiesced = true;
		this.stopped.set(true);
		routes().forEach(Route::stopLanes);
	}

	/** All routes, those included that only drain. */
	private List<Route> routes() {
		this.lock.lock();
		try {
			List<Route> all = new ArrayList<>(this.dispatches.keySet());
			all.addAll(this.draining);
			return all;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * What has been counted.
	 * @return the counters of this router
	 */
	public RouterStatistics statistics() {
		return this.statistics;
	}

	/**
	 * A consistent view for health, meters and endpoints.
	 * @return the figures of this moment
	 */
	public RouterSnapshot snapshot() {
		EpochRouter epoch = this.current;
		int waiting;
		this.lock.lock();
		try {
			waiting = this.pending.size();
		}
		finally {
			this.lock.unlock();
		}
		return (epoch != null) ? epoch.snapshot(waiting) : new RouterSnapshot(waiting, 0, null, 0.0);
	}

}
