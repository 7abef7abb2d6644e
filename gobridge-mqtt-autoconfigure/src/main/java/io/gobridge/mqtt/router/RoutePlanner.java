package io.gobridge.mqtt.router;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.route.RetainHandling;
import io.gobridge.mqtt.route.Route;
import io.gobridge.mqtt.route.RouteRegistryListener;
import io.gobridge.mqtt.session.ConnectionClosedException;
import io.gobridge.mqtt.session.SessionLoop;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * Turns the routes of a session, and the filters declared without a route, into the table
 * of the router and the plan of its subscriptions. The table is in force before the
 * broker is asked to subscribe, so that no message meets a missing route.
 */
public final class RoutePlanner implements RouteRegistryListener {

	private static final Duration DRAIN_CHECK = Duration.ofMillis(10);

	private final Router router;

	private final SessionLoop loop;

	private final PlanTarget target;

	private final List<Demand> declared;

	private final boolean noLocal;

	private final ReentrantLock lock = new ReentrantLock();

	/** Guarded by the lock, as the three fields below it. */
	private final Set<Route> routes = new LinkedHashSet<>();

	private @Nullable CompletableFuture<Void> scheduled;

	/** Changes whose callers still wait. */
	private final Set<CompletableFuture<Void>> unfinished = new HashSet<>();

	private boolean started;

	/**
	 * The routes of the table, those included that wait for their UNSUBACK. Touched by
	 * the session's thread only, once the session is started.
	 */
	private final Set<Route> routed = new LinkedHashSet<>();

	/**
	 * Creates a planner.
	 * @param router gets the table
	 * @param loop the thread of the session, which changes are carried out on
	 * @param target gets the plan
	 * @param declared filters that are wanted without a route
	 * @param noLocal whether every route asks for no local, shared subscriptions excepted
	 */
	public RoutePlanner(Router router, SessionLoop loop, PlanTarget target, List<Demand> declared, boolean noLocal) {
		this.router = router;
		this.loop = loop;
		this.target = target;
		this.declared = List.copyOf(declared);
		this.noLocal = noLocal;
	}

	/**
	 * Puts what has been registered so far in force. To be called before the session is
	 * started: routing is complete before CONNECT is sent.
	 * @throws io.gobridge.mqtt.plan.ConflictingDemandsException if two routes exclude
	 * each other
	 */
	public void start() {
		List<Route> current;
		this.lock.lock();
		try {
			this.started = true;
			current = List.copyOf(this.routes);
		}
		finally {
			this.lock.unlock();
		}
		SubscriptionPlan plan = plan(current);
		this.routed.clear();
		this.routed.addAll(current);
		this.router.routes(current, plan);
		this.target.plan(plan);
	}

	@Override
	public CompletableFuture<Void> registered(Route route) {
		return change(() -> this.routes.add(route));
	}

	@Override
	public CompletableFuture<Void> unregistered(Route route) {
		return change(() -> this.routes.remove(route));
	}

