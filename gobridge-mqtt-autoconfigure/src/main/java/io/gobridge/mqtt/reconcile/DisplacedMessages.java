package io.gobridge.mqtt.reconcile;

import java.util.List;

/**
 * Port to the messages that came from filters which are being removed and that nobody
 * wants.
 */
public interface DisplacedMessages {

	/** There are none. */
	DisplacedMessages NONE = new DisplacedMessages() {

		@Override
		public List<String> topics() {
			return List.of();
		}

		@Override
		public long settled() {
			return 0;
		}

		@Override
		public boolean areKept() {
			return true;
		}

	};

	/**
	 * The topics of such messages that are not settled.
	 * @return the topic names, all of them: a filter whose messages are not named here is
	 * forgotten
	 */
	List<String> topics();

	/**
	 * How many such messages have been settled so far. Each makes room at the broker for
	 * another.
	 * @return the count, which only grows
	 */
	long settled();

	/**
	 * Whether they are written to a dead-letter store, so that they can be settled.
	 * Without one somebody has to decide.
	 * @return whether there is a dead-letter store
	 */
	boolean areKept();

}
