package io.gobridge.mqtt.autoconfigure;

import io.gobridge.mqtt.deadletter.DeadLetterStore;
import io.gobridge.mqtt.ledger.LedgerIdentity;
import io.gobridge.mqtt.ledger.SubscriptionLedger;
import io.gobridge.mqtt.publish.MqttOperations;
import io.gobridge.mqtt.store.EmbeddedStore;
import org.jspecify.annotations.Nullable;

/**
 * Where one session keeps what has to survive a restart.
 *
 * @param ledger the history of its subscriptions, {@code null} for an ephemeral session
 * @param identity whose history it is, {@code null} for an ephemeral session
 * @param deadLetters makes the store of its dead letters
 * @param embedded what must be open for the session to start, {@code null} for nothing
 */
record SessionStore(@Nullable SubscriptionLedger ledger, @Nullable LedgerIdentity identity,
		DeadLetterSource deadLetters, @Nullable EmbeddedStore embedded) {

	/** Keeps nothing. */
	static final SessionStore NONE = new SessionStore(null, null, (operations) -> null, null);

	/**
	 * Begins to open what {@link #open()} waits for, so that the thread of the store and
	 * the one that makes the context work at the same time. Where it fails, open() tries
	 * once more and says why.
	 */
	void beginToOpen() {
		if (this.embedded != null) {
			this.embedded.<@Nullable Object>submit((transaction) -> null);
		}
	}

	/**
	 * Opens the embedded store where a durable session needs it. A database is not asked:
	 * it may be away for a while.
	 * @throws io.gobridge.mqtt.store.StoreException if the embedded store can not be
	 * opened
	 */
	void open() {
		if (this.embedded != null) {
			this.embedded.<@Nullable Object>call((transaction) -> null);
		}
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