	@Override
	public CompletableFuture<Void> paused(Route route) {
		// A paused route is covered: it stays in the plan, and what comes for it waits.
		this.router.pause(route);
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public CompletableFuture<Void> resumed(Route route) {
		this.router.resume(route);
		return CompletableFuture.completedFuture(null);
	}

	private CompletableFuture<Void> change(Runnable change) {
		this.lock.lock();
		try {
			change.run();
			if (!this.started) {
				return CompletableFuture.completedFuture(null);
			}
			CompletableFuture<Void> future = this.scheduled;
			if (future == null) {
				// Changes that come before the loop gets to it are carried out together.
				future = schedule();
			}
			return future;
		}
		finally {
			this.lock.unlock();
		}
	}

	private CompletableFuture<Void> schedule() {
		CompletableFuture<Void> next = new CompletableFuture<>();
		this.scheduled = next;
		this.unfinished.add(next);
		next.whenComplete((done, failure) -> finished(next));
		this.loop.execute(() -> apply(next));
		return next;
	}

	private void finished(CompletableFuture<Void> future) {
		this.lock.lock();
		try {
			this.unfinished.remove(future);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Routes first, subscriptions second: a new route is in the table before its filter
	 * is subscribed, and a removed one stays in it until the broker has answered the
	 * UNSUBSCRIBE, so that what is still on its way finds it.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	private void apply(CompletableFuture<Void> future) {
		List<Route> current;
		this.lock.lock();
		try {
			this.scheduled = null;
			current = new ArrayList<>(this.routes);
		}
		finally {
			this.lock.unlock();
		}
		try {
			SubscriptionPlan plan = plan(current);
			Set<Route> removed = new LinkedHashSet<>(this.routed);
			current.forEach(removed::remove);
			this.routed.addAll(current);
			this.router.routes(this.routed, plan);
			this.target.plan(plan).whenComplete((done, failure) -> answered(removed, plan, future, failure));
		}
		catch (RuntimeException ex) {
			takeBack(current);
			future.completeExceptionally(ex);
		}
	}

	private void answered(Set<Route> removed, SubscriptionPlan plan, CompletableFuture<Void> future,
			@Nullable Throwable failure) {
		if (failure != null) {
			// The session was stopped, and its loop takes no tasks any more.
			future.completeExceptionally(failure);
			return;
		}
		this.loop.execute(() -> {
			if (!removed.isEmpty()) {
				this.routed.removeAll(removed);
				this.router.routes(this.routed, plan);
			}
			drained(removed, future);
		});
	}

	/**
	 * Ends the change when the handlers of the removed routes have returned, so that
	 * whoever waits for it may close what they use.
	 */
	private void drained(Set<Route> removed, CompletableFuture<Void> future) {
		removed.removeIf(this.router::isDrained);
		if (removed.isEmpty()) {
			future.complete(null);
		}
		else {
			this.loop.schedule(() -> drained(removed, future), DRAIN_CHECK);
		}
	}

	/**
	 * The session has stopped: what was still to be carried out never will be.
	 */
	public void stopped() {
		List<CompletableFuture<Void>> unfinished;
		this.lock.lock();
		try {
			unfinished = List.copyOf(this.unfinished);
		}
		finally {
			this.lock.unlock();
		}
		ConnectionClosedException stopped = new ConnectionClosedException("The session was stopped");
		unfinished.forEach((future) -> future.completeExceptionally(stopped));
	}

	/** Routes that exclude others must not spoil every later change. */
	private void takeBack(List<Route> current) {
		List<Route> fresh = new ArrayList<>(current);
		fresh.removeAll(this.routed);
		this.lock.lock();
		try {
			fresh.forEach(this.routes::remove);
		}
		finally {
			this.lock.unlock();
		}
	}

	private SubscriptionPlan plan(List<Route> current) {
		List<Demand> demands = new ArrayList<>(this.declared);
		for (Route route : current) {
			for (TopicFilter filter : route.definition().filters()) {
				demands.add(new Demand(route.id(), filter, route.definition().qos(),
						route.definition().noLocal() || (this.noLocal && !filter.isShared()),
						route.definition().retainAsPublished(), retained(route.definition().retainHandling())));
			}
		}
		return SubscriptionPlan.of(demands);
	}

	private static Demand.Retained retained(RetainHandling retainHandling) {
		return switch (retainHandling) {
			case DEFAULT -> Demand.Retained.UNSPECIFIED;
			case SEND -> Demand.Retained.ALWAYS;
			case SEND_IF_NEW -> Demand.Retained.IF_NEW;
			case DO_NOT_SEND -> Demand.Retained.NEVER;
		};
	}

	/**
	 * Where a plan goes.
	 */
	@FunctionalInterface
	public interface PlanTarget {

		/**
		 * Takes a plan and brings the broker in line with it if there is a connection.
		 * @param plan what is wanted from now on
		 * @return completes when the broker has answered
		 */
		CompletableFuture<Void> plan(SubscriptionPlan plan);

	}

}
