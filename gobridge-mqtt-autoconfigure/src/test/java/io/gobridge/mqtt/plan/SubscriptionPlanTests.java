package io.gobridge.mqtt.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

import io.gobridge.mqtt.plan.Demand.Retained;
import io.gobridge.mqtt.topic.TopicFilter;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Merging, options and identifiers.
 */
class SubscriptionPlanTests {

	private static Demand demand(String owner, String filter, int qos) {
		return new Demand(owner, TopicFilter.of(filter), qos, false, false, Retained.UNSPECIFIED);
	}

	private static WantedSubscription wanted(SubscriptionPlan plan, String filter) {
		@Nullable WantedSubscription wanted = plan.get(filter);
		if (wanted == null) {
			throw new AssertionError(filter + " is not wanted");
		}
		return wanted;
	}

	@Test
	void theHighestQosWinsAndOwnersKeepTheirOrder() {
		SubscriptionPlan plan = SubscriptionPlan
			.of(List.of(demand("one", "a/#", 0), demand("two", "a/#", 2), demand("three", "a/#", 1)));
		assertThat(plan.size()).isOne();
		assertThat(wanted(plan, "a/#").qos()).isEqualTo(2);
		assertThat(wanted(plan, "a/#").owners()).containsExactly("one", "two", "three");
	}

	@Test
	void aSharedFilterAndItsBareOneAreTwo() {
		SubscriptionPlan plan = SubscriptionPlan.of(List.of(demand("one", "a", 1), demand("two", "$share/g/a", 1)));
		assertThat(plan.subscriptions()).extracting((subscription) -> subscription.filter().value())
			.containsExactly("$share/g/a", "a");
	}

	@ParameterizedTest
	@CsvSource({ "UNSPECIFIED,UNSPECIFIED,UNSPECIFIED", "UNSPECIFIED,NEVER,NEVER", "ALWAYS,UNSPECIFIED,ALWAYS",
			"IF_NEW,IF_NEW,IF_NEW" })
	void anUnspecifiedRetainHandlingFollowsTheOther(Retained one, Retained other, Retained merged) {
		SubscriptionPlan plan = SubscriptionPlan.of(List.of(new Demand("one", TopicFilter.of("a"), 1, false, true, one),
				new Demand("two", TopicFilter.of("a"), 1, false, true, other)));
		assertThat(wanted(plan, "a").retained()).isEqualTo(merged);
		assertThat(wanted(plan, "a").retainAsPublished()).isTrue();
	}

	@Test
	void optionsThatExcludeEachOtherAreRefusedWithBothOwners() {
		List<Demand> demands = List.of(demand("quiet", "a", 1),
				new Demand("never", TopicFilter.of("a"), 1, false, false, Retained.NEVER),
				new Demand("always", TopicFilter.of("a"), 1, false, false, Retained.ALWAYS));
		assertThatExceptionOfType(ConflictingDemandsException.class).isThrownBy(() -> SubscriptionPlan.of(demands))
			.withMessageContaining("'never'")
			.withMessageContaining("'always'")
			.withMessageContaining("retainHandling");
		assertThatExceptionOfType(ConflictingDemandsException.class)
			.isThrownBy(() -> SubscriptionPlan.of(List.of(demand("one", "a", 1),
					new Demand("two", TopicFilter.of("a"), 1, true, false, Retained.UNSPECIFIED))))
			.withMessageContaining("noLocal");
	}

	@Test
	void noLocalNeverReachesASharedFilter() {
		SubscriptionPlan plan = SubscriptionPlan
			.of(List.of(new Demand("one", TopicFilter.of("$share/g/a"), 1, true, false, Retained.UNSPECIFIED)));
		assertThat(wanted(plan, "$share/g/a").noLocal()).isFalse();
	}

	@Test
	void identifiersAreDistinctLegalAndTheSameInEveryOrder() {
		List<Demand> demands = new ArrayList<>();
		for (int i = 0; i < 5_000; i++) {
			demands.add(demand("route", "filter/" + i + "/#", 1));
		}
		SubscriptionPlan plan = SubscriptionPlan.of(demands);
		Collections.shuffle(demands, new Random(7));
		SubscriptionPlan shuffled = SubscriptionPlan.of(demands);
		Set<Integer> identifiers = new HashSet<>();
		for (WantedSubscription subscription : plan.subscriptions()) {
			assertThat(subscription.identifier()).isBetween(1, 268_435_455);
			assertThat(identifiers.add(subscription.identifier())).isTrue();
			assertThat(wanted(shuffled, subscription.filter().value()).identifier())
				.isEqualTo(subscription.identifier());
		}
	}

	@Test
	void anIdentifierDoesNotDependOnOtherFilters() {
		int alone = wanted(SubscriptionPlan.of(List.of(demand("one", "a/#", 1))), "a/#").identifier();
		SubscriptionPlan more = SubscriptionPlan.of(List.of(demand("two", "b/#", 1), demand("one", "a/#", 1)));
		assertThat(wanted(more, "a/#").identifier()).isEqualTo(alone);
	}

	@Test
	void coversWhatAWantedFilterMatches() {
		SubscriptionPlan plan = SubscriptionPlan.of(List.of(demand("one", "a/+", 1), demand("two", "$share/g/b/#", 1)));
		assertThat(coverage(plan).covers("a/1")).isTrue();
		assertThat(coverage(plan).covers("b/1/2")).isTrue();
		assertThat(coverage(plan).covers("a/1/2")).isFalse();
		assertThat(coverage(SubscriptionPlan.empty()).covers("a")).isFalse();
	}

	private static Coverage coverage(SubscriptionPlan plan) {
		return Coverage.of(plan.subscriptions().stream().map(WantedSubscription::filter).toList(), List.of());
	}

}
