package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.publish.MqttOperations;
import org.jspecify.annotations.Nullable;

/**
 * Where one session keeps what has to survive a restart.
 *
 * @param ledger the history of its subscriptions, {@code null} for an ephemeral session
 * @param identity whose history it is, {@code null} for an ephemeral session
 * @param deadLetters makes the store of its dead letters
 * @param opening opens what must be there for the session to start
 */
record SessionStore(@Nullable SubscriptionLedger ledger, @Nullable LedgerIdentity identity,
		DeadLetterSource deadLetters, Runnable opening) {

	/** Keeps nothing. */
	static final SessionStore NONE = new SessionStore(null, null, (operations) -> null, () -> {
	});

	/**
	 * Opens the embedded store where a durable session needs it. A database is not asked:
	 * it may be away for a while.
	 * @throws io.gobridge.mqtt.store.StoreException if the embedded store can not be
	 * opened
	 */
	void open() {
		this.opening.run();
	}

	/**
	 * Makes the store of the dead letters of a session.
	 */
	@FunctionalInterface
	interface DeadLetterSource {

		/**
		 * Makes the store.
		 * @param operations publishes on the session, for a store that is a topic
		 * @return the store, or {@code null} where dead letters are not kept
		 */
		@Nullable DeadLetterStore create(MqttOperations operations);

	}

}
