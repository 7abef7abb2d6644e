package io.gobridge.mqtt.reconcile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.topic.TopicFilter;

/**
 * Describes what the session's thread owns, for everybody else.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class SnapshotBuilder {

	/** More are not read by anybody, and health is polled. */
	private static final int MAX_PROBLEMS = 20;

	private SnapshotBuilder() {
	}

	static ReconcileSnapshot build(SubscriptionPlan plan, BrokerAnswers answers, BrokerFilters filters,
			Map<String, Integer> kept, SessionMemory memory) {
		// In the order of the plan, which is sorted.
		List<SubscriptionStatus> subscriptions = plan.subscriptions().stream().map(answers::status).toList();
		List<TopicFilter> leftovers = new ArrayList<>(memory.unconfirmed(plan));
		leftovers.addAll(memory.confirmed(plan).keySet());
		List<String> removing = Stream.concat(filters.unwanted(plan).stream(), leftovers.stream())
			.map(TopicFilter::value)
			.sorted()
			.toList();
		return new ReconcileSnapshot(state(subscriptions, removing), subscriptions, removing,
				problems(subscriptions, kept, leftovers.size()));
	}

	private static ReconcileState state(List<SubscriptionStatus> subscriptions, List<String> removing) {
		if (subscriptions.stream().anyMatch((status) -> status.problem() != null)) {
			return ReconcileState.DEGRADED;
		}
		if (subscriptions.stream().anyMatch(SubscriptionStatus::isUnanswered)) {
			return ReconcileState.PENDING;
		}
		return removing.isEmpty() ? ReconcileState.CONVERGED : ReconcileState.REMOVING;
	}

	private static List<String> problems(List<SubscriptionStatus> subscriptions, Map<String, Integer> kept,
			int leftovers) {
		List<String> problems = new ArrayList<>();
		long unanswered = subscriptions.stream().filter(SubscriptionStatus::isUnanswered).count();
		if (unanswered > 0) {
			problems.add(
					"the broker has not answered for " + unanswered + " of " + subscriptions.size() + " subscriptions");
		}
		subscriptions.stream().map(SubscriptionStatus::problem).filter(Objects::nonNull).forEach(problems::add);
		new TreeMap<>(kept)
			.forEach((filter, code) -> problems.add("'" + filter + "' is not unsubscribed: " + Codes.hex(code)));
		if (leftovers > 0) {
			problems.add(leftovers + " filters of an older installation are being removed");
		}
		return bounded(problems);
	}

	private static List<String> bounded(List<String> problems) {
		if (problems.size() <= MAX_PROBLEMS) {
			return List.copyOf(problems);
		}
		List<String> bounded = new ArrayList<>(problems.subList(0, MAX_PROBLEMS));
		bounded.add("and " + (problems.size() - MAX_PROBLEMS) + " more");
		return List.copyOf(bounded);
	}

}
