package io.gobridge.mqtt.router;

import io.gobridge.mqtt.RunsOn;

/**
 * Port to what removes the subscriptions that orphans come from.
 */
@FunctionalInterface
public interface OrphanListener {

	/**
	 * A delivery that the application does not want was acknowledged and dropped. Called
	 * under the lock of the router: must return at once.
	 * @param topic the topic name
	 * @param subscriptionIdentifiers the subscription identifiers of the delivery
	 */
	@RunsOn({ RunsOn.Kind.WIRE, RunsOn.Kind.SESSION })
	void orphaned(String topic, int[] subscriptionIdentifiers);

}
