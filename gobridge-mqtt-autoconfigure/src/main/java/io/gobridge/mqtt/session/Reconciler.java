package io.gobridge.mqtt.session;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;

/**
 * Port to what makes the subscriptions of the broker equal to what the application wants.
 */
public interface Reconciler {

	/**
	 * Brings the subscriptions of this connection in line with the plan. Called after
	 * every CONNACK, and again whenever {@link MqttSession#reconcile()} is asked for;
	 * never twice at a time.
	 * @param epoch the connection; where it is retired in the meantime nothing more is
	 * sent and nothing written back
	 * @return completes, always normally, on any thread
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	CompletableFuture<Outcome> reconcile(ConnectionEpoch epoch);

	/**
	 * How a reconciliation ended.
	 */
	enum Outcome {

		/**
		 * Nothing is wanted and nothing was: the broker was not asked, so this is not
		 * counted and no event tells of it. The session is as good as converged.
		 */
		IDLE,

		/** Everything that is wanted is subscribed. */
		CONVERGED,

		/** Something that is wanted is refused or granted at a lower QoS. */
		DEGRADED,

		/** The broker did not answer in time, or the connection ended. */
		FAILED;

		/**
		 * Whether everything that is wanted is subscribed, be it nothing.
		 * @return whether nothing is missing
		 */
		public boolean isComplete() {
			return this == IDLE || this == CONVERGED;
		}

	}

}
