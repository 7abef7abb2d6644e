package io.gobridge.mqtt.reconcile;

import java.util.function.Consumer;
import java.util.function.Supplier;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.Coverage;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;

/**
 * What dealing with orphans needs of the reconciler.
 *
 * @param gate lets one conversation with the broker happen at a time
 * @param identifiers the filters that this process has subscribed
 * @param coverage what is covered now
 * @param plan what is wanted now
 * @param epoch the newest connection, which may have ended
 * @param removed told of a filter that the broker has removed
 */
@RunsOn(RunsOn.Kind.SESSION)
record OrphanSources(CallGate gate, KnownIdentifiers identifiers, Supplier<Coverage> coverage,
		Supplier<SubscriptionPlan> plan, Supplier<@Nullable ConnectionEpoch> epoch, Consumer<TopicFilter> removed) {

	@Nullable TopicFilter filterOf(UnwantedDelivery delivery) {
		return this.identifiers.unwanted(delivery.topic(), delivery.subscriptionIdentifiers(), this.plan.get());
	}

}
