package io.gobridge.mqtt.reconcile;

import java.time.Duration;
import java.util.List;

import io.gobridge.mqtt.plan.Demand;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.topic.TopicFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import static io.gobridge.mqtt.reconcile.ReconcileFixture.plan;
import static io.gobridge.mqtt.reconcile.ReconcileFixture.planAt;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What an operator reads, and how often.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReconcileLogTests {

	private static SubscriptionPlan shared(Demand.Retained retained) {
		return SubscriptionPlan
			.of(List.of(new Demand("route", TopicFilter.of("$share/g/a"), 1, false, false, retained)));
	}

	private static void assertLines(CapturedOutput output, String text, int count) {
		assertThat(output.toString().lines().filter((line) -> line.contains(text))).hasSize(count);
	}

	@Test
	void caseB39RetainHandlingOfASharedSubscriptionIsWarnedAboutOnce(CapturedOutput output) {
		ReconcileFixture fixture = new ReconcileFixture(false);
		fixture.reconciler.plan(shared(Demand.Retained.UNSPECIFIED));
		assertLines(output, "retain handling has no meaning", 0);
		fixture.reconciler.plan(shared(Demand.Retained.ALWAYS));
		fixture.reconciler.plan(shared(Demand.Retained.ALWAYS));
		assertLines(output, "retain handling has no meaning", 1);
		assertLines(output, "needs a client identifier of its own", 0);
	}

	@Test
	void sharedSubscriptionsOfADurableSessionAreWarnedAboutOnce(CapturedOutput output) {
		ReconcileFixture fixture = new ReconcileFixture(true);
		fixture.reconciler.plan(plan("a"));
		assertLines(output, "needs a client identifier of its own", 0);
		fixture.reconciler.plan(plan("$share/g/a", "$share/g/b"));
		fixture.reconciler.plan(plan());
		fixture.reconciler.plan(plan("$share/g/c"));
		assertLines(output, "needs a client identifier of its own", 1);
	}

	@Test
	void aRefusalIsLoggedOnceForACodeOnAConnection(CapturedOutput output) {
		ReconcileFixture fixture = new ReconcileFixture(true).start(plan("a"));
		fixture.answer(0x87);
		fixture.loop.advance(Duration.ofSeconds(1));
		fixture.answer(0x87);
		assertLines(output, "the broker refuses 'a' with 0x87", 1);
		fixture.reconnect(true);
		fixture.answer(0x87);
		assertLines(output, "the broker refuses 'a' with 0x87", 2);
		fixture.loop.advance(Duration.ofSeconds(1));
		fixture.answer(1);
		assertLines(output, "the broker grants 'a' after all", 1);
	}

	@Test
	void aLowerQosIsOneWarningAndWhenItIsBelievedOneError(CapturedOutput output) {
		ReconcileFixture fixture = new ReconcileFixture(true).start(planAt(2, "a"));
		fixture.answer(1);
		for (int i = 0; i < 3; i++) {
			fixture.loop.advance((i < 2) ? Duration.ofSeconds(5) : Duration.ofHours(1));
			fixture.answer(1);
		}
		assertLines(output, "at QoS 1 where QoS 2 is wanted", 1);
		assertLines(output, "at QoS 1 only, where QoS 2 is wanted", 1);
		for (int i = 0; i < 2; i++) {
			fixture.loop.advance(Duration.ofHours(1));
			fixture.answer(0x97);
		}
		assertLines(output, "in vain", 1);
		fixture.loop.advance(Duration.ofHours(1));
		fixture.answer(2);
		assertLines(output, "the broker grants 'a' at QoS 2 again", 1);
	}

	@Test
	void anOrphanThatCanNotBeRemovedNamesTheRemainingWork(CapturedOutput output) {
		ReconcileFixture fixture = new ReconcileFixture(false).start(plan("wanted"));
		fixture.answerAll();
		fixture.orphan("stale/1");
		fixture.answer(0x11);
		assertThat(output).contains("'stale/1'").contains("filter with wildcards or a shared one");
		fixture.orphan("stale/2");
		fixture.answer(0);
		fixture.orphan("stale/2");
		fixture.orphan("stale/2");
		assertLines(output, "it had this delivery buffered", 1);
	}

}
