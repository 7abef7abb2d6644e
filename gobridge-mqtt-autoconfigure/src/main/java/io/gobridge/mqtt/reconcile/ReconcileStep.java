package io.gobridge.mqtt.reconcile;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;

/**
 * One part of a reconciliation. The next begins when this has ended.
 */
@FunctionalInterface
interface ReconcileStep {

	/**
	 * Begins.
	 * @param run the reconciliation; asked before everything that is sent or written down
	 * whether it still goes on
	 * @return completes on any thread; a failure ends the reconciliation as failed, while
	 * a part that could not be done is told to {@link ReconcileRun#incomplete}
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	CompletableFuture<Void> begin(ReconcileRun run);

	/**
	 * The reconciliation was ended from outside while this step ran.
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	default void timedOut() {
	}

}
