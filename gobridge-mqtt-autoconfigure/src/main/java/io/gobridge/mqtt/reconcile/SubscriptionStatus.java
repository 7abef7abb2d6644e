package io.gobridge.mqtt.reconcile;

import java.util.List;

import io.gobridge.mqtt.plan.WantedSubscription;
import org.jspecify.annotations.Nullable;

/**
 * One wanted subscription and what the broker says of it.
 *
 * @param filter the topic filter
 * @param qos the QoS that is wanted
 * @param grantedQos the QoS that the broker granted, or {@code null}
 * @param state how far it has come
 * @param reasonCode the reason code of the SUBACK, or {@code null} before it
 * @param subscriptionIdentifier the subscription identifier, or {@code null} where the
 * broker has none
 * @param routes the ids of the routes that want it
 */
public record SubscriptionStatus(String filter, int qos, @Nullable Integer grantedQos, SubscriptionState state,
		@Nullable Integer reasonCode, @Nullable Integer subscriptionIdentifier, List<String> routes) {

	private static final int FIRST_ERROR = 0x80;

	static SubscriptionStatus wanted(WantedSubscription subscription) {
		return new SubscriptionStatus(subscription.filter().value(), subscription.qos(), null, SubscriptionState.WANTED,
				null, null, subscription.owners());
	}

	static SubscriptionStatus answered(WantedSubscription subscription, int reasonCode, @Nullable Integer identifier) {
		String filter = subscription.filter().value();
		if (reasonCode >= FIRST_ERROR) {
			return new SubscriptionStatus(filter, subscription.qos(), null, SubscriptionState.REFUSED, reasonCode,
					identifier, subscription.owners());
		}
		SubscriptionState state = (reasonCode >= subscription.qos()) ? SubscriptionState.ACTIVE
				: SubscriptionState.BEST_EFFORT;
		return new SubscriptionStatus(filter, subscription.qos(), reasonCode, state, reasonCode, identifier,
				subscription.owners());
	}

}
