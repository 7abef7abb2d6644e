package io.gobridge.mqtt.reconcile;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static io.gobridge.mqtt.reconcile.ReconcileFixture.GRACE;
import static io.gobridge.mqtt.reconcile.ReconcileFixture.plan;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the router is told of what is covered.
 */
class PublishedCoverageTests {

	private final ReconcileFixture fixture = new ReconcileFixture(true);

	@Test
	void aPlanCoversBeforeTheBrokerIsAsked() {
		assertThat(this.fixture.coverages).isEmpty();
		this.fixture.reconciler.plan(plan("a/#"));
		assertThat(this.fixture.coverage().covers("a/1")).isTrue();
		assertThat(this.fixture.coverage().covers("b")).isFalse();
		this.fixture.reconciler.plan(plan());
		assertThat(this.fixture.coverage().covers("a/1")).as("never asked for").isFalse();
	}

	@Test
	void whatHasNotChangedIsNotPublishedAgain() {
		this.fixture.start(plan("a", "b")).answerAll();
		assertThat(this.fixture.coverages).hasSize(1);
		this.fixture.change(plan("b", "a"));
		this.fixture.reconnect(true);
		this.fixture.answerAll();
		assertThat(this.fixture.coverages).hasSize(1);
	}

	@Test
	void aFilterIsHeldUntilItsRemovalIsConfirmed() {
		this.fixture.start(plan("a", "b")).answerAll();
		this.fixture.change(plan("b"));
		assertThat(this.fixture.coverage().covers("a")).isTrue();
		this.fixture.answer(0x80);
		assertThat(this.fixture.coverage().covers("a")).as("refused").isTrue();
		this.fixture.reconnect(true);
		this.fixture.answer(1);
		this.fixture.answer(0);
		assertThat(this.fixture.coverage().covers("a")).isFalse();
		assertThat(this.fixture.coverage().isRemoved("a")).isTrue();
		assertThat(this.fixture.coverage().isRemoved("b")).isFalse();
	}

	@Test
	void theWindowOfARemovalEnds() {
		this.fixture.start(plan("a")).answerAll();
		this.fixture.change(plan());
		this.fixture.answer(0x11);
		this.fixture.loop.advance(GRACE.minusMillis(1));
		assertThat(this.fixture.coverage().isRemoved("a")).isTrue();
		this.fixture.loop.advance(Duration.ofMillis(1));
		assertThat(this.fixture.coverage().isRemoved("a")).isFalse();
		assertThat(this.fixture.loop.delays()).isEmpty();
	}

	@Test
	void aResumedSessionGetsAWindowOfItsOwn() {
		this.fixture.start(plan("a", "b")).answerAll();
		this.fixture.change(plan("b"));
		this.fixture.answer(0);
		this.fixture.disconnect();
		this.fixture.loop.advance(GRACE.multipliedBy(3));
		assertThat(this.fixture.coverage().isRemoved("a")).as("nothing can come without a connection").isTrue();
		this.fixture.reconnect(true);
		this.fixture.answerAll();
		this.fixture.loop.advance(GRACE.minusMillis(1));
		assertThat(this.fixture.coverage().isRemoved("a")).isTrue();
		this.fixture.loop.advance(Duration.ofMillis(1));
		assertThat(this.fixture.coverage().isRemoved("a")).isFalse();
	}

	@Test
	void aNewSessionHasNothingRemovedAndNothingHeld() {
		this.fixture.start(plan("a", "b", "c")).answerAll();
		this.fixture.change(plan("b", "c"));
		this.fixture.answer(0);
		this.fixture.change(plan("b"));
		assertThat(this.fixture.coverage().covers("c")).isTrue();
		this.fixture.reconnect(false);
		assertThat(this.fixture.coverage().isRemoved("a")).isFalse();
		assertThat(this.fixture.coverage().covers("c")).isFalse();
	}

	@Test
	void aFilterThatIsWantedAgainIsNotRemoved() {
		this.fixture.start(plan("a", "b")).answerAll();
		this.fixture.change(plan("b"));
		this.fixture.answer(0);
		this.fixture.reconciler.plan(plan("a", "b"));
		assertThat(this.fixture.coverage().isRemoved("a")).isFalse();
		assertThat(this.fixture.coverage().covers("a")).isTrue();
	}

	@Test
	void aFilterThatIsRefusedWhenNobodyWantsItAnyMoreIsNotHeld() {
		this.fixture.start(plan("a"));
		this.fixture.reconciler.plan(plan());
		assertThat(this.fixture.coverage().covers("a")).as("asked for").isTrue();
		this.fixture.answer(0x87);
		assertThat(this.fixture.coverage().covers("a")).isFalse();
	}

	@Test
	void withoutAPlanNothingIsPublished() {
		this.fixture.reconnect(true);
		assertThat(this.fixture.coverages).isEmpty();
	}

	@Test
	void aRefusedFilterThatNobodyWantsIsNotHeld() {
		this.fixture.start(plan("a"));
		this.fixture.answer(0x87);
		assertThat(this.fixture.coverage().covers("a")).isTrue();
		this.fixture.change(plan());
		assertThat(this.fixture.coverage().covers("a")).isFalse();
	}

}
