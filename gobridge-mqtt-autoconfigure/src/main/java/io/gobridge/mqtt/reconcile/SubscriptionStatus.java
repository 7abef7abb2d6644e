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
 * @param reason what the broker said beside the code of a refusal, or {@code null}
 * @param subscriptionIdentifier the subscription identifier, or {@code null} where the
 * broker has none
 * @param routes the ids of the routes that want it
 */
public record SubscriptionStatus(String filter, int qos, @Nullable Integer grantedQos, SubscriptionState state,
		@Nullable Integer reasonCode, @Nullable String reason, @Nullable Integer subscriptionIdentifier,
		List<String> routes) {

	static SubscriptionStatus wanted(WantedSubscription subscription) {
		return new SubscriptionStatus(subscription.filter().value(), subscription.qos(), null, SubscriptionState.WANTED,
				null, null, null, subscription.owners());
	}

	static SubscriptionStatus refused(WantedSubscription subscription, int reasonCode, @Nullable String reason,
			@Nullable Integer identifier) {
		return new SubscriptionStatus(subscription.filter().value(), subscription.qos(), null,
				SubscriptionState.REFUSED, reasonCode, reason, identifier, subscription.owners());
	}

	static SubscriptionStatus granted(WantedSubscription subscription, int grantedQos, SubscriptionState state,
			@Nullable Integer identifier) {
		return new SubscriptionStatus(subscription.filter().value(), subscription.qos(), grantedQos, state, grantedQos,
				null, identifier, subscription.owners());
	}

	/** As it is while there is no connection. */
	SubscriptionStatus unconfirmed() {
		return new SubscriptionStatus(this.filter, this.qos, null, SubscriptionState.WANTED, null, null, null,
				this.routes);
	}

	/**
	 * Whether the broker has not answered for it on this connection.
	 */
	boolean isUnanswered() {
		return this.state == SubscriptionState.WANTED && this.reasonCode == null;
	}

	/**
	 * What an operator has to know of it.
	 * @return a sentence, or {@code null} where nothing is wrong
	 */
	@Nullable String problem() {
		if (this.reasonCode == null || this.state == SubscriptionState.ACTIVE) {
			return null;
		}
		if (this.state == SubscriptionState.REFUSED) {
			return "'" + this.filter + "' is refused with " + Codes.hex(this.reasonCode)
					+ ((this.reason != null) ? " (" + this.reason + ")" : "");
		}
		return "'" + this.filter + "' is granted at QoS " + this.grantedQos + " instead of " + this.qos;
	}

}
