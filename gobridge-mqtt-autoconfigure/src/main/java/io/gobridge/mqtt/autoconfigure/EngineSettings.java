package io.gobridge.mqtt.autoconfigure;

import java.util.List;
import java.util.concurrent.Executor;

import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.publish.PublishSettings;
import io.gobridge.mqtt.reconcile.ReconcileSettings;
import io.gobridge.mqtt.router.RouterSettings;
import io.gobridge.mqtt.session.SessionSettings;

/**
 * Everything that the parts of one session are made from.
 *
 * @param session what to connect to and how
 * @param router how to route and settle
 * @param reconcile how to subscribe
 * @param publish how to publish
 * @param concurrency the lanes of a route that does not say
 * @param handlers runs the lanes
 * @param declared filters that are wanted without a route
 * @param noLocal whether all subscriptions but shared ones ask for no local
 * @param stores what is kept across restarts, and where
 */
record EngineSettings(SessionSettings session, RouterSettings router, ReconcileSettings reconcile,
		PublishSettings publish, int concurrency, Executor handlers, List<Demand> declared, boolean noLocal,
		StoreSettings stores) {
}
