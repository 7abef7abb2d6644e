package io.gobridge.mqtt.actuate;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * What the endpoint says about a session. Every field is written, also where it is
 * {@code null}.
 */
@JsonInclude(JsonInclude.Include.ALWAYS)
record SessionDescription(String state, String mode, String clientId, String broker, Connection connection,
		Reconcile reconcile, Routing router, Settlement settlement, List<RouteDescription> routes) {

	@JsonInclude(JsonInclude.Include.ALWAYS)
	record Connection(long epoch, @Nullable Instant connectedAt, @Nullable Boolean sessionPresent, long reconnects,
			long sessionsLost, long takeovers, @Nullable String lastError, @Nullable Integer serverReceiveMaximum,
			@Nullable Integer serverMaximumQos, @Nullable Long serverMaximumPacketSize,
			@Nullable Boolean subscriptionIdentifiersAvailable) {
	}

	@JsonInclude(JsonInclude.Include.ALWAYS)
	record Reconcile(String state, @Nullable Instant lastRun, @Nullable String lastOutcome, long failures,
			@Nullable Migration migration, List<Subscription> subscriptions, List<String> removing, List<String> ledger,
			List<OrphanDescription> orphans) {
	}

	/** What an operator has to decide. */
	record Migration(String reason, List<String> filters, List<String> waysOut) {
	}

	@JsonInclude(JsonInclude.Include.ALWAYS)
	record OrphanDescription(String topic, @Nullable String filter, String outcome, Instant at) {
	}

	@JsonInclude(JsonInclude.Include.ALWAYS)
	record Subscription(String filter, int qos, @Nullable Integer grantedQos, String state,
			@Nullable Integer reasonCode, @Nullable String reason, @Nullable Integer subscriptionIdentifier,
			List<String> routes) {
	}

	@JsonInclude(JsonInclude.Include.ALWAYS)
	record Routing(String graceRemaining, int pending, Covered covered, Unmatched unmatched, long late, long shed,
			long stalePurged, long poison, List<Waiting> waiting) {
	}

	/** Deliveries on one topic that no running route takes, the oldest topics first. */
	record Waiting(String topic, int deliveries, Instant since, List<String> coveredBy) {
	}

	record Covered(long retained, long dropped) {
	}

	record Unmatched(long dropped) {
	}

	@JsonInclude(JsonInclude.Include.ALWAYS)
	record Settlement(int unsettled, String oldestUnsettled, double windowUtilization, long recoveries) {

		static Settlement of(int unsettled, Duration oldest, double windowUtilization, long recoveries) {
			return new Settlement(unsettled, oldest.toString(), windowUtilization, recoveries);
		}

	}

	record RouteDescription(String id, List<String> topics, String state, long handled, long failed,
			long deadLettered) {
	}

}
