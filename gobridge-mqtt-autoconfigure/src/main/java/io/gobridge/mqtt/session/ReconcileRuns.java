package io.gobridge.mqtt.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import io.gobridge.mqtt.RunsOn;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs reconciliations one at a time: one for every connection, one more for all requests
 * that came while one ran, and another after a failure, later and later, while the
 * connection is up.
 */
@RunsOn(RunsOn.Kind.SESSION)
final class ReconcileRuns {

	private static final Logger logger = LoggerFactory.getLogger(ReconcileRuns.class);

	private static final Duration FIRST_RETRY = Duration.ofSeconds(1);

	private static final Duration LAST_RETRY = Duration.ofSeconds(30);

	private final Reconciler reconciler;

	private final SessionLoop loop;

	private final PendingRequests requests;

	private final Consumer<Reconciler.Outcome> observer;

	private @Nullable ConnectionEpoch epoch;

	/** The run in progress; known by identity, so that a late end of it ends no other. */
	private @Nullable CompletableFuture<Reconciler.Outcome> run;

	/** A run is due on the current connection. */
	private boolean wanted;

	/** Answered by the run in progress. */
	private List<CompletableFuture<Reconciler.Outcome>> current = new ArrayList<>();

	/** Answered by the run after it, which begins after they were asked. */
	private List<CompletableFuture<Reconciler.Outcome>> next = new ArrayList<>();

	private final Backoff backoff = new Backoff(FIRST_RETRY, LAST_RETRY);

	private SessionLoop.@Nullable Cancellable retry;

	ReconcileRuns(Reconciler reconciler, SessionLoop loop, PendingRequests requests,
			Consumer<Reconciler.Outcome> observer) {
		this.reconciler = reconciler;
		this.loop = loop;
		this.requests = requests;
		this.observer = observer;
	}

	/**
	 * A connection is up.
	 */
	void open(ConnectionEpoch epoch) {
		this.epoch = epoch;
		CompletableFuture<Reconciler.Outcome> run = this.run;
		if (run != null && run.isDone()) {
			// It ended while the loop was closed, between a stop and a start, and nobody
			// was told.
			this.run = null;
		}
		this.backoff.reset();
		this.wanted = true;
		runIfPossible();
	}

	/**
	 * The connection has ended.
	 */
	void retire() {
		this.epoch = null;
		this.wanted = false;
		cancelRetry();
		fail(this.current);
		fail(this.next);
		this.current = new ArrayList<>();
		this.next = new ArrayList<>();
	}

	private void fail(List<CompletableFuture<Reconciler.Outcome>> futures) {
		futures.forEach((future) -> this.requests.fail(future, "The connection ended before the reconciliation did"));
	}

	void request(CompletableFuture<Reconciler.Outcome> future) {
		if (this.epoch == null) {
			this.requests.fail(future, "There is no connection to reconcile");
			return;
		}
		this.next.add(future);
		this.wanted = true;
		runIfPossible();
	}

	private void runIfPossible() {
		ConnectionEpoch epoch = this.epoch;
		// A run of the connection before may not have returned yet. The reconciler is
		// never called twice at a time, so this connection waits for it.
		if (epoch == null || !this.wanted || this.run != null) {
			return;
		}
		cancelRetry();
		this.wanted = false;
		this.current = this.next;
		this.next = new ArrayList<>();
		CompletableFuture<Reconciler.Outcome> run = start(epoch);
		this.run = run;
		run.whenComplete((outcome, failure) -> {
			if (failure != null) {
				logger.error("Reconciliation of {} broke off", epoch, failure);
			}
			Reconciler.Outcome result = (failure != null) ? Reconciler.Outcome.FAILED : outcome;
			this.loop.execute(() -> finished(run, epoch, result));
		});
	}

	private CompletableFuture<Reconciler.Outcome> start(ConnectionEpoch epoch) {
		try {
			// A copy, since the reconciler may answer with one and the same future.
			return this.reconciler.reconcile(epoch).copy();
		}
		catch (RuntimeException | Error ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

	private void finished(CompletableFuture<Reconciler.Outcome> run, ConnectionEpoch epoch,
			Reconciler.Outcome outcome) {
		if (run != this.run) {
			return;
		}
		this.run = null;
		// Otherwise it ran on a connection that is gone and says nothing about this one.
		if (epoch == this.epoch) {
			List<CompletableFuture<Reconciler.Outcome>> answered = this.current;
			this.current = new ArrayList<>();
			this.observer.accept(outcome);
			answered.forEach((future) -> this.requests.complete(future, outcome));
			if (outcome == Reconciler.Outcome.FAILED) {
				retryLater();
			}
			else {
				this.backoff.reset();
			}
		}
		runIfPossible();
	}

	private void retryLater() {
		this.retry = this.loop.schedule(() -> {
			this.wanted = true;
			runIfPossible();
		}, this.backoff.next());
	}

	private void cancelRetry() {
		SessionLoop.Cancellable retry = this.retry;
		if (retry != null) {
			retry.cancel();
			this.retry = null;
		}
	}

}
