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
		public boolean areKept() {
			return true;
		}

	};

	/**
	 * The topics of such messages that are not settled.
	 * @return the topic names
	 */
	List<String> topics();

	/**
	 * Whether they are written to a dead-letter store, so that they can be settled.
	 * Without one somebody has to decide.
	 * @return whether there is a dead-letter store
	 */
	boolean areKept();

}
