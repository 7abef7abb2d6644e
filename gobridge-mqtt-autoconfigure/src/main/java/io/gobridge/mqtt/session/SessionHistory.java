package io.gobridge.mqtt.session;

import java.util.concurrent.CompletableFuture;

import io.gobridge.mqtt.RunsOn;
import org.jspecify.annotations.Nullable;

/**
 * Port to what is remembered, across processes, of the subscriptions in the session that
 * the broker keeps.
 */
public interface SessionHistory {

	/** For a session that the broker does not keep: there is no past. */
	SessionHistory NONE = new SessionHistory() {

		@Override
		public CompletableFuture<Void> load() {
			return CompletableFuture.completedFuture(null);
		}

		@Override
		public boolean wantsCleanStart() {
			return false;
		}

		@Override
		public @Nullable MigrationRequired objection(ConnAck ack) {
			return null;
		}

	};

	/**
	 * Reads what is remembered. Asked for before every CONNECT; nothing is dialled until
	 * it has completed, and where it fails the attempt has failed: a history that cannot
	 * be read is not an empty one.
	 * @return completes on any thread; at once where it was read before
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	CompletableFuture<Void> load();

	/**
	 * Whether the next CONNECT is to end whatever session the broker has kept, because
	 * its past is unknown and that is what the configuration asks for.
	 * @return whether Clean Start is to be 1
	 */
	@RunsOn(RunsOn.Kind.SESSION)
	boolean wantsCleanStart();

	/**
	 * Looks at a CONNACK before the first message of the connection is read. Where there
	 * is an objection nothing of the connection is taken or acknowledged, and it is
	 * closed.
	 * @param ack what the broker said
	 * @return why the session must not go on, or {@code null}
	 */
	@RunsOn(RunsOn.Kind.WIRE)
	@Nullable MigrationRequired objection(ConnAck ack);

}
