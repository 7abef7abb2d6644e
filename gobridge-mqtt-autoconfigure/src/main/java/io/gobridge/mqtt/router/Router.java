package io.gobridge.mqtt.router;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.message.MqttDelivery;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.route.LaneSettings;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.InboundFlow;
import io.gobridge.mqtt.session.SessionClock;
import io.gobridge.mqtt.session.SessionLoop;
import org.jspecify.annotations.Nullable;

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

	private final RouterSettings settings;

	private final RouterStatistics statistics = new RouterStatistics();

	private final HandlerCalls handlers;

	private final Qos2Exchanges exchanges = new Qos2Exchanges();

	/** Guards the pending buffer, and changes of the routes against it. */
	private final ReentrantLock lock = new ReentrantLock();

	private final UnmatchedDeliveries unmatched;

	private final GraceWindow grace;

	private final RouteSet routes;

	private final Surplus surplus;

	private volatile RouteTable table = RouteTable.empty();

	private volatile @Nullable EpochRouter current;

	private volatile boolean quiesced;

	/**
	 * Creates a router without routes.
	 * @param settings how to route and settle
	 * @param lanes what the lanes of the routes have in common
	 * @param loop the thread of the session
	 * @param clock the time
	 * @param ports what it is connected to
	 */
	public Router(RouterSettings settings, LaneSettings lanes, SessionLoop loop, SessionClock clock,
			RouterPorts ports) {
		this.settings = settings;
		DeadLetterStore store = ports.deadLetters();
		DeadLetterWrites writes = (store != null)
				? new DeadLetterWrites(settings.session(), store, loop, this.statistics, ports.deadLetterListener())
				: null;
		this.handlers = new HandlerCalls(settings, this.statistics,
				new FailureEndings(settings, this.statistics, ports.recovery(), writes, clock), lanes.executor(),
				ports.observations());
		this.routes = new RouteSet(lanes, this.handlers);
		this.surplus = new Surplus(settings, loop, ports.recovery());
		this.grace = new GraceWindow(settings.unmatchedGrace(), clock, loop);
		this.unmatched = new UnmatchedDeliveries(settings, this.statistics, this.grace, ports.orphans(),
				displaced(writes, clock));
	}

	private DisplacedDeliveries displaced(@Nullable DeadLetterWrites writes, SessionClock clock) {
		return (writes != null) ? new DisplacedDeadLetters(this.settings.session(), writes, clock,
				(entry) -> locked(() -> this.unmatched.givenUp(entry))) : DisplacedDeliveries.KEEP;
	}

	/**
	 * Begins, or begins again after a stop: without routes and with what is known about
	 * unfinished QoS 2 exchanges, as the broker may have kept the session.
	 */
	public void start() {
		locked(() -> {
			this.routes.clear();
			this.grace.reset();
			this.table = RouteTable.empty();
			this.current = null;
			this.handlers.start();
			this.quiesced = false;
		});
	}

	/**
	 * Changes the routes. Deliveries that wait for one of the new routes go to it before
	 * anything that comes from now on.
	 * @param routes all routes of the session
	 * @param plan the subscriptions of these routes
	 */
	public void routes(Collection<Route> routes, SubscriptionPlan plan) {
		locked(() -> {
			boolean removed = this.routes.update(routes);
			swap(this.routes.table(this.table, plan));
			if (removed && this.current != null) {
				// Another handler may be about to take over.
				this.grace.restart(this::graceTick);
			}
		});
	}

	/**
	 * While the old table is still in force nobody else offers to the new routes, so that
	 * what waited is ahead of what comes.
	 */
	private void swap(RouteTable next) {
		for (PendingBuffer.Entry entry : this.unmatched
			.takeIf((entry) -> !next.takers(entry.topic(), entry.identifiers).isEmpty())) {
			offer(entry.delivery, entry.receipt, next.takers(entry.topic(), entry.identifiers));
		}
		this.table = next;
	}

	/**
	 * Pauses a route: what is only for it waits, unacknowledged, until it is resumed.
	 * @param route a route of this session
	 */
	void pause(Route route) {
		locked(() -> {
			if (this.routes.pause(route)) {
				swap(this.routes.table(this.table));
			}
		});
	}

	/**
	 * Resumes a route. What waited for it goes to it before anything newer.
	 * @param route a route of this session
	 */
	void resume(Route route) {
		locked(() -> {
			if (this.routes.unpause(route)) {
				swap(this.routes.table(this.table));
				// What its lanes held is ahead of what waited, and this ahead of what
				// comes.
				route.resumeLanes();
			}
		});
	}

	/**
	 * Whether a route has left the table and has nothing left to handle.
	 * @param route a route that was removed
	 */
	boolean isDrained(Route route) {
		return locked(() -> !this.routes.contains(route) && route.isIdle());
	}

	/**
	 * Changes what is wanted. Deliveries that waited because they were, and are not any
	 * more, are settled at once.
	 * @param coverage what is wanted from now on
	 */
	public void coverage(Coverage coverage) {
		locked(() -> this.unmatched.coverage(coverage));
	}

	@RunsOn(RunsOn.Kind.SESSION)
	private void graceTick() {
		locked(() -> {
			if (this.grace.isOver(this::graceTick) && !this.quiesced) {
				this.unmatched.graceOver();
			}
		});
	}

	@Override
	@RunsOn(RunsOn.Kind.WIRE)
	public OfEpoch open(ConnectionEpoch epoch) {
		if (!epoch.connAck().sessionPresent()) {
			this.exchanges.clear();
		}
		EpochRouter opened = new EpochRouter(this, epoch, this.settings, this.statistics, this.exchanges, this.surplus);
		locked(() -> {
			this.current = opened;
			this.grace.restart(this::graceTick);
		});
		return opened;
	}

	/**
	 * Takes a delivery to its routes, or lets it wait for one.
	 */
	void dispatch(MqttDelivery delivery, @Nullable Receipt receipt, int[] identifiers) {
		if (this.quiesced) {
			refuse(delivery.qos());
			return;
		}
		List<RouteDispatch> routes = this.table.takers(delivery.topic(), identifiers);
		if (routes.isEmpty()) {
			unmatched(delivery, receipt, identifiers);
		}
		else {
			offer(delivery, receipt, routes);
		}
	}

	/**
	 * Leaves a message to the broker, or drops it at QoS 0.
	 */
	void refuse(int qos) {
		if (qos == 0) {
			this.statistics.shed(RouterStatistics.Shed.CLOSING);
		}
		else {
			this.statistics.stalePurged();
		}
	}

	/**
	 * Takes the lock by itself, as it is called for each such message and the lambda of
	 * {@link #locked(Runnable)} would be one more object.
	 */
	private void unmatched(MqttDelivery delivery, @Nullable Receipt receipt, int[] identifiers) {
		this.lock.lock();
		try {
			// A route may have been registered since the look-up.
			List<RouteDispatch> routes = this.table.takers(delivery.topic(), identifiers);
			if (routes.isEmpty()) {
				this.unmatched.take(new PendingBuffer.Entry(delivery, receipt, identifiers));
			}
			else {
				offer(delivery, receipt, routes);
			}
		}
		finally {
			this.lock.unlock();
		}
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
		locked(() -> {
			this.unmatched.purge();
			this.routes.all().forEach(Route::purge);
		});
	}

	private void locked(Runnable action) {
		locked(() -> {
			action.run();
			return true;
		});
	}

	private <T> T locked(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void quiesce() {
		this.quiesced = true;
	}

	@Override
	public boolean isIdle() {
		EpochRouter epoch = this.current;
		return this.handlers.isIdle() && routes().stream().allMatch(Route::isIdle) && (epoch == null || epoch.isIdle());
	}

	@Override
	public void stop() {
		this.quiesced = true;
		this.handlers.stop();
		routes().forEach(Route::stopLanes);
	}

	/** All routes, those included that only drain. */
	private List<Route> routes() {
		return locked(this.routes::all);
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
		RouterSnapshot idle = locked(
				() -> new RouterSnapshot(this.unmatched.size(), this.grace.remaining(), 0, null, 0.0));
		return (epoch != null) ? epoch.snapshot(idle) : idle;
	}

	/**
	 * What waits for a route, by topic.
	 * @param limit how many topics at most
	 * @return the topics, the one that has waited longest first
	 */
	public List<WaitingTopic> waiting(int limit) {
		return locked(() -> this.unmatched.waiting(limit));
	}

	/**
	 * The topics of deliveries that wait because they come from filters which are being
	 * removed, and were not made dead letters yet.
	 * @return all topics, empty where nothing is in the way of the removal
	 */
	public List<String> displacedTopics() {
		return locked(this.unmatched::displacedTopics);
	}

	/**
	 * How many deliveries of filters that are being removed were made dead letters and
	 * acknowledged.
	 * @return the count
	 */
	public long displacedSettled() {
		return locked(this.unmatched::displacedSettled);
	}

	/**
	 * Takes a dead letter to the current handler of its route once more, on its lane.
	 * @param delivery the message
	 * @param route the id of the route that could not handle it, or {@code null} where it
	 * had none: then every running route whose filter matches the topic gets it
	 * @return completes when all of them have succeeded; fails with a
	 * {@link RedriveException} where there is none, it is paused or the session is
	 * stopped, and with what the handler threw
	 */
	public CompletableFuture<Void> redrive(MqttDelivery delivery, @Nullable String route) {
		return Redelivery.begin(delivery, route, this.quiesced ? List.of() : this.table.running(delivery.topic()));
	}

	@Override
	public boolean hasBacklog() {
		return this.unmatched.backlog() > 0;
	}

}
