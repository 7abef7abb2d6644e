package io.gobridge.mqtt.reconcile;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * What is remembered of the filters in the session of the broker, and what follows from
 * it: which are to be removed although this process has not subscribed them, and when one
 * is gone for good.
 */
@RunsOn(RunsOn.Kind.SESSION)
interface SessionMemory {

	/** For a session that ends with its connection: nothing is left behind. */
	SessionMemory NONE = new NoMemory();

	/**
	 * Writes down what is about to be subscribed.
	 * @return completes on the session's thread when the broker may be asked
	 */
	CompletableFuture<Void> remember(SubscriptionPlan plan);

	/**
	 * A connection is up.
	 */
	void connected(ConnectionEpoch epoch, SubscriptionPlan plan);

	/**
	 * There is another plan.
	 */
	void plan(SubscriptionPlan plan);

	/**
	 * The filters of others that the broker is to be asked to remove, be it once more.
	 */
	List<TopicFilter> toAsk(SubscriptionPlan... plans);

	/**
	 * The filters of others whose removal the broker has not confirmed.
	 */
	List<TopicFilter> unconfirmed(SubscriptionPlan... plans);

	/**
	 * The filters of others whose removal is confirmed and not yet proven, with their
	 * subscription identifiers.
	 */
	Map<TopicFilter, Integer> confirmed(SubscriptionPlan plan);

	/**
	 * The filters of others whose messages must not be dropped: those whose removal is
	 * confirmed, and those that this process has forgotten since. The Receive Maximum may
	 * have kept the broker from sending what it had for one of these any sooner.
	 */
	Map<TopicFilter, Integer> displaced(SubscriptionPlan plan);

	/**
	 * The broker has confirmed a removal.
	 * @param existed whether it says that there was a subscription
	 * @return whether the filter is one of others
	 */
	boolean removed(TopicFilter filter, boolean existed, SubscriptionPlan plan);

	/**
	 * Filters that this process has removed are not expected to deliver any more.
	 */
	void forget(Collection<TopicFilter> filters);

	/**
	 * A run has ended; the next steps of the removals begin.
	 */
	void proceed(SubscriptionPlan plan);

	@Nullable Long nextDue();

	/**
	 * Whether there is nothing to write down and nothing to remove.
	 */
	boolean isSettled(SubscriptionPlan plan);

}
