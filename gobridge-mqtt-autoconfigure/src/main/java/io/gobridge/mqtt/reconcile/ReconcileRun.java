package io.gobridge.mqtt.reconcile;

import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import io.gobridge.mqtt.RunsOn;
import io.gobridge.mqtt.plan.SubscriptionPlan;
import io.gobridge.mqtt.session.ConnectionEpoch;
import io.gobridge.mqtt.session.Reconciler.Outcome;
import io.gobridge.mqtt.session.SessionLoop;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One reconciliation on one connection: step after step, within one bound of time. When
 * the connection ends nothing more is sent, and what still comes is ignored.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class ReconcileRun {

	private static final Logger logger = LoggerFactory.getLogger(ReconcileRun.class);

	private final ReconcileSettings settings;

	private final SessionLoop loop;

	private final ConnectionEpoch epoch;

	private final SubscriptionPlan plan;

	private final Supplier<Outcome> result;

	private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

	/** Something was not answered, so there has to be another run. */
	private boolean incomplete;

	private @Nullable ReconcileStep current;

	private SessionLoop.@Nullable Cancellable timeout;

	/**
	 * Creates a run.
	 * @param result judges what has been achieved, when all steps have ended and every
	 * packet was answered
	 */
	ReconcileRun(ReconcileSettings settings, SessionLoop loop, ConnectionEpoch epoch, SubscriptionPlan plan,
			Supplier<Outcome> result) {
		this.settings = settings;
		this.loop = loop;
		this.epoch = epoch;
		this.plan = plan;
		this.result = result;
	}

	/**
	 * Begins.
	 * @return completes on the session's thread, always normally
	 */
	CompletableFuture<Outcome> begin(List<ReconcileStep> steps) {
		this.timeout = this.loop.schedule(this::timedOut, this.settings.timeout());
		next(steps.iterator());
		return this.outcome;
	}

	private void next(Iterator<ReconcileStep> steps) {
		if (!goesOn()) {
			return;
		}
		if (!steps.hasNext()) {
			end(this.incomplete ? Outcome.FAILED : this.result.get());
			return;
		}
		ReconcileStep step = steps.next();
		this.current = step;
		CompletableFuture<Void> ended = begin(step);
		if (ended.isDone() && !ended.isCompletedExceptionally()) {
			next(steps);
			return;
		}
		ended.whenComplete((none, failure) -> this.loop.execute(() -> {
			if (failure != null && goesOn()) {
				logger.error("Session '{}': reconciliation broke off", this.settings.session(), failure);
				end(Outcome.FAILED);
			}
			next(steps);
		}));
	}

	private CompletableFuture<Void> begin(ReconcileStep step) {
		try {
			return step.begin(this);
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	/**
	 * Whether anything may still be sent or written down; ends the run where its
	 * connection has ended.
	 */
	boolean goesOn() {
		if (!this.outcome.isDone() && this.epoch.isRetired()) {
			end(Outcome.FAILED);
		}
		return !this.outcome.isDone();
	}

	/**
	 * A packet was not answered; the rest of the run goes on.
	 */
	void incomplete(String packet, @Nullable Throwable failure) {
		this.incomplete = true;
		logger.warn("Session '{}': {} was not answered: {}", this.settings.session(), packet,
				(failure != null) ? failure.toString() : "no reason known");
	}

	private void timedOut() {
		if (goesOn()) {
			logger.warn("Session '{}': the broker has not answered everything within {}", this.settings.session(),
					this.settings.timeout());
			ReconcileStep step = this.current;
			if (step != null) {
				step.timedOut();
			}
			end(Outcome.FAILED);
		}
	}

	/**
	 * Ends the run, as the session has stopped. Any thread, once the session's has ended.
	 */
	void abandon() {
		end(Outcome.FAILED);
	}

	private void end(Outcome result) {
		SessionLoop.Cancellable pending = this.timeout;
		if (pending != null) {
			pending.cancel();
		}
		this.outcome.complete(result);
	}

	ConnectionEpoch epoch() {
		return this.epoch;
	}

	SubscriptionPlan plan() {
		return this.plan;
	}

	SessionLoop loop() {
		return this.loop;
	}

}
