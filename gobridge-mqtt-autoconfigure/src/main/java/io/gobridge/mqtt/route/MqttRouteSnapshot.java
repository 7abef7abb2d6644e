package io.gobridge.mqtt.route;

import java.util.List;

/**
 * What a route looked like at one moment. The counts are of this process and need not be
 * of exactly the same moment.
 *
 * @param id the id of the route
 * @param session the name of the session
 * @param topics the topic templates as declared, placeholders resolved
 * @param filters the effective topic filters, {@code $share} prefix included
 * @param state the state
 * @param handled deliveries that were handled
 * @param failed deliveries that failed for good
 * @param deadLettered failed deliveries that were written to the dead-letter store
 */
public record MqttRouteSnapshot(String id, String session, List<String> topics, List<String> filters, RouteState state,
		long handled, long failed, long deadLettered) {
}
